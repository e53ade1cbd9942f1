/* Objects without a name whose life a reference extends: they are declared
   before the loop, the lanes share them, and they keep values from one execution
   of the loop to the next, though the loop alone refers to them.  They look like
   temporaries of the loop's body.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "3" } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#include "simd.h"

#pragma omp declare target
struct table
{
  int a[N], now[N];
  table () {}
};
int rounds = 3;

static NOIPA int
sum (const int *p)
{
  int s = 0;
  for (int i = 0; i < 8; i++)
    s += p[i];
  return s;
}

static NOIPA int
step (table &t, int i)
{
  return t.a[i] += t.now[i];
}
#pragma omp end declare target

int
main ()
{
  int b[N], c[N], d[N], e[N];
#pragma omp target map(from: b, c, d, e)
  {
    table &&x = table (), &&y = table (), &&z = table ();
    int n = rounds;
    for (int k = 0; k < n; k++)
      {
	/* It is read.  */
#pragma omp simd
	for (int i = 0; i < N; i++)
	  {
	    if (k == 0)
	      x.a[i] = i;
	    else
	      x.a[i] += 3;
	    b[i] = x.a[i];
	  }
	/* Part of it is set first.  */
#pragma omp simd
	for (int i = 0; i < N; i++)
	  {
	    y.now[i] = k + 1;
	    if (k == 0)
	      y.a[i] = i;
	    y.a[i] += y.now[i];
	    c[i] = y.a[i];
	  }
	/* A function reads it.  */
#pragma omp simd
	for (int i = 0; i < N; i++)
	  {
	    z.now[i] = k + 1;
	    if (k == 0)
	      z.a[i] = i;
	    d[i] = step (z, i);
	  }
	/* And what the lanes' stacks held is gone.  */
#pragma omp simd
	for (int i = 0; i < N; i++)
	  {
	    int t[8 * N];
	    for (int j = 0; j < 8 * N; j++)
	      t[j] = i + j;
	    e[i] = sum (t + i % N);
	  }
      }
  }
  for (int i = 0; i < N; i++)
    {
      expect ("b", i, b[i], i + 6);
      expect ("c", i, c[i], i + 6);
      expect ("d", i, d[i], i + 6);
      expect ("e", i, e[i], 16 * i + 28);
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
