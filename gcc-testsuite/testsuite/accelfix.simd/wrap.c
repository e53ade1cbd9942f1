/* Counters of simd loops that pass the end of their type when a lane goes beyond
   the last iteration.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "1" } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os -Og" } */
#include "simd.h"
#include <limits.h>

#define MANY 256

#pragma omp declare target
static NOIPA int
same (int k)
{
  return k;
}
#pragma omp end declare target

static int down[N], threes[N], few[N], two[N], over[N];
static int chars[MANY], fives[MANY], nines[MANY], low[MANY], last[MANY];
static int shorts[MANY], top[N], bottom[N], teams[N], guarded[N];

/* Unsigned counters that go down.  */

static void
go_down (void)
{
  long sum = 0;
#pragma omp target map(tofrom: down, threes, few, guarded, sum)
  {
    unsigned n = same (N);
    unsigned long m = same (7);
#pragma omp simd
    for (unsigned i = n; i > 0; i--)
      down[i - 1] += i;
#pragma omp simd
    for (unsigned i = n; i > 5; i -= 3)
      threes[i - 1] += i;
#pragma omp simd
    for (unsigned long i = m; i >= 1; i--)
      few[i - 1] += i;
#pragma omp simd reduction(+: sum)
    for (unsigned i = n; i > 0; i--)
      sum += i;
#pragma omp simd safelen(8)
    for (unsigned i = n; i > 0; i--)
      guarded[i - 1] += i;
  }
#pragma omp target teams distribute parallel for simd map(tofrom: teams)
  for (unsigned i = N; i > 0; i--)
    teams[i - 1] += i;
  for (int i = 0; i < N; i++)
    {
      expect ("down", i, down[i], i + 1);
      expect ("threes", i, threes[i], i > 4 && (N - 1 - i) % 3 == 0 ? i + 1 : 0);
      expect ("few", i, few[i], i < 7 ? i + 1 : 0);
      expect ("guarded", i, guarded[i], i + 1);
      expect ("teams", i, teams[i], i + 1);
    }
  expect ("sum", 0, sum, N * (N + 1) / 2);
}

/* Loops without an iteration: lanes start beyond the end of the type.  */

static void
go_nowhere (void)
{
#pragma omp target map(tofrom: two, over)
  {
    unsigned n = same (3), m = same (9), big = same (-3);
#pragma omp simd
    for (unsigned i = n; i > m; i--)
      two[i % N]++;
#pragma omp simd
    for (unsigned i = big; i < 10; i++)
      over[i]++;
  }
  for (int i = 0; i < N; i++)
    {
      expect ("two", i, two[i], 0);
      expect ("over", i, over[i], 0);
    }
}

/* Types that hold little more than the loop counts.  */

static void
go_far (void)
{
#pragma omp target map(tofrom: chars, fives, nines, low, last, shorts)
  {
    int n = same (120), m = same (-100);
#pragma omp simd
    for (unsigned char i = 0; i < 250; i++)
      chars[i] += i;
#pragma omp simd
    for (unsigned char i = 3; i <= 250; i += 5)
      fives[i] += i;
    /* 32 steps are more than the type holds.  */
#pragma omp simd
    for (unsigned char i = 3; i <= 250; i += 9)
      nines[i] += i;
#pragma omp simd
    for (signed char i = -100; i < 120; i++)
      low[i + 100] += i;
#pragma omp simd
    for (signed char i = n; i > m; i -= 2)
      last[i + 100] += i;
#pragma omp simd
    for (unsigned short i = 65400; i < 65535; i++)
      shorts[i - 65400] += i;
  }
#pragma omp target map(tofrom: top, bottom)
  {
#pragma omp simd
    for (int i = INT_MAX - 60; i < INT_MAX; i++)
      top[i - (INT_MAX - 60)] += 5;
#pragma omp simd
    for (int i = INT_MIN + 60; i > INT_MIN; i--)
      bottom[i - INT_MIN] += 5;
  }
  for (int i = 0; i < MANY; i++)
    {
      expect ("chars", i, chars[i], i < 250 ? i : 0);
      expect ("fives", i, fives[i], i <= 250 && i % 5 == 3 ? i : 0);
      expect ("nines", i, nines[i], i <= 250 && i % 9 == 3 ? i : 0);
      expect ("low", i, low[i], i < 220 ? i - 100 : 0);
      expect ("last", i, last[i],
	      i > 0 && i <= 220 && i % 2 == 0 ? i - 100 : 0);
      expect ("shorts", i, shorts[i], i < 135 ? i + 65400 : 0);
    }
  for (int i = 0; i < N; i++)
    {
      expect ("top", i, top[i], i < 60 ? 5 : 0);
      expect ("bottom", i, bottom[i], i > 0 && i <= 60 ? 5 : 0);
    }
}

int
main ()
{
  go_down ();
  go_nowhere ();
  go_far ();
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
