/* Arrays declared outside the loops belong to all lanes: what one loop writes
   the next one reads at other indices, and an outer loop goes round them.  */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
#include "simd.h"

static void
one_after_the_other (int *b)
{
#pragma omp target map(tofrom: b[:N])
  {
    int shared[N + 8], more[N];
#pragma omp simd
    for (int i = 0; i < N + 8; i++)
      shared[i] = 3 * i;
#pragma omp simd
    for (int i = 0; i < N; i++)
      more[i] = shared[i + 8] - shared[N - 1 - i];
#pragma omp simd
    for (int i = 0; i < N; i++)
      b[i] = more[(i * 7) % N] + shared[i];
  }
}

static void
round_and_round (int *b)
{
#pragma omp target map(tofrom: b[:N])
  {
    int now[N], next[N];
    for (int i = 0; i < N; i++)
      now[i] = i * i % 13;
    for (int round = 0; round < 6; round++)
      {
#pragma omp simd
	for (int i = 0; i < N; i++)
	  next[i] = now[(i + 1) % N] + 2 * now[(i + N - 1) % N];
#pragma omp simd
	for (int i = 0; i < N; i++)
	  now[i] = next[N - 1 - i] % 101;
      }
    for (int i = 0; i < N; i++)
      b[i] = now[i];
  }
}

int
main ()
{
  int b[N], shared[N + 8], now[N], next[N];
  one_after_the_other (b);
  for (int i = 0; i < N + 8; i++)
    shared[i] = 3 * i;
  for (int i = 0; i < N; i++)
    {
      int k = (i * 7) % N;
      expect ("one after the other", i, b[i],
	      shared[k + 8] - shared[N - 1 - k] + shared[i]);
    }
  round_and_round (b);
  for (int i = 0; i < N; i++)
    now[i] = i * i % 13;
  for (int round = 0; round < 6; round++)
    {
      for (int i = 0; i < N; i++)
	next[i] = now[(i + 1) % N] + 2 * now[(i + N - 1) % N];
      for (int i = 0; i < N; i++)
	now[i] = next[N - 1 - i] % 101;
    }
  for (int i = 0; i < N; i++)
    expect ("round and round", i, b[i], now[i]);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
