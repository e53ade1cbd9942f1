/* Objects of classes with copy constructors and destructors in simd loops of
   offloaded code: in the body, private, lastprivate, reduced, in combined
   constructs, in functions.  */
/* { dg-host-without "crash" } */
/* { dg-host-off "simd-clauses=0" } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
/* { dg-host-said "classes that offloaded simd loops may have objects of" } */

#include "host.h"

enum { n = 100 };

#pragma omp declare target
struct counted
{
  int a[4];
  counted () { for (int k = 0; k < 4; k++) a[k] = k; }
  counted (int i) { for (int k = 0; k < 4; k++) a[k] = i * k; }
  counted (const counted &o) { for (int k = 0; k < 4; k++) a[k] = o.a[k] + 1; }
  counted &operator= (const counted &o)
  {
    for (int k = 0; k < 4; k++)
      a[k] = o.a[k];
    return *this;
  }
  counted &operator+= (const counted &o)
  {
    for (int k = 0; k < 4; k++)
      a[k] += o.a[k];
    return *this;
  }
  ~counted () { a[0] = -1; }
};

#pragma omp declare reduction (add: counted: omp_out += omp_in) \
  initializer (omp_priv = counted (0))

static int __attribute__ ((noinline))
sum (counted s)
{
  return s.a[0] + s.a[1] + s.a[2] + s.a[3];
}

static counted __attribute__ ((noinline))
make (int i)
{
  return counted (i);
}

/* SUM copies T, which is a copy: eight more than the 6 I that MAKE gives.  */
static void __attribute__ ((noinline))
in_function (int *q)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    {
      counted s = make (i), t = s;
      q[i] = sum (t) + sum (make (i));
    }
}
#pragma omp end declare target

int
main ()
{
  int q[n], r[4], u[4];
  bool ok;

#pragma omp target map (from: q)
  in_function (q);
  ok = true;
  for (int i = 0; i < n; i++)
    ok &= q[i] == 12 * i + 8;
  check ("function", ok);

#pragma omp target map (from: q, r)
  {
    counted s;
#pragma omp simd private (s)
    for (int i = 0; i < n; i++)
      {
	/* 3, or three times an earlier I.  */
	int first = s.a[3];
	s = counted (i);
	q[i] = first % 3 + s.a[1] + s.a[2];
      }
    for (int k = 0; k < 4; k++)
      r[k] = s.a[k];
  }
  ok = r[0] == 0 && r[1] == 1 && r[3] == 3;
  for (int i = 0; i < n; i++)
    ok &= q[i] == 3 * i;
  check ("private", ok);

#pragma omp target teams distribute parallel for simd map (from: q)
  for (int i = 0; i < n; i++)
    {
      counted one (i), other;
      other = counted (i + (i & 1));
      q[i] = one.a[3] + other.a[1];
    }
  ok = true;
  for (int i = 0; i < n; i++)
    ok &= q[i] == 4 * i + (i & 1);
  check ("teams", ok);

#pragma omp target map (from: q, r)
  {
    counted s;
#pragma omp simd lastprivate (s)
    for (int i = 0; i < n; i++)
      {
	s = counted (i);
	q[i] = s.a[1] + s.a[3];
      }
    for (int k = 0; k < 4; k++)
      r[k] = s.a[k];
  }
  ok = true;
  for (int k = 0; k < 4; k++)
    ok &= r[k] == (n - 1) * k;
  for (int i = 0; i < n; i++)
    ok &= q[i] == 4 * i;
  check ("lastprivate", ok);

#pragma omp target map (from: u)
  {
    counted s (5);
#pragma omp simd reduction (add: s)
    for (int i = 0; i < n; i++)
      s += counted (i);
    for (int k = 0; k < 4; k++)
      u[k] = s.a[k];
  }
  ok = true;
  for (int k = 0; k < 4; k++)
    ok &= u[k] == (5 + n * (n - 1) / 2) * k;
  check ("reduction", ok);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
