/* OpenACC: scalars that nested loops reduce.  */
/* { dg-host-mode "openacc" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
/* { dg-host-without "wrong" } */
/* { dg-host-said "8 loops that reduce a scalar" } */
/* { dg-host-off "acc-reduction=0" } */

#include "host.h"

enum { N = 60, M = 70, L = 5 };

static int a[N][M], x[M], y[N], want[N];
static long total, sum;

static void
fill (void)
{
  total = sum = 0;
  for (int i = 0; i < N; i++)
    {
      want[i] = 0;
      y[i] = -1;
      for (int j = 0; j < M; j++)
	{
	  a[i][j] = (7 * i + 3 * j) % 11;
	  x[j] = j % 5;
	  want[i] += a[i][j] * x[j];
	  sum += a[i][j];
	}
      total += want[i];
    }
}

static int
right (void)
{
  for (int i = 0; i < N; i++)
    if (y[i] != want[i])
      return 0;
  return 1;
}

/* Scalars that each iteration sets first; the host's keeps its value.  */

static void
own (void)
{
  int s = 77;
  long t = 0;

  fill ();
  #pragma acc parallel loop gang copyin (a, x) copyout (y)
  for (int i = 0; i < N; i++)
    {
      s = 0;
      #pragma acc loop vector reduction (+: s)
      for (int j = 0; j < M; j++)
	s += a[i][j] * x[j];
      y[i] = s;
    }
  check ("a gang's own", right () && s == 77);

  fill ();
  #pragma acc parallel loop copyin (a, x) copyout (y)
  for (int i = 0; i < N; i++)
    {
      s = 0;
      #pragma acc loop reduction (+: s)
      for (int j = 0; j < M; j++)
	s += a[i][j] * x[j];
      y[i] = s;
    }
  check ("levels that GCC chooses", right () && s == 77);

  fill ();
  #pragma acc parallel copyin (a, x) copyout (y) num_gangs (4) num_workers (4)
  {
    #pragma acc loop gang
    for (int k = 0; k < L; k++)
      {
	#pragma acc loop worker
	for (int i = k * (N / L); i < (k + 1) * (N / L); i++)
	  {
	    if (i % 2)
	      s = 5;
	    else
	      s = 4;
	    s = 0;
	    #pragma acc loop vector reduction (+: s)
	    for (int j = 0; j < M; j++)
	      s += a[i][j] * x[j];
	    y[i] = s;
	  }
      }
  }
  check ("a worker's own", right () && s == 77);

  fill ();
  #pragma acc parallel loop gang reduction (+: t) copyin (a, x) copyout (y)
  for (int i = 0; i < N; i++)
    {
      s = 0;
      #pragma acc loop worker vector reduction (+: s)
      for (int j = 0; j < M; j++)
	s += a[i][j] * x[j];
      y[i] = s;
      t += s;
    }
  check ("and a sum of them", right () && t == total && s == 77);

  /* A loop in between that runs sequentially, and a variable used twice.  */
  fill ();
  #pragma acc parallel loop gang copyin (a, x) copyout (y)
  for (int i = 0; i < N; i++)
    {
      s = 0;
      #pragma acc loop seq
      for (int k = 0; k < L; k++)
	{
	  #pragma acc loop vector reduction (+: s)
	  for (int j = k; j < M; j += L)
	    s += a[i][j] * x[j];
	}
      y[i] = s;
      s = 7;
      #pragma acc loop vector reduction (max: s)
      for (int j = 0; j < M; j++)
	s = s > a[i][j] ? s : a[i][j];
      y[i] += s - 10;
    }
  check ("a sequential loop, and twice", right () && s == 77);
}

/* The clause is on the outer loop alone, on the inner one, or on the construct.  */

