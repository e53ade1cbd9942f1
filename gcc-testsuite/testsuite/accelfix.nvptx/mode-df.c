/* A register of mode DF is set to zero where a path leaves it unset.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

#define TYPE double
#include "mode.h"

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { scan-ptx-times {mov\.f64\t%r\d+, 0d0000000000000000;} 1 {init-regs=2} } } */
/* { dg-final { scan-ptx-times {mov\.f64\t%r\d+, 0d0000000000000000;} 1 {init-regs=3} } } */
/* { dg-final { scan-ptx {mov\.f64\t%r\d+, 0d0000000000000000;} {init-regs=1} } } */
/* { dg-final { scan-ptx-times "accelfix: init-regs=3" 1 {init-regs=3} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
