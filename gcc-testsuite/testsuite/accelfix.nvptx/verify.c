/* verify finds nothing to complain of when the passes have run.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
/* { dg-accel-args "verify verify,init-regs=1 verify,init-regs=2 verify,exit=0 verify,exit=2" } */
#define TYPE int
#include "mode.h"
extern void side (int);
typedef int v2si __attribute__ ((vector_size (8)));

v2si
v (v2si *p, int x)
{
  v2si r;
  if (x)
    r = *p;
  side (x);
  return r;
}

_Complex double
c (_Complex double *p, int x)
{
  _Complex double r;
  if (x)
    r = *p;
  side (x);
  return r;
}

__int128
t (__int128 *p, int x)
{
  __int128 r;
  if (x)
    r = *p;
  side (x);
  return r;
}

int
k (int x)
{
  int r;
  switch (x)
    {
    case 1: r = x; break;
    case 2: side (4); break;
    case 3: side (5); __builtin_unreachable ();
    default: return 3;
    }
  side (x);
  return r;
}

/* { dg-final { ptx-uninit 0 0 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
