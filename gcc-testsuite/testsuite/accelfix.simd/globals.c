/* Variables that no lane owns: static and global ones, constant tables, and
   pointers that are to one of them or to a lane's own array.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
#include "simd.h"

#pragma omp declare target
int results[N], table[5] = { 3, 1, 4, 1, 5 };
static NOIPA int
fold (const int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s;
}
static NOIPA const int *
constants (void)
{
  static const int c[4] = { 2, 7, 1, 8 };
  return c;
}
static NOIPA void
put (int *where, int x)
{
  *where = x;
}
#pragma omp end declare target

static int
want (int i, int *shown)
{
  int a[4] = { i, 1, 2, i % 5 };
  const int *p = i % 3 == 0 ? table : i % 3 == 1 ? a : constants ();
  *shown = fold (p, 4) + table[a[3]];
  a[i & 3] = *shown;
  return fold (a, 4);
}

int
main ()
{
  int b[N], seen[N];
#pragma omp target map(from: b, seen)
  {
#pragma omp simd
    for (int i = 0; i < N; i++)
      {
	int a[4] = { i, 1, 2, i % 5 };
	const int *p = i % 3 == 0 ? table : i % 3 == 1 ? a : constants ();
	put (&results[i], fold (p, 4) + table[a[3]]);
	put (&a[i & 3], results[i]);
	b[i] = fold (a, 4);
      }
#pragma omp simd
    for (int i = 0; i < N; i++)
      seen[i] = results[N - 1 - i];
  }
  for (int i = 0; i < N; i++)
    {
      int shown;
      expect ("b", i, b[i], want (i, &shown));
      expect ("seen", N - 1 - i, seen[N - 1 - i], shown);
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