static void
spans (void)
{
  long s = 0;
  double d = 1;
  int m = -1;

  fill ();
  #pragma acc parallel loop gang reduction (+: s) copyin (a, x) num_workers (4) vector_length (64)
  for (int i = 0; i < N; i++)
    {
      #pragma acc loop worker
      for (int k = 0; k < L; k++)
	{
	  #pragma acc loop vector
	  for (int j = k; j < M; j += L)
	    s += a[i][j] * x[j];
	}
    }
  check ("outside alone", s == total);

  s = 3;
  #pragma acc parallel loop gang copyin (a, x)
  for (int i = 0; i < N; i++)
    {
      #pragma acc loop vector reduction (+: s)
      for (int j = 0; j < M; j++)
	s += a[i][j] * x[j];
    }
  check ("inside alone", s == total + 3);

  s = 0;
  #pragma acc parallel copyin (a, x) reduction (+: s) num_gangs (8)
  {
    #pragma acc loop gang
    for (int i = 0; i < N; i++)
      {
	#pragma acc loop vector
	for (int j = 0; j < M; j++)
	  s += a[i][j] * x[j];
      }
  }
  check ("on the construct", s == total);

  #pragma acc parallel loop reduction (max: m) reduction (+: d) copyin (a)
  for (int i = 0; i < N; i++)
    {
      #pragma acc loop
      for (int j = 0; j < M; j++)
	{
	  int v = a[i][j] * 100 + i;
	  if (v > m)
	    m = v;
	  d += a[i][j] * 0.5;
	}
    }
  check ("a maximum and a sum", m == 1059 && d == 1 + 0.5 * sum);
}

/* In a routine; and a scalar that is private already.  */

#pragma acc routine worker
static int
row (const int *r, const int *v)
{
  int s = 0;
  #pragma acc loop worker reduction (+: s)
  for (int k = 0; k < L; k++)
    {
      #pragma acc loop vector
      for (int j = k; j < M; j += L)
	s += r[j] * v[j];
    }
  return s;
}

static void
routine (void)
{
  int s = 0;

  fill ();
  #pragma acc parallel loop gang copyin (a, x) copyout (y) num_workers (4)
  for (int i = 0; i < N; i++)
    y[i] = row (a[i], x);
  check ("in a routine", right ());

  fill ();
  #pragma acc parallel loop gang private (s) copyin (a, x) copyout (y)
  for (int i = 0; i < N; i++)
    {
      s = 0;
      #pragma acc loop vector reduction (+: s)
      for (int j = 0; j < M; j++)
	s += a[i][j] * x[j];
      y[i] = s;
    }
  check ("private already", right ());
}

/* What is to stay as it is: one gang's value is the host's afterwards.  */

static void
stays (void)
{
  int s = 5;

  fill ();
  #pragma acc parallel copyin (a, x) num_gangs (1)
  {
    #pragma acc loop vector reduction (+: s)
    for (int j = 0; j < M; j++)
      s += a[1][j] * x[j];
  }
  check ("no loop around it", s == want[1] + 5);

  /* One gang: a value may come from the iteration before, and from the last one to the
     host.  */
  fill ();
  s = 1000000;
  #pragma acc parallel loop gang num_gangs (1) copyin (a, x) copyout (y)
  for (int i = 0; i < N; i++)
    {
      if (i % 3 == 0)
	s = 0;
      #pragma acc loop vector reduction (+: s)
      for (int j = 0; j < M; j++)
	s += a[i][j] * x[j];
      y[i] = s;
    }
  for (int i = N - 1; i >= 0; i--)
    if (i % 3)
      y[i] -= y[i - 1];
  check ("set by some iterations", right () && s == want[N - 1] + want[N - 2] + want[N - 3]);

  fill ();
  s = 1000000;
  #pragma acc parallel loop gang num_gangs (1) copyin (a, x) copyout (y)
  for (int i = 0; i < N; i++)
    {
      #pragma acc loop seq
      for (int k = i % 3; k < 1; k++)
	s = 0;
      #pragma acc loop vector reduction (+: s)
      for (int j = 0; j < M; j++)
	s += a[i][j] * x[j];
      y[i] = s;
    }
  for (int i = N - 1; i >= 0; i--)
    if (i % 3)
      y[i] -= y[i - 1];
  check ("set in a loop that may have no iteration",
	 right () && s == want[N - 1] + want[N - 2] + want[N - 3]);
}

int
main (void)
{
  own ();
  spans ();
  routine ();
  stays ();
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
