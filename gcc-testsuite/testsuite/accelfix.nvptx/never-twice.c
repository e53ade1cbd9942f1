/* A register is set to zero by one of GCC and the plugin, never by both, and
   once.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3 -" } */

extern int g (int);

int
f (int *a, int n, double *d)
{
  int r;
  double s;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 3)
	r = g (i);
      if (a[i] > 9)
	s = d[i];
      if (g (r))
	d[i] = s;
    }
  return r;
}

/* { dg-final { scan-ptx-not "Added by -minit-regs" } } */
/* { dg-final { each-register-set-once {init-regs=1} } } */
/* { dg-final { each-register-set-once {init-regs=2} } } */
/* { dg-final { ptx-uninit 0 0 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
