/* Structures and arrays that one worker sets, as a whole or by components.  The array of
   8000 bytes is each worker's own, since its elements are set by all.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12 13 14 15 16" }
   { dg-accel-levels "-O0 -O1 -O2" }
   { dg-accel-args "-" }
   { dg-accel-run "--hazards=off --uninit=error --race --schedule=3 --time-limit=60" } */

struct range { int lo, hi; double k; };
struct table { int base, step[4]; };
struct pointers { struct table *t; int *i; };
struct data { int x[16], z[16]; double y[16]; struct range r, s; struct table t; };

static void
fill (struct data *d)
{
  d->r = (struct range) { 2, 9, 1.5 };
  d->s = (struct range) { 1, 3, 2.5 };
  d->t = (struct table) { 100, { 1, 2, 3, 4 } };
}

#include "run-workers.h"

/* A variable of each worker's own.  */
#pragma acc routine seq
static int __attribute__ ((noinline))
look (int k, int *p)
{
  struct table own = { k, { 1, 2, 3, k } };
  struct pointers q;
  q.t = &own;
  q.i = p;
  *q.i += q.t->step[3];
  return q.t->base + q.t->step[k % 4];
}

static void
work (struct data *d, int device)
{
  int w[3], big[2000];
  struct table u = { 50, { 5, 6, 7, 8 } };
  struct range q;
  struct table t;
  #pragma acc data copy (d[:1]) if (device)
  {
    #pragma acc parallel num_gangs (1) num_workers (4) private (q) if (device)
    {
      struct range r = d->r;
      q = d->x[0] ? d->r : d->s;
      #pragma acc loop worker
      for (int i = r.lo; i < r.hi; i++)
	{
	  d->x[i] = i + q.hi;
	  d->y[i] = r.k * i + q.k;
	}
      r = d->s;
      #pragma acc loop worker vector
      for (int i = r.lo; i < r.hi; i++)
	d->y[i] += 100 * r.k;
    }
    #pragma acc parallel num_gangs (1) num_workers (4) private (w, t) if (device)
    {
      w[0] = 1; w[1] = 5; w[2] = 7;
      t = d->t;
      #pragma acc loop worker
      for (int i = 0; i < 16; i++)
	d->z[i] = w[i % 3] + t.base + t.step[i % 4];
      w[1]++;
      t.base = w[1];
      t.step[2] += t.base;
      #pragma acc loop worker
      for (int i = 0; i < 16; i++)
	d->z[i] += w[i % 3] + t.step[i % 4];
    }
    /* As a lambda function's object.  */
    #pragma acc parallel num_gangs (2) num_workers (4) firstprivate (u) if (device)
    #pragma acc loop gang
    for (int i = 0; i < 16; i++)
      {
	struct pointers f, *g = &f;
	f.t = &u;
	f.i = &i;
	#pragma acc loop seq
	for (int k = 0; k < 4; k++)
	  d->z[i] += g->t->step[k] * 10 + *g->i;
	#pragma acc loop worker
	for (int k = 0; k < 1; k++)
	  {
	    int m = 0;
	    d->z[i] += look (i, &m) + m;
	  }
      }
    #pragma acc parallel num_gangs (2) num_workers (4) private (big) if (device)
    {
      for (int i = 0; i < 2000; i++)
	big[i] = i;
      #pragma acc loop gang worker
      for (int i = 0; i < 16; i++)
	d->x[i] += big[i * 100];
    }
  }
}

/* { dg-final { gcn-right {} "same" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
