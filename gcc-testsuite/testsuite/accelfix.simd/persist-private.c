/* Arrays that all lanes share next to arrays that each lane has, in one loop;
   of the outer loop's own array only its rounds have copies.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "simd.h"

#pragma omp declare target
static NOIPA int
fold (const int *a, int n)
{
  int s = 0;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s % 1000;
}

static void
work (int *b)
{
  int table[N];
  for (int i = 0; i < N; i++)
    table[i] = i;
  for (int round = 0; round < 4; round++)
    {
      int stage[N];
#pragma omp simd
      for (int i = 0; i < N; i++)
	{
	  int near[3] = { table[i], table[(i + 1) % N], table[(i + 7) % N] };
	  stage[i] = fold (near, 3) + round;
	}
#pragma omp simd
      for (int i = 0; i < N; i++)
	{
	  int two[2] = { stage[N - 1 - i], i };
	  table[i] = fold (two, 2);
	}
    }
  for (int i = 0; i < N; i++)
    b[i] = table[i];
}

/* The same for the host: its compiler makes no lanes of it.  */
static NOIPA void
plain (int *b)
{
  int table[N];
  for (int i = 0; i < N; i++)
    table[i] = i;
  for (int round = 0; round < 4; round++)
    {
      int stage[N];
      for (int i = 0; i < N; i++)
	{
	  int near[3] = { table[i], table[(i + 1) % N], table[(i + 7) % N] };
	  stage[i] = fold (near, 3) + round;
	}
      for (int i = 0; i < N; i++)
	{
	  int two[2] = { stage[N - 1 - i], i };
	  table[i] = fold (two, 2);
	}
    }
  for (int i = 0; i < N; i++)
    b[i] = table[i];
}
#pragma omp end declare target

int
main ()
{
  int b[N], want[N];
#pragma omp target map(from: b)
  work (b);
  plain (want);
  for (int i = 0; i < N; i++)
    expect ("table", i, b[i], want[i]);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
