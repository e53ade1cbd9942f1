/* Clobbers that are declared, and one that is not a write.
   { dg-accel-gcc "12 13 14" }
   { dg-accel-options "-march=fiji" }
   { dg-accel-args "-" }  */
#include "m0.h"

NOINLINE int
by_clobber (int x, int *p)
{
  DEVICE __asm volatile ("s_nop 0" ::: "m0");
  return *p + x;
}

NOINLINE int
both (int x, int *p)
{
  DEVICE __asm volatile ("s_mov_b32 m0, %0" :: "Sg" (x) : "m0");
  return *p;
}

NOINLINE int
neither (int x, int *p)
{
  DEVICE __asm volatile ("s_nop 0" ::: "memory");
  return *p + x;
}

/* { dg-final { restores 2 } } */
/* { dg-final { more-instructions 2 } } */
/* { dg-final { gcn-finds {} } } */
/* { dg-final { gcn-needs foreign-m0-access 1 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
