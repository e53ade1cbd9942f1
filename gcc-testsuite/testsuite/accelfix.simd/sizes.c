/* The lane's stack is full to its last byte: variables and callees' frames of
   many sizes, all of which are written.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2" } */
#include "simd.h"

#pragma omp declare target
static NOIPA void
fill (long *a, int n, int x)
{
  for (int j = 0; j < n; j++)
    a[j] = x + j;
}
static NOIPA long
fold (const long *a, int n)
{
  long s = n;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s % 100000;
}
/* A frame of N elements, and the one of a function that calls another.  */
#define FRAME(n)							\
static NOIPA long							\
frame_##n (int x)							\
{									\
  long a[n];								\
  fill (a, n, x);							\
  return fold (a, n);							\
}									\
static NOIPA long							\
twice_##n (int x)							\
{									\
  long a[n + 1];							\
  fill (a, n + 1, x);							\
  long s = frame_##n (x + 1);						\
  return s + fold (a, n + 1);						\
}
FRAME (16)
FRAME (17)
FRAME (18)
FRAME (19)
#pragma omp end declare target

#define SIZE(size, n)							\
static void								\
size_##size##_##n (long *b)						\
{									\
  long p[size], want[size];						\
  _Pragma ("omp target map(tofrom: b[:N])")				\
  _Pragma ("omp simd private(p)")					\
  for (int i = 0; i < N; i++)						\
    {									\
      fill (p, size, i);						\
      long s = i & 1 ? frame_##n (i) : twice_##n (i);			\
      b[i] = s + fold (p, size);					\
    }									\
  for (int i = 0; i < N; i++)						\
    {									\
      fill (want, size, i);						\
      long s = i & 1 ? frame_##n (i) : twice_##n (i);			\
      expect (#size " and " #n, i, b[i], s + fold (want, size));	\
    }									\
}
SIZE (1, 16)
SIZE (2, 17)
SIZE (3, 18)
SIZE (4, 19)
SIZE (1, 17)
SIZE (2, 16)
SIZE (3, 19)
SIZE (4, 18)

int
main ()
{
  long b[N];
  size_1_16 (b);
  size_2_17 (b);
  size_3_18 (b);
  size_4_19 (b);
  size_1_17 (b);
  size_2_16 (b);
  size_3_19 (b);
  size_4_18 (b);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
