/* Products of 64-bit integers, of which most are negative, in a vectorised loop.  */
#pragma omp declare target
extern int printf (const char *, ...);

enum { N = 64 };

static long a[N], b[N], c[N];

/* The products of A and B.  */
static void __attribute__ ((noipa))
multiply (const long *a, const long *b, long *c)
{
  for (int i = 0; i < N; i++)
    c[i] = a[i] * b[i];
}

/* The product of X and Y, which is not vectorised.  */
static long __attribute__ ((noipa))
product (long x, long y)
{
  return x * y;
}

int
main (void)
{
  int bad = 0;
  for (int i = 0; i < N; i++)
    {
      a[i] = i - 50;
      b[i] = 3 * i - 160;
    }
  multiply (a, b, c);
  for (int i = 0; i < N; i++)
    bad += c[i] != product (a[i], b[i]);
  printf ("%d of %d products are wrong\n", bad, N);
  return bad != 0;
}
#pragma omp end declare target

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
