/* What is set to zero changes no result: each method, run.  */
/* { dg-do run } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=0 init-regs=1 init-regs=2 init-regs=3" } */
/* { dg-accel-run "--uninit=random:17" } */

extern void abort (void);

typedef int v2si __attribute__ ((vector_size (8)));

static int __attribute__ ((noinline, noclone))
next (int *a, int n, int first)
{
  int prev, sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (!first)
	{
	  if (a[i] < prev)
	    abort ();
	  sum += a[i] - prev;
	}
      first = 0;
      prev = a[i];
    }
  return sum;
}

static long __attribute__ ((noinline, noclone))
wide (__int128 *p, int x)
{
  __int128 r;
  if (x & 1)
    r = p[x & 3];
  p[1]++;
  return x & 1 ? r >> 64 : x;
}

static int __attribute__ ((noinline, noclone))
pair (v2si *p, _Complex double *c, int x)
{
  v2si r;
  _Complex double d;
  if (x > 3)
    {
      r = p[x & 1];
      d = c[x & 1];
    }
  p[0] += 1;
  c[0] += 1.0i;
  return x > 3 ? r[0] * 2 + r[1] + (int) __imag__ d : -1;
}

int
main ()
{
  int a[5] = { 1, 4, 4, 9, 100 };
  __int128 w[4] = { 7, 0, 9, (__int128) 5 << 64 };
  v2si v[2] = { { 1, 2 }, { 3, 4 } };
  _Complex double c[2] = { 1.0 + 2.0i, 3.0 + 4.0i };
  if (next (a, 5, 1) != 99)
    abort ();
  if (wide (w, 3) != 5 || wide (w, 4) != 4 || wide (w, 1) != 0)
    abort ();
  if (pair (v, c, 2) != -1 || pair (v, c, 4) != 2 * 2 + 3 + 3
      || pair (v, c, 5) != 3 * 2 + 4 + 4)
    abort ();
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
