/* What one worker does, before, between and in loops around loops over workers, and what
   all do to a gang-private array.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12 13 14 15 16" }
   { dg-accel-levels "-O0 -O1 -O2" }
   { dg-accel-args "-" }
   { dg-accel-run "--hazards=off --uninit=error --race --schedule=3 --time-limit=60" } */

struct inner { int a, b, c, d; };
struct outer { struct inner in; int e; };
struct data { int x[100], y[16], n, m, best, at, sum, count[4]; float f[8]; };

static void
fill (struct data *d)
{
  d->best = -1;
}

#include "run-workers.h"

static void
work (struct data *d, int device)
{
  int *x = d->x, *y = d->y, *count = d->count, n = 0, m = 0, best = -1, at = 0,
    sum = 0;
  float *f = d->f;
  #pragma acc data copy (x[:100], y[:16], count[:4], f[:8], n, m, best, at, sum) if (device)
  {
    /* Memory, and scalars in memory.  */
    #pragma acc parallel num_gangs (1) num_workers (8) if (device)
    {
      n = 100;
      x[3] = 7;
      #pragma acc loop worker
      for (int i = 0; i < 16; i++)
	x[i] = n + i;
      m = x[15];
      x[15] = 1;
    }
    /* A loop with a single hand-over between loops over workers, and reductions.  */
    #pragma acc parallel num_gangs (1) num_workers (6) if (device)
    {
      int level = 0, q[8];
      q[0] = 1;
      switch (count[0])
	{
	case 0: level = 2; break;
	case 1: level = 5; break;
	default: level = 9;
	}
      for (int k = 0; k < level; k++)
	{
	  q[k + 1] = q[k] * 3;
	  #pragma acc loop worker
	  for (int i = 0; i < 100; i++)
	    x[i] += q[k + 1] + k;
	  int most = 0;
	  #pragma acc loop worker vector reduction (max: most)
	  for (int i = 0; i < 100; i++)
	    if (x[i] % 17 > most)
	      most = x[i] % 17;
	  y[k] = most;
	  if (most > best)
	    {
	      best = most;
	      at = k;
	    }
	}
      #pragma acc loop worker
      for (int i = 0; i < 100; i++)
	{
	  #pragma acc atomic
	  sum += x[i];
	  #pragma acc atomic
	  count[i % 4]++;
	}
    }
    /* A gang-private array: cleared, and its elements stored by all.  */
    #pragma acc parallel num_gangs (1) if (device)
    {
      int a[3] = { 0 };
      float s[8] = { 0 };
      a[0]++;
      a[0] += 2;
      a[1] = a[0] * 2;
      #pragma acc loop worker vector
      for (int i = 0; i < 5; i++)
	s[i] = i * 2 + a[1];
      a[2] += 5;
      a[0] += a[1];
      for (int i = 0; i < 8; i++)
	f[i] = s[i];
      #pragma acc loop vector
      for (int i = 0; i < 3; i++)
	y[8 + i] = a[i];
      a[0] = 3;
      a[0] = 4;
      y[12] = a[0];
      a[0] = 5;
      struct outer o, *p = &o;
      o.in = (struct inner) { 0, 2 };
      o.in.c = 7;
      o.e = a[0];
      #pragma acc loop worker
      for (int i = 14; i < 16; i++)
	y[i] = p->in.b + p->in.c + p->e;
      int t = 5, bound = 3;
      for (int k = 0; k < bound; k++)
	{
	  if (k == 1 && bound < 6)
	    bound += 2;
	  #pragma acc loop worker reduction (+: t)
	  for (int i = 0; i < 10; i++)
	    t += a[k % 3] + i;
	}
      y[13] = t;
    }
  }
  d->n = n, d->m = m, d->best = best, d->at = at, d->sum = sum;
}

/* { dg-final { gcn-right {} "same" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
