/* Pointers to members, a base class and conversions.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct base
{
  int n;
  NOIPA int get (int j) { return n += j; }
};
struct derived : base
{
  int v[4];
  NOIPA int at (int j) { return v[j & 3]--; }
  NOIPA int first (int j) { return v[0] += j; }
};
static NOIPA int
all (derived &d, int (derived::*const &f) (int), int derived::*m)
{
  int s = (d.*f) (3);
  s += (d.*f) (2) * 3;
  return s + d.*m;
}
#pragma omp end declare target
#define BODY "member-pointer.C"
#include "forms.h"
#else
  derived d;
  d.n = i;
  for (int j = 0; j < 4; j++)
    d.v[j] = i * j;
  base &c = d;
  int (derived::*f) (int) = i % 3 ? &derived::at : &derived::first;
  int s = all (d, f, &derived::n);
  s = s * 3 + c.get (7);
  b[i] = s + d.v[i & 3];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
