/* A value that the user put into M0 for a later asm: an access between them
   gets its own, and the user's is there afterwards.  And the wait state that
   s_sendmsg wants after a write.
   { dg-accel-gcc "12 13 14" }
   { dg-accel-options "-march=fiji" }  */
#include "m0.h"

NOINLINE int
across (int x, int *p)
{
  CLOBBER (x);
  int s = *(volatile int *) p;
  DEVICE __asm volatile ("s_sendmsg sendmsg(MSG_INTERRUPT)");
  return s;
}

NOINLINE void
at_once (int x)
{
  CLOBBER (x);
  DEVICE __asm volatile ("s_sendmsg sendmsg(MSG_INTERRUPT)");
}

/* { dg-final { gcn-finds {} } } */
/* { dg-final { in-order { "across:" "s_mov_b32 m0, s" "s_mov_b32\ts\\d+, m0" "s_mov_b32\tm0, 65536" "flat_load" "s_mov_b32\tm0, s\\d+" "s_nop" "s_sendmsg" "m0, 65536" "s_setpc" "at_once:" "s_mov_b32 m0, s" "s_nop" "s_sendmsg" "m0, 65536" "s_setpc" } } } */
/* { dg-final { summary-says "1 accesses with M0 exchanged" } } */
/* { dg-final { summary-says "wait states" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
