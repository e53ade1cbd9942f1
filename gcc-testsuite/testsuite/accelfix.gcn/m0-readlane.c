/* A vector instruction that writes M0: LLVM refuses it since 2025, older
   releases assemble it.
   { dg-accel-gcc "12 13 14" }
   { dg-accel-options "-march=fiji" }  */
#include "m0.h"

NOINLINE int
readlane (int x, int *p)
{
  DEVICE __asm volatile ("v_readfirstlane_b32 m0, v1"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

/* { dg-final { restores 1 } } */
/* { dg-final { more-instructions 1 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
