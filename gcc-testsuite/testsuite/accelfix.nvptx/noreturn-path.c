/* A path that ends in a call that does not return sets nothing, and needs
   nothing.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "init-regs=2 init-regs=3" } */

extern void die (void) __attribute__ ((noreturn));
extern void g (void);

int
f (int x, int y)
{
  int r;
  if (x)
    r = y * 3;
  else
    {
      g ();
      die ();
    }
  g ();
  return r;
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { inserted-moves 0 } } */
/* { dg-final { scan-ptx-not "accelfix:" } } */
/* { dg-final { one-terminator } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
