/* Function and class templates with arrays as members.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
template <typename E, int n>
struct row
{
  E v[n];
  NOIPA E
  sum () const
  {
    E s = 0;
    for (int j = 0; j < n; j++)
      s = s * 2 + v[j];
    return s;
  }
};
template <int n, typename E>
static inline E
spread (E x)
{
  row<E, n> r;
  for (int j = 0; j < n; j++)
    r.v[(j * 5 + 1) % n] = x + j;
  return r.sum ();
}
#pragma omp end declare target
#define BODY "template.C"
#include "forms.h"
#else
  row<int, 6> r;
  for (int j = 0; j < 6; j++)
    r.v[j] = i - j;
  b[i] = r.sum () + spread<4> (i) + (int) spread<7> ((long) i * 2)
	 + (int) spread<3> (i * 0.5);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
