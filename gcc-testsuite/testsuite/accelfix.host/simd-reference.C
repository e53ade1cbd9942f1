/* References in linear and lastprivate clauses of simd loops of offloaded
   code.  */
/* { dg-host-without "crash" } */
/* { dg-host-off "simd-clauses=0" } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
/* { dg-host-said "references of simd loops with a variable of their own" } */

#include "host.h"

enum { n = 100 };

struct pair { int a; int b[20]; };

#pragma omp declare target
static int __attribute__ ((noinline))
twice (const int &v)
{
  return 2 * v;
}

static void __attribute__ ((noinline))
linear (int *q, int &y, int step)
{
#pragma omp simd linear (y: step)
  for (int i = 0; i < n; i++)
    {
      q[i] = y;
      y += step;
    }
}

/* The variable's address is asked for.  */
static void __attribute__ ((noinline))
last (int *q, int &y, double &z)
{
#pragma omp simd lastprivate (y, z)
  for (int i = 0; i < n; i++)
    {
      y = i * 3;
      z = y + 0.5;
      q[i] = twice (y);
    }
}

static void __attribute__ ((noinline))
aggregate (int *q, pair &p)
{
#pragma omp simd lastprivate (p)
  for (int i = 0; i < n; i++)
    {
      p.a = i;
      for (int k = 0; k < 20; k++)
	p.b[k] = i + k;
      q[i] = p.b[i % 20];
    }
}

static void __attribute__ ((noinline))
pointer (int *q, int *&p)
{
#pragma omp simd linear (p)
  for (int i = 0; i < n; i++)
    {
      q[i] = *p;
      p++;
    }
}
#pragma omp end declare target

int
main ()
{
  int q[n], e = 0;
  double f = 0;
  bool ok;

#pragma omp target map (from: q) map (tofrom: e)
  {
    int x = 5;
    linear (q, x, 2);
    e = x;
  }
  ok = e == 5 + 2 * n;
  for (int i = 0; i < n; i++)
    ok &= q[i] == 5 + 2 * i;
  check ("linear", ok);

#pragma omp target map (from: q) map (tofrom: e, f)
  last (q, e, f);
  ok = e == 3 * (n - 1) && f == e + 0.5;
  for (int i = 0; i < n; i++)
    ok &= q[i] == 6 * i;
  check ("lastprivate", ok);

  pair p;
#pragma omp target map (from: q, p)
  aggregate (q, p);
  ok = p.a == n - 1;
  for (int k = 0; k < 20; k++)
    ok &= p.b[k] == n - 1 + k;
  for (int i = 0; i < n; i++)
    ok &= q[i] == i + i % 20;
  check ("aggregate", ok);

  int from[n];
  for (int i = 0; i < n; i++)
    from[i] = i * i;
#pragma omp target map (from: q, e) map (to: from)
  {
    int *at = from;
    pointer (q, at);
    e = at - from;
  }
  ok = e == n;
  for (int i = 0; i < n; i++)
    ok &= q[i] == i * i;
  check ("pointer", ok);

  /* Each thread has a part of the iterations.  */
  int s = 1, t = 0;
#pragma omp target map (from: q) map (tofrom: s, t)
  {
    int &r = s, &u = t;
#pragma omp parallel for simd linear (r: 3) lastprivate (u)
    for (int i = 0; i < n; i++)
      {
	q[i] = r;
	u = i + 7;
	r += 3;
      }
  }
  ok = t == n + 6 && s == 1 + 3 * n;
  for (int i = 0; i < n; i++)
    ok &= q[i] == 1 + 3 * i;
  check ("threads", ok);

  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
