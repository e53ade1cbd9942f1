/* What an iteration leaves behind the loop in a variable that the lanes share,
   and that GCC makes a register of: no clause names it, and only the lane that
   executed the iteration has it.  Such loops run without SIMT.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "7" } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#include "simd.h"

#pragma omp declare target
int rounds = 1;
#pragma omp end declare target

int
main ()
{
  int a[N], b[N], r[6], limit = 1000000;
  for (int i = 0; i < N; i++)
    a[i] = i * 7 % 101;

  /* One iteration sets it.  */
#pragma omp target map(to: a) map(from: r[0:1])
  {
    int last = -1;
#pragma omp simd
    for (int i = 0; i < N; i++)
      if (a[i] == 77)
	last = i;
    r[0] = last;
  }
  /* Nothing else does.  */
#pragma omp target map(to: a) map(from: r[1:1])
  {
    int last;
#pragma omp simd
    for (int i = 0; i < N; i++)
      if (a[i] == 77)
	last = i;
    r[1] = last;
  }
  /* There is one iteration.  */
#pragma omp target map(to: a) map(from: r[2:1])
  {
    int last = 5;
#pragma omp simd
    for (int i = 0; i < 1; i++)
      last = a[i] + 3;
    r[2] = last;
  }
  /* The loop is met again, with what the lanes have left.  */
#pragma omp target map(to: a) map(from: r[3:1])
  {
    int last = 5;
    for (int k = 0; k < rounds; k++)
      {
#pragma omp simd
	for (int i = 0; i < N; i++)
	  if (a[i] == last)
	    last = a[i] + 1;
      }
    r[3] = last;
  }
  /* So are two, by arrays of one element.  */
#pragma omp target map(from: r[4:1])
  {
    unsigned shared[1];
    for (unsigned i = 0; i < 1; i++)
      shared[i] = i * 7u + 3u;
    for (unsigned round = 0; round < 1; round++)
      {
	unsigned own[1];
#pragma omp simd
	for (unsigned i = 0; i < 1; i++)
	  {
	    unsigned x = i, r = x;
	    r += shared[i] + round;
	    own[i] = r;
	  }
#pragma omp simd
	for (unsigned i = 0; i < 1; i++)
	  {
	    unsigned x = i, r = x;
	    r ^= own[i];
	    shared[i] = r + 4;
	  }
      }
    for (unsigned i = 0; i < 1; i++)
      r[4] = shared[i];
  }
  /* The next iteration has it, and may end the program.  */
#pragma omp target map(from: b, r[5:1]) map(to: limit)
  {
    int before = 3;
#pragma omp simd
    for (int i = 0; i < N; i++)
      {
	b[i] = before;
	if (before > limit)
	  exit (3);
	before = i * 3;
      }
    r[5] = before;
  }
  for (int i = 0; i < N; i++)
    expect ("b", i, b[i], i ? (i - 1) * 3 : 3);
  int w = 5;
  for (int i = 0; i < N; i++)
    if (a[i] == w)
      w = a[i] + 1;
  expect ("r", 0, r[0], 11);
  expect ("r", 1, r[1], 11);
  expect ("r", 2, r[2], 3);
  expect ("r", 3, r[3], w);
  expect ("r", 4, r[4], 7);
  expect ("r", 5, r[5], (N - 1) * 3);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
