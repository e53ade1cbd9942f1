/* A callee ends with v_readlane, which restores a scalar register, and a return;
   its caller goes on with a load through that register.
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=gfx900" } */

extern int other (void);

int __attribute__ ((noinline))
callee (int a, int b)
{
  return other () + a * b;
}

/* With an array of variable size there is a frame pointer.  */
int
caller (int n)
{
  volatile int one = n;
  volatile int many[n];
  many[0] = n;
  callee (1, 2);
  return one;
}

/* { dg-final { gcn-finds {} } } */
/* { dg-final { gcn-needs hazard-* 1 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
