/* A predicate register, mode BI: method 1 sets it as any other.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

extern int g (int);

int
f (int x, int y)
{
  if (x < y && g (x) > 3)
    return g (y);
  return y > 4;
}

/* { dg-final { scan-ptx {\.reg\.pred %r\d+;} } } */
/* { dg-final { scan-ptx {\n\s*setp\.eq\.u32\t%r\d+, 1, 0;} {init-regs=1} } } */
/* { dg-final { every-register-set {init-regs=1} } } */
/* { dg-final { inserted-moves 0 {init-regs=2} } } */
/* { dg-final { inserted-moves 0 {init-regs=3} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
