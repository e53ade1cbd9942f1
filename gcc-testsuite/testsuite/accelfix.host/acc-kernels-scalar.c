/* Scalars without a clause in kernels constructs, on the device already or not.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-on "nvptx amdgcn" } */
/* { dg-host-without "wrong" } */
/* { dg-host-said ": 8 scalars of kernels constructs" } */
#include <stdlib.h>

enum { N = 40 };
static const int none = 3;
int factor = 2, last;

__attribute__ ((noipa)) static int
each (int *a, int n, int *at)
{
  int count = 0, other = 5, add = 7;
#pragma acc kernels copy (a[0:n])
  {
    for (int i = 0; i < n; i++)
      a[i] += factor * add + none;
    count = n;
    last = factor;
    int *p = &other;
    *p = a[1];
  }
  *at = count;
  return other;
}

int
main (void)
{
  int a[N] = { 0 }, b[N], at, present = 4;
  if (each (a, N, &at) != 17 || at != N || last != 2 || a[N - 1] != 17)
    abort ();
  for (int i = 0; i < N; i++)
    b[i] = 1;
#pragma acc enter data copyin (factor, present)
  factor = present = 100;
#pragma acc kernels copy (b)
  {
    for (int i = 0; i < N; i++)
      b[i] += factor * present;
    present = 9;
  }
  if (b[0] != 9 || b[N - 1] != 9 || present != 100)
    abort ();
#pragma acc exit data copyout (present) delete (factor)
  if (present != 9 || factor != 100)
    abort ();
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
