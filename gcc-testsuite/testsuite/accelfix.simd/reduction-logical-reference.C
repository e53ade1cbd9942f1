// Reductions with && and || over references and global variables, to which the lanes'
// common value is written in the region itself.  GCC 11 makes a lane exchange its
// value only where that decides: its loops run without SIMT.
// { dg-simd-without "right wrong 11" }
// { dg-simd-no-simt "any" }
// { dg-accel-mode openmp }
// { dg-accel-levels "-O1 -O3 -Os -Og" }
#include "simd.h"

#pragma omp declare target
int all, any;

static NOIPA void
references (int &r, int &q, const int *in, int v)
{
#pragma omp simd reduction(&&: r) reduction(||: q)
  for (int i = 0; i < N; i++)
    {
      r = r && in[i] != v;
      q = q || in[i] == v;
    }
}

static NOIPA void
globals (const int *in, int v)
{
#pragma omp simd reduction(&&: all) reduction(||: any)
  for (int i = 0; i < N; i++)
    {
      all = all && in[i] != v;
      any = any || in[i] == v;
    }
}

// One value that no element has, one that a lane finds, and that lane again with the
// values of before.
static void
both (const int *in, int *o)
{
  const int values[] = { 9999, in[70], in[3] };
  int a = 1, b = 0;
  all = 1;
  any = 0;
  for (int k = 0; k < 3; k++)
    {
      a |= k == 2;
      all |= k == 2;
      references (a, b, in, values[k]);
      globals (in, values[k]);
      o[4 * k] = a;
      o[4 * k + 1] = b;
      o[4 * k + 2] = all;
      o[4 * k + 3] = any;
    }
}
#pragma omp end declare target

int
main ()
{
  int in[N], o[12], want[12];
  for (int i = 0; i < N; i++)
    in[i] = (i * 7919 + 13) % 251 - 100;
  both (in, want);
#pragma omp target map(to: in) map(from: o)
  both (in, o);
  for (int k = 0; k < 12; k++)
    expect ("value", k, o[k], want[k]);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
