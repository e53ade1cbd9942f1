/* Methods 2 and 3 insert nothing where every read is preceded by a write.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3 -" } */

extern int g (int);

int
f (int *a, int n)
{
  int r;
  if (n > 3)
    r = g (a[0]);
  else
    r = a[1];
  for (int i = 0; i < n; i++)
    switch (a[i])
      {
      case 0: r += 2; break;
      case 1: r = g (r); break;
      case 7: r -= i; break;
      default: r ^= 1;
      }
  return r;
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { scan-ptx-not "accelfix:" {!init-regs=1} } } */
/* { dg-final { inserted-moves 0 {init-regs=2} } } */
/* { dg-final { inserted-moves 0 {init-regs=3} } } */
/* { dg-final { summary-says "nothing to do" {!init-regs=1} } } */
/* { dg-final { same-as-with init-regs=0 {init-regs=2} } } */
/* { dg-final { same-as-with init-regs=0 {init-regs=3} } } */
/* { dg-final { scan-ptx-times "accelfix: init-regs=1" 1 {init-regs=1} } } */
/* { dg-final { inserted-moves-above 3 {init-regs=1} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
