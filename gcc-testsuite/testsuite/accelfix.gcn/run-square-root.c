/* Collapsed loops whose bounds depend on an outer loop: triangles of all kinds, with
   steps, unsigned and long counters, in simd loops, within a third loop.  Each element
   counts how often it is reached.
   { dg-accel-gcc "11 12 13 14 15" }
   { dg-accel-mode openmp }
   { dg-accel-options "-march=gfx900" }
   { dg-accel-levels "-O0 -O2" }
   { dg-accel-run "--hazards=off" }
   { dg-accel-args "-" } */
#include <stdio.h>

enum { N = 24 };

static int errors;

static void
see (const char *what, int a[N][N], int (*in) (int, int))
{
  int bad = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	bad += a[i][j] != in (i, j);
	a[i][j] = 0;
      }
  if (bad)
    printf ("%s: %d elements\n", what, bad);
  errors += bad;
}

static int below (int i, int j) { return j < i; }
static int upto (int i, int j) { return j <= i; }
static int above (int i, int j) { return j > i; }
static int third (int i, int j) { return i % 4 == 0 && j >= i && (j - i) % 2 == 0; }
static int twice (int i, int j) { return i < N / 2 && j < 2 * i + 1; }
static int back (int i, int j) { return j >= 1 && j <= i; }

int
main (void)
{
  static int a[N][N];
  int n = N;
  long sum = 0;

#pragma omp target teams distribute parallel for collapse (2) map (tofrom: a)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[i][j]++;
  see ("j < i", a, below);
#pragma omp target parallel for collapse (2) map (tofrom: a)
  for (unsigned i = 0; i < N; i++)
    for (unsigned j = 0; j <= i; j++)
      a[i][j]++;
  see ("j <= i", a, upto);
#pragma omp target parallel for collapse (2) map (tofrom: a)
  for (long i = 0; i < n; i++)
    for (long j = i + 1; j < n; j++)
      a[i][j]++;
  see ("j > i", a, above);
#pragma omp target teams distribute parallel for collapse (2) map (tofrom: a)
  for (int i = 0; i < N; i += 4)
    for (int j = i; j < N; j += 2)
      a[i][j]++;
  see ("steps", a, third);
#pragma omp target teams distribute parallel for simd collapse (2) map (tofrom: a)
  for (int i = 0; i < N / 2; i++)
    for (int j = 0; j < 2 * i + 1; j++)
      a[i][j]++;
  see ("2 * i", a, twice);
#pragma omp target teams distribute parallel for collapse (2) map (tofrom: a)
  for (int i = N - 1; i >= 0; i--)
    for (int j = i; j > 0; j--)
      a[i][j]++;
  see ("backwards", a, back);
#pragma omp target teams distribute parallel for collapse (3) reduction (+: sum)
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
	sum += k + i * j;
  if (sum != 3 * (N * (N - 1) / 2) + 107778)
    {
      printf ("three loops: %ld\n", sum);
      errors++;
    }
  return errors != 0;
}

/* { dg-final { gcn-refused square-root=0 "internal compiler error" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
