/* private(a) of many sizes, from 1 byte to 4 kB a lane.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2" } */
#include "simd.h"

#pragma omp declare target
static NOIPA void
fill (unsigned char *a, int n, int i)
{
  for (int j = 0; j < n; j++)
    a[j] = (unsigned char) (i * 3 + j);
}
static NOIPA int
fold (const unsigned char *a, int n)
{
  unsigned s = 1;
  for (int j = 0; j < n; j++)
    s = s * 33 + a[j];
  return (int) (s & 0xffffff);
}
#pragma omp end declare target

#define SIZE(n)								\
static void								\
size_##n (int *b)							\
{									\
  unsigned char a[n];							\
  _Pragma ("omp target map(tofrom: b[:N])")				\
  _Pragma ("omp simd private(a)")					\
  for (int i = 0; i < N; i++)						\
    {									\
      fill (a, n, i);							\
      b[i] = fold (a, n);						\
    }									\
  for (int i = 0; i < N; i++)						\
    {									\
      fill (a, n, i);							\
      expect ("size " #n, i, b[i], fold (a, n));			\
    }									\
}

SIZE (1)
SIZE (2)
SIZE (7)
SIZE (33)
SIZE (120)
SIZE (128)
SIZE (129)
SIZE (255)
SIZE (1000)
SIZE (4096)

int
main ()
{
  int b[N];
  size_1 (b);
  size_2 (b);
  size_7 (b);
  size_33 (b);
  size_120 (b);
  size_128 (b);
  size_129 (b);
  size_255 (b);
  size_1000 (b);
  size_4096 (b);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
