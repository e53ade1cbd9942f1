/* Shared dead ends that stay: nothing that all lanes must reach together lies
   on the way to where the sharing moves the reconvergence point.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "exit=1 exit=2" } */

void
nothing_between (int *p, int *q, int x)
{
  if (p[x] < 0)
    __builtin_trap ();
  q[x]++;
  if (x & 1)
    {
      if (q[x] < 0)
	__builtin_trap ();
      q[x] += 3;
    }
  q[x] += p[x];
}

void
known_function (int *p, int *q, int x)
{
  if (p[x] < 0)
    __builtin_trap ();
  nothing_between (q, p, x);
  if (x & 1)
    {
      if (q[x] < 0)
	__builtin_trap ();
      q[x] += 3;
    }
  q[x] += p[x];
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { one-terminator } } */
/* { dg-final { ptx-dead-ends 0 } } */
/* { dg-final { summary-says-not {copies of dead ends} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
