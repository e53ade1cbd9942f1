/* A register that is read in a loop, and that an asm with an empty text sets for
   GCC alone: the move is before the loop, and not at the read.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "init-regs=2 init-regs=3" } */

extern void side (int);

int
f (int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      int t;
      asm volatile ("" : "=r" (t));
      s += t * p[i];
      side (s);
    }
  return s;
}

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { inserted-moves 1 } } */
/* { dg-final { moves-outside-loops } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
