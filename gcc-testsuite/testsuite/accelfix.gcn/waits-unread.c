/* What cannot be read may have done anything: what follows gets its wait states,
   and `verbose' says that nobody knows what it wants itself.
   { dg-accel-gcc "11 12" }
   { dg-accel-options "-march=gfx906" } */
#include "m0.h"

#define TEXT ".macro mine\n\tv_readfirstlane_b32 s40, v0\n\t.endm\n" \
	     "\tmine\n\tv_readlane_b32 s41, v2, s40"

NOINLINE int
macro (int x)
{
  DEVICE __asm volatile (TEXT :: "v" (x)); /* { dg-warning "wait states before .mine. were not looked at" } */
  return x;
}

/* { dg-final { gcn-finds {} } } */
/* { dg-final { gcn-needs hazard-* 1 } } */
/* { dg-final { summary-says "1 instructions in asm that are not known" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
