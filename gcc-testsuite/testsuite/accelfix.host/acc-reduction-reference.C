/* OpenACC: reductions of what references stand for.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong" } */
/* { dg-host-said "5 references that reductions get" } */
#include <cstdlib>

__attribute__ ((noipa)) static void
copied (const double *a, int n, double &s)
{
#pragma acc parallel loop copyin (a[0:n]) copy (s) reduction (+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
}

__attribute__ ((noipa)) static void
alone (const double *a, int n, double &s, long &count)
{
#pragma acc parallel loop gang vector copyin (a[0:n]) reduction (+: s, count)
  for (int i = 0; i < n; i++)
    {
      s += a[i];
      count++;
    }
}

__attribute__ ((noipa)) static void
present (const double *a, int n, double &s)
{
#pragma acc data copy (s) copyin (a[0:n])
  {
#pragma acc parallel loop present (a[0:n]) reduction (+: s)
    for (int i = 0; i < n; i++)
      s += a[i];
  }
}

__attribute__ ((noipa)) static void
serial (const double *a, int n, double &s)
{
#pragma acc serial loop copyin (a[0:n]) copy (s) reduction (max: s)
  for (int i = 0; i < n; i++)
    s = a[i] > s ? a[i] : s;
}

int
main ()
{
  enum { N = 300 };
  double a[N], s = 1, sum = 0;
  long count = 5;
  for (int i = 0; i < N; i++)
    sum += a[i] = i % 7;
  copied (a, N, s);
  if (s != 1 + sum)
    abort ();
  alone (a, N, s, count);
  if (s != 1 + 2 * sum || count != 5 + N)
    abort ();
  present (a, N, s);
  if (s != 1 + 3 * sum)
    abort ();
  s = 2;
  serial (a, N, s);
  if (s != 6)
    abort ();
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
