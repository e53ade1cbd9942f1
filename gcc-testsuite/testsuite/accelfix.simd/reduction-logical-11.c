/* && and || in GCC 11, which makes a lane exchange its value only where that
   decides: the loops run without SIMT.  */
/* { dg-simd-without "wrong" } */
/* { dg-simd-no-simt "4" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-gcc "11" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "reduction-logical.h"

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
