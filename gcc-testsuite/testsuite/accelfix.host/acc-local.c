/* Variables that are declared inside a data construct, and those that only seem so.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong" } */
/* { dg-host-on "nvptx amdgcn" } */

#include "host.h"

#define N 32

static int t[N], u[N];

static void
reset (void)
{
  for (int i = 0; i < N; i++)
    t[i] = u[i] = 0;
}

/* Whether the region has a variable of its own.  */

static void
own (void)
{
  int after, after_serial, shared;
  reset ();
#pragma acc data copy(t, u)
  {
    int value = 5;
#pragma acc parallel num_gangs(1)
    {
      value += 2;
      t[0] = value;
    }
    after = value;
#pragma acc serial
    {
      value += 3;
      u[0] = value;
    }
    after_serial = value;
    static int kept = 1;
#pragma acc parallel num_gangs(1)
    t[1] = kept++;
    shared = kept;
  }
  check ("parallel has its own", after == 5 && t[0] == 7);
  check ("serial has its own", after_serial == 5 && u[0] == 8);
  check ("a static variable", shared == 1 && t[1] == 1);
}

/* Queues that have a loop's variable each.  */

static void
queues (void)
{
  reset ();
#pragma acc data copy(t)
  {
    for (int q = 0; q < N; q++)
      {
	double twice = 2.0 * q;
	int *p = &t[q];
#pragma acc parallel async(q) present(t)
	{
	  t[q] = twice + 1;
	  if (p == 0)
	    t[q] = -1;
	}
      }
#pragma acc wait
  }
  int right = 0;
  for (int i = 0; i < N; i++)
    right += t[i] == 2 * i + 1;
  check ("queues", right == N);
}

/* Gangs that do not share one.  */

static void
gangs (void)
{
  reset ();
#pragma acc data copy(t)
  {
    int begin = 3, sum = begin;
#pragma acc parallel loop gang num_gangs(8)
    for (int i = 0; i < N; i++)
      {
	sum = i;
	for (int k = 0; k < 100; k++)
	  sum += k;
	t[i] = sum;
      }
  }
  int right = 0;
  for (int i = 0; i < N; i++)
    right += t[i] == i + 4950;
  check ("gangs", right == N);
}

/* Those that a clause names, that a loop reduces, or that are no scalars are copied.  */

static void
copied (void)
{
  int a, b, c, d, e, f;
  reset ();
#pragma acc data copy(t)
  {
    int named = 1;
#pragma acc parallel num_gangs(1) copy(named)
    named += 1;
    a = named;
    int outer = 1;
#pragma acc data copy(outer)
    {
#pragma acc parallel num_gangs(1)
      outer += 2;
    }
    b = outer;
    int sum = 1;
#pragma acc parallel loop reduction(+: sum)
    for (int i = 0; i < N; i++)
      sum += i;
    c = sum;
    int inner = 1;
#pragma acc parallel
    {
#pragma acc loop gang reduction(+: inner)
      for (int i = 0; i < N; i++)
	inner += i;
    }
    d = inner;
    int array[3] = { 1, 2, 3 };
#pragma acc parallel num_gangs(1)
    array[1] += 4;
    e = array[1];
    int word = 1;
_Pragma ("acc parallel num_gangs(1) copy(word)")
    word += 5;
    f = word;
  }
  check ("copy", a == 2);
  check ("in a data clause", b == 3);
  check ("reduced by the construct", c == 1 + N * (N - 1) / 2);
  check ("reduced by a loop in it", d == 1 + N * (N - 1) / 2);
  check ("an array", e == 6);
  check ("copy in _Pragma", f == 6);
}

int
main (void)
{
  own ();
  queues ();
  gangs ();
  copied ();
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
