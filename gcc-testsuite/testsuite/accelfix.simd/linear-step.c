/* linear clauses whose step is a variable: shared, mapped, computed, a
   pointer's, negative, for a variable by address, in combined constructs.  A
   plugin that takes what it does not recognise for no linear variable has all
   lanes start with the same value.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "any" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "simd.h"
#pragma omp declare target
static NOIPA int
get (void)
{
  return 4;
}
static NOIPA int
look (const int *p)
{
  return *p * 2;
}
#pragma omp end declare target

int o[9][N];

int
main ()
{
  int st = 4, q4 = 0, q5 = 7, q6 = 1000, q8 = 1, in[4 * N];
  long long q1 = 0, q2 = 0, q3 = 0;
  for (int i = 0; i < 4 * N; i++)
    in[i] = i * i % 37;
#pragma omp target map(from: o[0]) map(tofrom: q1)
#pragma omp simd linear(q1: st)
  for (int i = 0; i < N; i++)
    {
      o[0][i] = q1;
      q1 += st;
    }
#pragma omp target map(from: o[1]) map(tofrom: q2) map(to: st)
#pragma omp simd linear(q2: st)
  for (int i = 0; i < N; i++)
    {
      o[1][i] = q2;
      q2 += st;
    }
#pragma omp target map(from: o[2]) map(tofrom: q3)
  {
    int s2 = get ();
#pragma omp simd linear(q3: s2)
    for (int i = 0; i < N; i++)
      {
	o[2][i] = q3;
	q3 += s2;
      }
  }
#pragma omp target map(from: o[3]) map(tofrom: q4) map(to: st)
#pragma omp simd linear(q4: st)
  for (int i = 0; i < N; i++)
    {
      o[3][i] = q4;
      q4 += st;
    }
#pragma omp target map(from: o[4]) map(tofrom: q5) map(to: st)
#pragma omp simd linear(q5: st)
  for (int i = 0; i < N; i++)
    {
      o[4][i] = look (&q5);
      q5 += st;
    }
#pragma omp target map(from: o[5]) map(tofrom: q6)
  {
    int down = get () - 9;
#pragma omp simd linear(q6: down)
    for (int i = 0; i < N; i++)
      {
	o[5][i] = q6;
	q6 += down;
      }
  }
#pragma omp target map(from: o[6]) map(to: in)
  {
    int s = get ();
    const int *p = in;
#pragma omp simd linear(p: s)
    for (int i = 0; i < N; i++)
      {
	o[6][i] = p[0] + p[1];
	p += s;
      }
  }
#pragma omp target map(from: o[7])
  {
    short s = (short) get (), k = 3;
#pragma omp simd linear(k: s)
    for (int i = 0; i < N; i++)
      {
	o[7][i] = k;
	k -= -s;
      }
  }
#pragma omp target parallel for simd map(from: o[8]) firstprivate(st) \
	    linear(q8: st)
  for (int i = 0; i < N; i++)
    {
      o[8][i] = q8;
      q8 += st;
    }
  for (int i = 0; i < N; i++)
    {
      for (int k = 0; k < 4; k++)
	expect ("4 i", k * 1000 + i, o[k][i], 4 * i);
      expect ("address", i, o[4][i], 14 + 8 * i);
      expect ("down", i, o[5][i], 1000 - 5 * i);
      expect ("pointer", i, o[6][i], in[4 * i] + in[4 * i + 1]);
      expect ("short", i, o[7][i], 3 + 4 * i);
      expect ("combined", i, o[8][i], 1 + 4 * i);
    }
  expect ("q1", 0, q1, 4 * N);
  expect ("q2", 0, q2, 4 * N);
  expect ("q3", 0, q3, 4 * N);
  expect ("q4", 0, q4, 4 * N);
  expect ("q5", 0, q5, 7 + 4 * N);
  expect ("q6", 0, q6, 1000 - 5 * N);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
