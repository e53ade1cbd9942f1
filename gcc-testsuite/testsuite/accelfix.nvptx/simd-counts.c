/* What the summary counts in a loop that has everything.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#include "simd-everything.h"

/* { dg-final { summary-says "1 variables made private to SIMD lanes" } } */
/* { dg-final { summary-says "1 temporaries made private to SIMD lanes" } } */
/* { dg-final { summary-says "1 linear variables of simd loops repaired" } } */
/* { dg-final { summary-says "1 stacks of SIMD lanes repaired" } } */
/* { dg-final { summary-says-not "without SIMT" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
