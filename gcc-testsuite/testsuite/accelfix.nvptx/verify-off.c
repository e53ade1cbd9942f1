/* verify complains, at the source line, of what init-regs=0 and exit=0 leave:
   it can fail.  */
/* { dg-do compile } */
/* { dg-accel-gcc "11" } */
/* { dg-accel-levels "-O2" } */
/* { dg-accel-args "verify,init-regs=0,exit=0" } */

extern void side (int);

int
f (int *p, int x, int y)
{
  int r;
  if (x)
    r = *p;
  side (x);
  if (y)
    return r; /* { dg-error "PTX register '%\[a-z0-9\]+' may be read before it is set" } */
  return 4;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
