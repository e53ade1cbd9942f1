/* Where the restores go: the number of instructions says that none is in
   vain, gcncheck that none is missing.
   { dg-accel-gcc "11 12 13 14" }
   { dg-accel-options "-march=fiji" }  */
#include "m0.h"

/* Before the loop, not in it.  GCC 13 would unroll both loops.  */
NOINLINE int
before_loop (int x, int *p, int n)
{
  int s = 0;
  CLOBBER (x);
#pragma GCC unroll 1
  for (int i = 0; i < n; i++)
    s += p[i * x];
  return s;
}

/* Behind the loop, once.  */
NOINLINE int
behind_loop (int x, int *p, int n)
{
#pragma GCC unroll 1
  for (int i = 0; i < n; i++)
    CLOBBER (x);
  return p[x];
}

/* Many writes, one restore.  */
NOINLINE int
many (int x, int *p)
{
  CLOBBER (x);
  CLOBBER (x + 1);
  CLOBBER (x + 2);
  return *p;
}

/* On the one branch that writes.  */
NOINLINE int
branch (int x, int *p, int n)
{
  int s = x;
  if (x > 3)
    CLOBBER (x);
  if (n)
    s = p[n];
  return s;
}

/* Nothing where the path ends without a need, and where a write follows.  */
NOINLINE int
ends (int x, int *p)
{
  *p = x;
  if (x == 5)
    {
      CLOBBER (x);
      __builtin_trap ();
    }
  return *p;
}

/* Before a call.  */
extern void far (int);
NOINLINE void
call (int x)
{
  CLOBBER (x);
  far (x);
}

/* { dg-final { restores 5 } } */
/* { dg-final { gcn-finds {} } } */
/* { dg-final { gcn-needs foreign-m0-call 1 } } */
/* { dg-final { in-order { "before_loop:" "accelfix: M0 restored" "\\.L\\d+:" "flat_load" "s_cbranch" "before_loop, .-before_loop" } } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
