/* A loop with two entries; one of them leaves the register unset.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

extern int g (int);

int
f (int *a, int x, int y)
{
  int r, i = 0;
  if (x)
    goto middle;
 top:
  if (g (i))
    a[i] = r;
 middle:
  r = a[i] + y;
  if (g (++i))
    goto top;
  if (y > 3)
    goto top;
  return r;
}

int
h (int *a, int x, int y)
{
  int r, i = 0;
  if (x)
    goto two;
 one:
  a[i] = g (y);
  if (g (x + 1))
    r = i;
 two:
  i++;
  if (g (i))
    goto one;
  if (g (y))
    {
      a[i] = r;
      goto one;
    }
  return i;
}

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { inserted-moves-above 1 {init-regs=3} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
