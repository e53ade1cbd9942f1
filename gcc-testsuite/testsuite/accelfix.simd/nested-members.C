// Members that the compiler makes, and lambdas, which a simd loop calls and
// which have simd loops or call what has.  They are artificial as functions are
// that OpenMP outlines, but a lane calls them.
// { dg-simd-without "wrong" }
// { dg-accel-mode openmp }
// { dg-simd-no-simt "any" }
// { dg-accel-levels "-O1 -O2 -O3 -Os" }
#include "simd.h"
#pragma omp declare target
template <int M> struct vec
{
  int a[M];
  vec () {}
  vec (const vec &o)
  {
#pragma omp simd
    for (int i = 0; i < M; i++)
      a[i] = o.a[i] + 1;
  }
  vec &operator= (const vec &o)
  {
#pragma omp simd
    for (int i = 0; i < M; i++)
      a[i] = o.a[i];
    return *this;
  }
  int sum () const
  {
    int s = 0;
    for (int i = 0; i < M; i++)
      s += a[i] * (i % 3 + 1);
    return s;
  }
};
struct both		// operator= and the copy constructor are implicit.
{
  vec<40> v;
  vec<33> w;
  int k;
};
struct derived : both	// Likewise, one step further.
{
  vec<35> x;
};
both from[N], to[N], spare;
derived dfrom[N], dto[N];
static NOIPA void
init ()
{
  for (int j = 0; j < N; j++)
    {
      from[j].k = dfrom[j].k = j;
      for (int i = 0; i < 40; i++)
	{
	  from[j].v.a[i] = dfrom[j].v.a[i] = i * j;
	  to[j].v.a[i] = dto[j].v.a[i] = -1;
	}
      for (int i = 0; i < 33; i++)
	{
	  from[j].w.a[i] = dfrom[j].w.a[i] = i;
	  to[j].w.a[i] = dto[j].w.a[i] = -1;
	}
      for (int i = 0; i < 35; i++)
	dfrom[j].x.a[i] = dto[j].x.a[i] = j;
    }
}
// So that these are called from outside a loop, too.
static NOIPA void
swap ()
{
  spare = from[0];
  from[0] = from[1];
  from[1] = spare;
  spare = from[0];
  from[0] = from[1];
  from[1] = spare;
  dto[0] = dfrom[1];
}
static NOIPA int
copied (const both &b)
{
  both c (b);
  return c.v.sum () + c.w.sum ();
}
template <typename F> static NOIPA int
apply (F f, int n)
{
  return f (n);
}
#pragma omp end declare target
int out[3][N];

int
main ()
{
#pragma omp target map(from: out)
  {
    init ();
    swap ();
#pragma omp simd
    for (int j = 0; j < N; j++)
      to[j] = from[j];
#pragma omp simd
    for (int j = 0; j < N; j++)
      dto[j] = dfrom[j];
#pragma omp simd
    for (int j = 0; j < N; j++)
      out[1][j] = copied (from[j]);
    int base = 3;
    auto f = [base] (int n)
      {
	int a[40], s = 0;
#pragma omp simd
	for (int i = 0; i < 40; i++)
	  a[i] = i * n + base;
	for (int i = 0; i < 40; i++)
	  s += a[i];
	return s;
      };
    out[2][0] = apply (f, 0);
#pragma omp simd
    for (int j = 0; j < N; j++)
      out[2][j] = apply (f, j);
    for (int j = 0; j < N; j++)
      out[0][j] = to[j].v.sum () + to[j].w.sum () + to[j].k
		  + dto[j].v.sum () + dto[j].w.sum () + dto[j].x.sum ()
		  + dto[j].k;
  }
  init ();
  for (int j = 0; j < N; j++)
    {
      expect ("assigned", j, out[0][j],
	      2 * (from[j].v.sum () + from[j].w.sum () + j)
	      + dfrom[j].x.sum ());
      both c (from[j]);
      expect ("copied", j, out[1][j], c.v.sum () + c.w.sum ());
      expect ("lambda", j, out[2][j], 780 * j + 120);
    }
  return simd_status ();
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
