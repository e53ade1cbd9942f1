/* Loops of kernels constructs with bounds that are variables.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong" } */
/* { dg-host-on "nvptx amdgcn" } */

#include "host.h"

#define N 400

static int t[N], u[N];
static double d[N];

static void
reset (void)
{
  for (int k = 0; k < N; k++)
    t[k] = u[k] = d[k] = 1;
}

/* Whether each STEPth element of T, from the one of number LO to that of number HI, is 2,
   and all others 1; they are 1 again afterwards.  */

static int
each (int lo, int hi, int step)
{
  int right = 1;
  for (int k = 0; k < N; k++)
    right &= t[k] == 1 + (k >= lo && k <= hi && (k - lo) % step == 0);
  reset ();
  return right;
}

static void
integers (int lo, int hi)
{
  unsigned ulo = lo, uhi = hi;
  short slo = lo, shi = hi;

  #pragma acc kernels copy(t)
  for (int i = lo; i <= hi; i++)
    t[i] += 1;
  check ("int", each (lo, hi, 1));

  #pragma acc kernels copy(t)
  for (int i = lo; i < hi; i += 3)
    t[i] += 1;
  check ("int, a step of 3", each (lo, hi - 1, 3));

  #pragma acc kernels copy(t)
  for (int i = hi; i >= lo; i--)
    t[i] += 1;
  check ("int, downward", each (lo, hi, 1));

  #pragma acc kernels copy(t)
  for (unsigned i = ulo; i < uhi; i++)
    t[i] += 1;
  check ("unsigned", each (lo, hi - 1, 1));

  #pragma acc kernels copy(t)
  for (short i = slo; i <= shi; i++)
    t[i] += 1;
  check ("short", each (lo, hi, 1));
}

static void
longs (long lo, long hi, long step)
{
  unsigned long ulo = lo, uhi = hi;

  #pragma acc kernels copy(t)
  for (long i = lo; i <= hi; i++)
    t[i] += 1;
  check ("long", each (lo, hi, 1));

  #pragma acc kernels copy(t)
  for (long i = hi; i >= lo; i -= 2)
    t[i] += 1;
  check ("long, downward", each (hi - (hi - lo) / 2 * 2, hi, 2));

  #pragma acc kernels copy(t)
  for (long i = lo; i <= hi; i += step)
    t[i] += 1;
  check ("long, a variable step", each (lo, hi, step));

  #pragma acc kernels copy(t)
  for (unsigned long i = ulo; i < uhi; i++)
    t[i] += 1;
  check ("unsigned long", each (lo, hi - 1, 1));

  #pragma acc kernels copy(t)
  {
    #pragma acc loop independent
    for (int *p = t + lo; p <= t + hi; p++)
      *p += 1;
  }
  check ("a pointer", each (lo, hi, 1));

  #pragma acc kernels copy(t)
  for (long j = lo; j <= lo + 9; j++)
    for (long i = 0; i < 10; i++)
      t[j * 10 + i] += 1;
  check ("two loops, one in the other", each (lo * 10, lo * 10 + 99, 1));
}

/* Several loops of a construct, and sums.  */

static void
more (int lo, int hi)
{
  int s = 5, r = 1;

  #pragma acc kernels copy(t, u)
  {
    for (int i = lo; i <= hi; i++)
      t[i] += 1;
    for (int i = lo; i <= hi; i++)
      u[i] = u[i] * 2;
  }
  for (int k = lo; k <= hi; k++)
    r &= u[k] == 2;
  check ("two loops, the second", r);
  check ("two loops, the first", each (lo, hi, 1));

  #pragma acc kernels copy(t, s)
  for (int i = lo; i <= hi; i++)
    s += t[i];
  check ("a sum", s == 5 + hi - lo + 1);

  #pragma acc kernels copy(t, u, s)
  for (int i = lo; i <= hi; i++)
    {
      s += t[i];
      u[i] += 1;
    }
  check ("a sum and a store", s == 5 + 2 * (hi - lo + 1) && u[hi] == 2);

  #pragma acc kernels copy(d)
  for (int i = lo; i <= hi; i++)
    d[i] = d[i] * 3 + i;
  check ("double", d[hi] == 3 + hi && d[lo] == 3 + lo && d[hi + 1] == 1);
}

int
main (int argc, char **argv)
{
  (void) argv;
  reset ();
  integers (argc, argc + 99);
  integers (argc + 3, argc + 3);
  longs (argc, argc + 99, argc + 2);
  longs (argc, argc + 4, argc + 2);
  more (argc, argc + 99);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
