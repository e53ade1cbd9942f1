/* With both keys at 0 the code is GCC's own, though a loop has everything that
   would be repaired.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
/* { dg-options "-g" } */
/* { dg-accel-args "init-regs=0,exit=0,simd-private=0,simt-stack=0" } */
#include "simd-everything.h"

/* { dg-final { same-as-without-plugin } } */
/* { dg-final { summary-says "nothing to do" } } */
/* That says something only where there is something to do.  */
/* { dg-final { differs-from {init-regs=0 exit=0 simt-stack=0} } } */
/* { dg-final { differs-from {init-regs=0 exit=0 simd-private=0} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
