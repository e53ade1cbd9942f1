/* Scalars that an asynchronous kernels construct only reads are gone when it runs.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-on "nvptx amdgcn" } */
/* { dg-host-without "wrong" } */
#include "acc-queue.h"
#include "host.h"

enum { N = 100 };

static int a[N], b[N], c[N], last, there = 5;

__attribute__ ((noipa)) static void
numbers (short from, int n, double factor, signed char step)
{
#pragma acc kernels loop present (a) async (1)
  for (int i = from; i < n; i += step)
    a[i] = i * factor;
}

/* Several loops; one counts down to K, and LAST is changed.  */
__attribute__ ((noipa)) static void
loops (unsigned n, long long k, float x, _Bool what)
{
#pragma acc kernels present (b, last) async (1)
  {
    for (unsigned i = 0; i < n; i++)
      b[i] = i + x;
    for (long long i = n - 1; i >= k; i--)
      b[i]++;
    last = what ? n : k;
  }
}

/* The device has THERE, with another value, and NAMED, in a clause of this function.  */
__attribute__ ((noipa)) static void
mapped (int n)
{
  int named = 3;
#pragma acc enter data copyin (named)
  named = 1;
#pragma acc kernels loop present (c) async (1)
  for (int i = 0; i < n; i++)
    c[i] = there * 10 + named;
#pragma acc wait (1)
#pragma acc exit data delete (named)
}

int
main (void)
{
#pragma acc enter data copyin (a, b, c, last, there)
  there = 7;
  mapped (N);
  hold ();
  numbers (1, N, 2.5, 2);
  loops (N, 50, 2.0f, 1);
  release ();
#pragma acc exit data copyout (a, b, c, last) delete (there)
  int right = 1;
  for (int i = 0; i < N; i++)
    right &= a[i] == (i & 1 ? (int) (i * 2.5) : 0);
  check ("numbers", right);
  right = 1;
  for (int i = 0; i < N; i++)
    right &= b[i] == i + 2 + (i >= 50);
  check ("loops", right && last == N);
  right = 1;
  for (int i = 0; i < N; i++)
    right &= c[i] == 53;
  check ("what the device has", right);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
