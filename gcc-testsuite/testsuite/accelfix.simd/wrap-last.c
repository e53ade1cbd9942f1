/* Counters of simd loops that may pass the end of their type, and whose last value
   is asked for: the loops run in SIMT, and the value is the last iteration's.
   Pointers and unsigned counters in constructs that share out iterations, in
   chunks, too.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os -Og" } */
#include "simd.h"
#include <stddef.h>

#pragma omp declare target
static NOIPA int
same (int k)
{
  return k;
}

/* Each K iterations, down to 1.  */
/* K iterations.  END is 0, which GCC must not know.  */

static NOIPA unsigned
down (int *a, unsigned k, unsigned end, int *last)
{
  unsigned i;
  int n = -1;
#pragma omp simd lastprivate(i, n)
  for (i = k; i > end; i--)
    {
      a[i - 1] += i;
      n = 2 * i;
    }
  *last = n;
  return i;
}

static NOIPA int
bytes (int *a, int to)
{
  unsigned char i, end = to;
#pragma omp simd lastprivate(i)
  for (i = 3; i < end; i += 7)
    a[i] += i;
  return i;
}
#pragma omp end declare target

static int a[N], b[256], c[N], d[N], e[N], f[N];

static void
sequential (unsigned k, int to)
{
  int n = 0, byte = 0;
  unsigned i = 9;
  for (int j = 0; j < N; j++)
    a[j] = 0;
  for (int j = 0; j < 256; j++)
    b[j] = 0;
#pragma omp target map(tofrom: a, b) map(from: n, i, byte)
  {
    i = down (a, same (k), same (0), &n);
    byte = bytes (b, same (to));
  }
  expect ("down's last value", k, i, 0);
  expect ("lastprivate", k, n, 2);
  for (unsigned j = 0; j < N; j++)
    expect ("down", j, a[j], j < k ? j + 1 : 0);
  int want = 3;
  for (; want < to; want += 7)
    expect ("bytes", want, b[want], want);
  expect ("bytes' last value", to, byte, want);
}

static void
shared (void)
{
  size_t i;
  int *p;
  unsigned j;
#pragma omp target teams distribute parallel for simd map(tofrom: c)
  for (i = N; i > 0; i--)
    c[i - 1] += i;
#pragma omp target map(tofrom: d, e)
  {
    int *first = d, *end = first + same (N);
#pragma omp parallel for simd schedule(static, 7)
    for (p = first; p < end; p++)
      *p += p - first;
#pragma omp parallel for simd schedule(dynamic, 40)
    for (i = N; i > 0; i -= 2)
      e[i - 1] += i;
  }
  int n = 0;
#pragma omp target map(tofrom: f, n)
  {
    unsigned from = same (N), end = same (0);
#pragma omp parallel for simd schedule(static, 40)
    for (j = from; j > end; j--)
      f[j - 1] += j;
    n = j + 17;
  }
  expect ("shared last value", 0, n, 17);
  for (int k = 0; k < N; k++)
    {
      expect ("c", k, c[k], k + 1);
      expect ("d", k, d[k], k);
      expect ("e", k, e[k], k % 2 ? k + 1 : 0);
      expect ("f", k, f[k], k + 1);
    }
}

int
main (void)
{
  /* Fewer iterations than lanes, as many, and more.  */
  sequential (1, 4);
  sequential (31, 200);
  sequential (32, 244);
  sequential (33, 245);
  sequential (N, 248);
  shared ();
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
