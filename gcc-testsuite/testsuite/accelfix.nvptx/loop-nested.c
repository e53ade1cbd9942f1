/* Nested loops: the register is set outside of both, once.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

extern int g (int);

void
f (int *a, int n, int m)
{
  int r;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      {
	if (g (j))
	  a[i] = r;
	if (g (i))
	  r = a[j];
      }
}

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { inserted-moves 1 {-O1 init-regs=2} } } */
/* { dg-final { inserted-moves 1 {-O1 init-regs=3} } } */
/* { dg-final { inserted-moves 1 {-O2 init-regs=3} } } */
/* { dg-final { moves-outside-loops } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
