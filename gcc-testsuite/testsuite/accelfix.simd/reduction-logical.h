/* Reductions with && and ||, of types that are not bool.  The lanes' values are
   merged by conditions.  */
#include "simd.h"

#define MAX 150

static void
fill (int *in)
{
  for (int i = 0; i < MAX; i++)
    in[i] = (i * 7919 + 13) % 251 - 100;
}

#pragma omp declare target
static NOIPA void
types (const int *in, int *o)
{
  int a = 1, b = 0;
  char c = 1, d = 0;
#pragma omp simd reduction(&&: a, c) reduction(||: b, d)
  for (int i = 0; i < MAX; i++)
    {
      a = a && in[i] != 7000;
      b = b || in[i] == 77;
      c = c && in[i] != in[3];
      d = d || in[i] > 5000;
    }
  o[0] = a, o[1] = b, o[2] = c, o[3] = d;
  long e = 3, f = 1;
#pragma omp simd reduction(&&: e, f)
  for (int i = 0; i < MAX; i++)
    {
      e = e && in[i] != 1000;
      f = f && in[i] != in[140];
    }
  o[4] = e, o[5] = f;
}

/* The value from before the loop counts, too.  */
static NOIPA void
starts (const int *in, int *o)
{
  for (int k = 0; k < 3; k++)
    {
      int g = k, h = k;
#pragma omp simd reduction(||: g) reduction(&&: h)
      for (int i = 0; i < 40; i++)
	{
	  g = g || in[i + k] > 1000;
	  h = h && in[i] > -1000 + k;
	}
      o[2 * k] = g, o[2 * k + 1] = h;
    }
}
#pragma omp end declare target

int
main ()
{
  int in[MAX], want[16] = { 0 }, o[16] = { 0 };
  fill (in);
  types (in, want);
  starts (in, want + 6);
  int l = 1;
#pragma omp target map(to: in) map(tofrom: o)
  {
    types (in, o);
    starts (in, o + 6);
  }
#pragma omp target teams distribute parallel for simd map(to: in) \
  reduction(&&: l) map(tofrom: l)
  for (int i = 0; i < 200 * MAX; i++)
    {
      int t[3] = { in[i % MAX], 1, 2 };
      l = l && t[i % 3] == (i % 3 ? i % 3 : in[i % MAX]);
    }
  for (int i = 0; i < 12; i++)
    expect ("value", i, o[i], want[i]);
  expect ("all", 0, l, 1);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
