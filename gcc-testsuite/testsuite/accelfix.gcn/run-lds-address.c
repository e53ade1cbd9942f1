/* Pointers to parts of gang-private variables, constants stored to their elements, and
   large ones that are cleared and copied.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12 13 14 15 16" }
   { dg-accel-levels "-O0 -O1 -O2" }
   { dg-accel-args "-" }
   { dg-accel-run "--hazards=off --uninit=error --race --schedule=3 --time-limit=60" } */

struct parts { int a, b[4]; };
struct block { int a[25]; };
struct data { int x[24], y[24], k; double z[20], m[4][20]; struct block g; };

static void
fill (struct data *d)
{
  d->k = 1;
  for (int i = 0; i < 25; i++)
    d->g.a[i] = i;
  for (int i = 0; i < 80; i++)
    d->m[i / 20][i % 20] = i % 7;
}

#include "run-workers.h"

#pragma acc routine seq
static int
sum (const int *p, int n)
{
  int t = 0;
  for (int i = 0; i < n; i++)
    t += p[i];
  return t;
}

static void
work (struct data *d, int device)
{
  #pragma acc data copy (d[:1]) if (device)
  {
    #pragma acc parallel num_gangs (1) num_workers (4) if (device)
    {
      struct parts s;
      int other[4];
      s.a = 3;
      for (int i = 0; i < 4; i++)
	s.b[i] = i, other[i] = 10 * i;
      int *p = &s.b[1];
      *p = 40;
      int *q = d->k ? s.b : other;
      q[2] += 5;
      d->x[0] = sum (s.b, 4) + sum (q, 3);
      d->x[1] = p == &s.b[1];
      d->x[2] = p - s.b;
      #pragma acc loop worker
      for (int i = 3; i < 16; i++)
	d->x[i] = q[i % 4] + other[i % 4] + sum (&s.b[i % 3], 2) + s.a;
    }
    #pragma acc parallel num_gangs (1) num_workers (4) if (device)
    {
      int a[24] = { 0 }, c[4];
      c[0] = 3; c[1] = 7; c[2] = 1; c[3] = 2;
      struct block s = d->g;
      #pragma acc loop worker
      for (int i = 0; i < 24; i++)
	a[i] += s.a[i] + c[i % 4];
      s.a[3] = 1000;
      struct block t = s;
      d->g = t;
      #pragma acc loop worker
      for (int i = 0; i < 24; i++)
	d->y[i] = a[i] + t.a[i];
    }
    /* Loops that are vectorized, and unrolled; the address of u[16] may be a constant in
       memory.  */
    #pragma acc parallel num_gangs (1) num_workers (4) if (device)
    {
      double u[20], v[20];
      for (int i = 0; i < 20; i++)
	u[i] = i;
      for (int k = 0; k < 3; k++)
	{
	  #pragma acc loop worker
	  for (int i = 0; i < 20; i++)
	    v[i] = u[19 - i] / 2;
	  #pragma acc loop worker vector
	  for (int i = 0; i < 20; i++)
	    u[i] = v[i];
	}
      #pragma acc loop worker
      for (int i = 0; i < 20; i++)
	{
	  double t = 0;
	  #pragma acc loop vector reduction(+: t)
	  for (int j = 0; j < 20; j++)
	    t += d->m[i % 4][j] * u[j];
	  v[i] = t;
	}
      #pragma acc loop worker
      for (int i = 0; i < 20; i++)
	d->z[i] = u[i] + v[i];
    }
  }
}

/* { dg-final { gcn-right {} "same" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
