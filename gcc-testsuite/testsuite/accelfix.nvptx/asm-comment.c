/* An operand that an asm names in a comment only is neither set nor read.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "init-regs=2 init-regs=3" } */

int
f (int x)
{
  int r = x;
  if (__builtin_acc_on_device (5))
    asm ("/* %0 */ // and %0" : "=r" (r));
  return r + x;
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { inserted-moves 1 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
