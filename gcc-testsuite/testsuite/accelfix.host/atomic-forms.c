/* Atomics of all forms in simd loops of target regions.  */
/* { dg-host-without "wrong right 16" } */
/* { dg-host-said "atomics in simd loops" } */

#include "host.h"

struct pair { int a; long b; };

#pragma omp declare target
static void __attribute__ ((noinline))
callee (int *sum, int n)
{
  int local = 0;
  #pragma omp simd
  for (int i = 0; i < n; i++)
    {
      #pragma omp atomic
      local += i;
    }
  *sum = local;
}
#pragma omp end declare target

int
main (void)
{
  int x = 0, y = 1, from = 7, seen = 0, of_callee = 0, n = 100;
  double d = 0;
  struct pair p = { 0, 0 };
  int a[4] = { 0, 0, 0, 0 }, old[100];
  int *q = a;

  #pragma omp target simd map(tofrom: x, d)
  for (int i = 0; i < 1024; i++)
    {
      #pragma omp atomic
      x++;
      #pragma omp atomic update
      d += 0.5;
    }
  check ("update", x == 1024 && d == 512);

  #pragma omp target map(tofrom: p, a)
  #pragma omp simd
  for (int i = 0; i < n; i++)
    {
      #pragma omp atomic
      p.a += 2;
      #pragma omp atomic
      p.b = p.b + i;
      #pragma omp atomic
      a[i % 4] += 1;
    }
  check ("members", p.a == 200 && p.b == 4950);
  check ("elements", a[0] == 25 && a[1] == 25 && a[2] == 25 && a[3] == 25);

  x = 0;
  #pragma omp target simd map(tofrom: x) map(from: old)
  for (int i = 0; i < 100; i++)
    {
      int v;
      #pragma omp atomic capture
      v = x++;
      old[i] = v;
    }
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += old[i];
  check ("capture", x == 100 && sum == 4950);

  #pragma omp target simd map(tofrom: from, seen, y)
  for (int i = 0; i < 64; i++)
    {
      int v;
      #pragma omp atomic read
      v = from;
      #pragma omp atomic write
      seen = v;
      #pragma omp atomic
      y *= 1;
    }
  check ("read and write", seen == 7 && y == 1);

  x = 0;
  #pragma omp target teams distribute parallel for simd map(tofrom: x)
  for (int i = 0; i < 1000; i++)
    {
      #pragma omp atomic
      x += 3;
    }
  check ("all at once", x == 3000);

  #pragma omp target simd map(tofrom: q[:4])
  for (int i = 0; i < 16; i++)
    {
      #pragma omp atomic
      q[1]++;
    }
  check ("by a pointer", a[1] == 41);

  #pragma omp target map(tofrom: of_callee)
  callee (&of_callee, n);
  check ("in a function", of_callee == 4950);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
