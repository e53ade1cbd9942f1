/* A register of mode V2SI is set to zero where a path leaves it unset.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */
typedef int v2si __attribute__ ((vector_size (8)));
#define TYPE v2si
#include "mode.h"

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { scan-ptx-times {mov\.v2\.u32\t%r\d+, \x7b 0, 0 \x7d;} 1 {init-regs=2} } } */
/* { dg-final { scan-ptx-times {mov\.v2\.u32\t%r\d+, \x7b 0, 0 \x7d;} 1 {init-regs=3} } } */
/* { dg-final { scan-ptx {mov\.v2\.u32\t%r\d+, \x7b 0, 0 \x7d;} {init-regs=1} } } */
/* { dg-final { scan-ptx-times "accelfix: init-regs=3" 1 {init-regs=3} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
