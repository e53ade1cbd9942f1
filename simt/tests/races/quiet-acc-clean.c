/* OpenACC: loops over gangs, workers and vectors, and reductions.  */
#include <stdlib.h>
#define N 1024
int
main (void)
{
  int a[N], b[N], c[N], s = 0, at = 0, q = 0;
#pragma acc parallel loop copyout(a)
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma acc parallel loop gang worker vector reduction(+: s) copyin(a)
  for (int i = 0; i < N; i++)
    s += a[i];
#pragma acc parallel loop gang copyin(a) copyout(b) num_workers(4) \
  vector_length(32)
  for (int i = 0; i < N / 32; i++)
    {
      int t = 0;
#pragma acc loop worker vector reduction(+: t)
      for (int j = 0; j < 32; j++)
	t += a[i * 32 + j];
#pragma acc loop vector
      for (int j = 0; j < 32; j++)
	b[i * 32 + j] = t;
    }
#pragma acc parallel loop copy(at) copyin(b)
  for (int i = 0; i < N; i++)
#pragma acc atomic
    at += b[i];
#pragma acc kernels copyin(a) copyout(c)
  for (int i = 0; i < N; i++)
    c[i] = a[N - 1 - i];
#pragma acc parallel loop gang vector_length(128) reduction(+: q) copyin(a) \
  num_gangs(4)
  for (int i = 0; i < 16; i++)
    {
      int t = 0;
#pragma acc loop vector reduction(+: t)
      for (int j = 0; j < 64; j++)
	t += a[i * 64 + j];
      q += t;
    }
  if (s != N * (N - 1) / 2 || at != 32 * s || c[0] != N - 1 || q != s)
    abort ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
