/* The same body in more constructs: with other nestings, schedules, numbers of
   threads and teams.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
#include "simd.h"

#pragma omp declare target
static NOIPA int
fold (const int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s;
}

static inline __attribute__ ((always_inline)) int
body (int i)
{
  int a[3];
  for (int j = 0; j < 3; j++)
    a[(i + j) % 3] = i - j;
  return fold (a, 3);
}
#pragma omp end declare target

static void
check (const char *what, int *b)
{
  for (int i = 0; i < N; i++)
    {
      expect (what, i, b[i], body (i));
      b[i] = -1;
    }
}

int
main ()
{
  static int b[N];
#pragma omp target simd map(tofrom: b)
  for (int i = 0; i < N; i++)
    b[i] = body (i);
  check ("target simd", b);
#pragma omp target parallel for simd num_threads(3) schedule(static, 7) \
	    map(tofrom: b)
  for (int i = 0; i < N; i++)
    b[i] = body (i);
  check ("schedule(static, 7)", b);
#pragma omp target parallel for simd schedule(dynamic, 40) map(tofrom: b)
  for (int i = 0; i < N; i++)
    b[i] = body (i);
  check ("schedule(dynamic, 40)", b);
#pragma omp target teams distribute simd num_teams(3) map(tofrom: b)
  for (int i = 0; i < N; i++)
    b[i] = body (i);
  check ("teams distribute simd", b);
#pragma omp target teams distribute parallel for simd num_teams(2) \
	    num_threads(2) dist_schedule(static, 11) map(tofrom: b)
  for (int i = 0; i < N; i++)
    b[i] = body (i);
  check ("dist_schedule(static, 11)", b);
#pragma omp target teams loop map(tofrom: b)
  for (int i = 0; i < N; i++)
    b[i] = body (i);
  check ("teams loop", b);
#pragma omp target map(tofrom: b)
#pragma omp loop bind(thread)
  for (int i = 0; i < N; i++)
    b[i] = body (i);
  check ("loop", b);
#pragma omp target parallel map(tofrom: b) num_threads(2)
  {
    int mine = omp_get_thread_num () * N / 2, twice[2] = { mine, 2 };
#pragma omp simd
    for (int i = mine; i < mine + N / 2; i++)
      b[i] = body (i) + twice[i & 1] - (i & 1 ? 2 : mine);
  }
  check ("parallel, simd", b);
#pragma omp target teams map(tofrom: b) num_teams(2)
#pragma omp distribute
  for (int k = 0; k < 2; k++)
    {
#pragma omp parallel for simd
      for (int i = k * N / 2; i < (k + 1) * N / 2; i++)
	b[i] = body (i);
    }
  check ("teams distribute, parallel for simd", b);
#pragma omp target data map(tofrom: b)
  {
#pragma omp target
#pragma omp parallel for simd safelen(64) nontemporal(b) order(concurrent)
    for (int i = N - 1; i >= 0; i -= 2)
      b[i] = body (i);
#pragma omp target
#pragma omp simd
    for (long i = 0; i < N; i += 2)
      b[i] = body ((int) i);
  }
  check ("downwards, by two", b);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
