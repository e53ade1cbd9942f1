/* The move stands in front of the loop, not in it.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "init-regs=2 init-regs=3" } */

extern void g (void);

int
f (int *a, int n)
{
  int r;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 0)
	r = a[i];
      g ();
      if (a[i] & 4)
	a[i] = r;
    }
  return 0;
}

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { inserted-moves 1 } } */
/* { dg-final { moves-outside-loops } } */
/* No label comes between the function's head and the move.  */
/* { dg-final { scan-ptx-not {\n\$L\d+:.*accelfix: init-regs} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
