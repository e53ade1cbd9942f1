/* Products of vectors of 64-bit integers.  */
/* { dg-accel-levels "-O3" } */
#include <stdio.h>

enum { N = 100 };

static long a[N], b[N], c[N];
static unsigned long u[N];
static int bad;

static long __attribute__ ((noipa))
product (long x, long y)
{
  return x * y;
}

static void
check (const char *what, int ok)
{
  if (!ok)
    {
      printf ("wrong: %s\n", what);
      bad++;
    }
}

/* Both vary; one is the same for all; a constant; squares; a mask.  */
static void __attribute__ ((noipa))
both (void)
{
  for (int i = 0; i < N; i++)
    c[i] = a[i] * b[i];
}
static void __attribute__ ((noipa))
by (long x)
{
  for (int i = 0; i < N; i++)
    c[i] = a[i] * x;
}
static void __attribute__ ((noipa))
by_constant (void)
{
  for (int i = 0; i < N; i++)
    c[i] = a[i] * -123456789012345l;
}
static void __attribute__ ((noipa))
squares (void)
{
  for (int i = 0; i < N; i++)
    c[i] = a[i] * a[i];
}
static void __attribute__ ((noipa))
some (void)
{
  for (int i = 0; i < N; i++)
    if (b[i] < 0)
      c[i] = a[i] * b[i];
}
static long __attribute__ ((noipa))
dot (int n)
{
  long s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
static void __attribute__ ((noipa))
extended (int *x)
{
  for (int i = 0; i < N; i++)
    u[i] = (unsigned) x[i] * u[i];
}

static void
fill (long scale)
{
  for (int i = 0; i < N; i++)
    {
      a[i] = (i - 60) * scale - 7;
      b[i] = (33 - i) * scale + 3;
      c[i] = 5;
      u[i] = (unsigned long) b[i];
    }
}

static void
all (long scale)
{
  static int x[N];
  int ok;
  fill (scale);
  both ();
  ok = 1;
  for (int i = 0; i < N; i++)
    ok &= c[i] == product (a[i], b[i]);
  check ("both", ok);
  by (-scale - 1);
  ok = 1;
  for (int i = 0; i < N; i++)
    ok &= c[i] == product (a[i], -scale - 1);
  check ("by one", ok);
  by_constant ();
  ok = 1;
  for (int i = 0; i < N; i++)
    ok &= c[i] == product (a[i], -123456789012345l);
  check ("by a constant", ok);
  squares ();
  ok = 1;
  for (int i = 0; i < N; i++)
    ok &= c[i] == product (a[i], a[i]);
  check ("squares", ok);
  fill (scale);
  some ();
  ok = 1;
  for (int i = 0; i < N; i++)
    ok &= c[i] == (b[i] < 0 ? product (a[i], b[i]) : 5);
  check ("some", ok);
  for (int n = 1; n < N; n = n * 2 + 1)
    {
      long s = 0;
      for (int i = 0; i < n; i++)
	s += product (a[i], b[i]);
      check ("a sum", dot (n) == s);
    }
  for (int i = 0; i < N; i++)
    x[i] = i - 5;
  extended (x);
  ok = 1;
  for (int i = 0; i < N; i++)
    ok &= u[i] == (unsigned long) product (x[i] & 0xffffffffl, b[i]);
  check ("zero-extended", ok);
}

int
main (void)
{
  all (1);
  all (12345);
  all (9876543210);
  printf ("%d wrong\n", bad);
  return bad != 0;
}

/* { dg-final { gcn-right {} "0 wrong" } } */
/* { dg-final { gcn-wrong none {} "\[1-9\]\[0-9\]* wrong" } } */
/* { dg-final { gcn-wrong wide-multiply=0 {} "\[1-9\]\[0-9\]* wrong" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
