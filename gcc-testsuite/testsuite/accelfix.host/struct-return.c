/* Offloaded functions that return structures of up to 16 bytes.  */
/* { dg-host-without "crash right 16" } */
/* { dg-host-off "struct-return=0" } */

#include "host.h"

typedef struct { long a, b; } two;
typedef struct { double re, im; } number;
typedef struct { char c[3]; } three;
typedef union { int i; unsigned char bytes[16]; } bytes16;
typedef struct { float x; } one;

#pragma omp declare target
static two table[2] = { { 1, 2 }, { 3, 4 } };

static two __attribute__ ((noinline))
pair (long a, long b)
{
  two p = { a, b };
  return p;
}

static number __attribute__ ((noinline))
product (number a, number b)
{
  if (a.re == 0)
    return b;
  number r;
  r.re = a.re * b.re - a.im * b.im;
  r.im = a.re * b.im + a.im * b.re;
  return r;
}

static three __attribute__ ((noinline))
chars (const char *s)
{
  three t;
  for (int i = 0; i < 3; i++)
    t.c[i] = s[i];
  return t;
}

static two __attribute__ ((noinline))
of_table (int i)
{
  return table[i];
}

static bytes16 __attribute__ ((noinline))
by_pointer (bytes16 *p)
{
  return *p;
}

static one __attribute__ ((noinline))
half (one a)
{
  a.x /= 2;
  return a;
}

static two __attribute__ ((noinline))
recursive (int n)
{
  if (n == 0)
    return pair (0, 1);
  two p = recursive (n - 1);
  return pair (p.b, p.a + p.b);
}
#pragma omp end declare target

int
main (void)
{
  long a = 0, b = 0, c = 0;
  double re = 0, im = 0;
  float x = 0;
  int u = 0, ok = 0;

  #pragma omp target map(tofrom: a, b, c, re, im, x, u, ok)
  {
    two p = pair (3, 4), q = of_table (1), r = recursive (20);
    number n = product ((number) { 1, 2 }, (number) { 3, 4 });
    three t = chars ("xyz");
    bytes16 w = { .i = 77 };
    a = p.a * 10 + p.b;
    b = q.a * 10 + q.b;
    c = r.a;
    re = n.re;
    im = n.im;
    x = half ((one) { 5 }).x;
    u = by_pointer (&w).i;
    ok = t.c[0] == 'x' && t.c[1] == 'y' && t.c[2] == 'z';
  }
  check ("two integers", a == 34 && b == 34);
  check ("recursion", c == 6765);
  check ("two doubles", re == -5 && im == 10);
  check ("a float", x == 2.5f);
  check ("a union", u == 77);
  check ("characters", ok);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
