/* A register of mode HI is set to zero where a path leaves it unset.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */
/* Integers of this size are promoted to 32 bits; a structure is not.  From
   GCC 15 on such a structure is in memory: no variable has this mode.  */
/* { dg-accel-gcc "11 12 13 14" } */
/* { dg-options "-fno-tree-sra" } */
struct s { short a; };
#define TYPE struct s
#include "mode.h"

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { scan-ptx-times {mov\.u16\t%r\d+, 0;} 1 {init-regs=2} } } */
/* { dg-final { scan-ptx-times {mov\.u16\t%r\d+, 0;} 1 {init-regs=3} } } */
/* { dg-final { scan-ptx {mov\.u16\t%r\d+, 0;} {init-regs=1} } } */
/* { dg-final { scan-ptx-times "accelfix: init-regs=3" 1 {init-regs=3} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
