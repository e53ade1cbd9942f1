/* A program of the shape of GCC PR target/104440: a variable is set in the
   first turn of a loop and read in later ones.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

extern void fail (void);

int
work (int *a, int n, int first)
{
  int prev;
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      int now = a[i];
      if (!first)
	{
	  if (now < prev)
	    fail ();
	  sum += now - prev;
	}
      first = 0;
      prev = now;
    }
  return sum;
}

/* { dg-final { needs-init {-O1} } } */
/* { dg-final { needs-init {-O2 gcc-11} } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* One move, in front of the loop.  */
/* { dg-final { inserted-moves 1 {-O1 init-regs=2} } } */
/* { dg-final { inserted-moves 1 {-O1 init-regs=3} } } */
/* { dg-final { inserted-moves 1 {-O2 init-regs=2 gcc-11} } } */
/* { dg-final { inserted-moves 1 {-O2 init-regs=3 gcc-11} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
