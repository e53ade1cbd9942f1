/* Method 1 sets each declared register, in front of the first
   statement.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "init-regs=1" } */

int
f (int a, long b, float c, double d, _Bool e)
{
  if (a > b)
    return c < d;
  return e ? a : 7;
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { scan-ptx {\t\.reg\.pred %r\d+;} } } */
/* { dg-final { scan-ptx {setp\.eq\.u32\t%r\d+, 1, 0;} } } */
/* { dg-final { every-register-set } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
