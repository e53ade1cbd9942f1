/* Routines for vectors and for workers, called by one worker, by all, and in loops over
   workers.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12 13 14 15 16" }
   { dg-accel-levels "-O0 -O2" }
   { dg-accel-args "-" }
   { dg-accel-run "--hazards=off --uninit=error --race --schedule=3 --time-limit=60" } */

enum { N = 12 };
struct data { double a[N][N], s[N], v[N]; int c[N]; };

static void
fill (struct data *d)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      d->a[i][j] = i * N + j;
}

#include "run-workers.h"

#pragma acc routine seq
static double __attribute__ ((noinline))
half (double x)
{
  return x / 2;
}

#pragma acc routine vector
static double __attribute__ ((noinline))
total (double *p, int n)
{
  double t = 0;
  #pragma acc loop vector reduction (+: t)
  for (int i = 0; i < n; i++)
    t += half (p[i]);
  return t;
}

#pragma acc routine vector
static void __attribute__ ((noinline))
add_one (double *p, int n, int *calls)
{
  ++*calls;
  #pragma acc loop vector
  for (int i = 0; i < n; i++)
    p[i] += 1;
}

#pragma acc routine worker
static void __attribute__ ((noinline))
rows (double (*p)[N], double *out, int n, int *calls)
{
  add_one (p[0], n, calls);
  #pragma acc loop worker
  for (int i = 0; i < n; i++)
    out[i] = total (p[i], N);
  add_one (p[1], n, calls);
  out[0] += total (p[1], n);
}

static void
work (struct data *d, int device)
{
  #pragma acc data copy (d[:1]) if (device)
  {
    #pragma acc parallel num_gangs (1) num_workers (4) if (device)
    rows (d->a, d->s, N, d->c);
    #pragma acc parallel num_gangs (4) num_workers (4) if (device)
    #pragma acc loop gang
    for (int g = 2; g < N; g++)
      {
	add_one (d->a[g], N, &d->c[g]);
	double t = total (d->a[g], N), u = 0;
	#pragma acc loop worker reduction (+: u)
	for (int i = 0; i < N; i++)
	  u += d->a[g][i] * t;
	d->v[g] = u + total (d->a[g], 3);
	if (g % 2)
	  add_one (d->a[g], g, &d->c[g]);
      }
    #pragma acc parallel num_gangs (2) num_workers (4) if (device)
    #pragma acc loop gang worker
    for (int g = 2; g < N; g++)
      {
	add_one (d->a[g], 3, &d->c[g]);
	d->v[g] += total (d->a[g], N);
      }
  }
}

/* { dg-final { gcn-right {} "same" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
