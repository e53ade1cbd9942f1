/* A dead end that regions on both sides of a call share, where nothing is
   known of the function called: it may hold a barrier.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O2" } */
/* { dg-accel-args "exit=1 exit=2 exit=2,exit-growth-limit=0" } */

extern void together (void);

void
f (int *p, int *q, int x)
{
  if (p[x] < 0)
    __builtin_trap ();
  together ();
  if (x & 1)
    {
      if (q[x] < 0)
	__builtin_trap ();
      q[x] += 3;
    }
  else
    {
      if (p[31 - x] < -7)
	__builtin_trap ();
      q[x] ^= 5;
    }
  together ();
  q[x] += p[x];
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { one-terminator } } */
/* { dg-final { ptx-dead-ends 0 } } */
/* { dg-final { scan-ptx-times {trap; exit;} 1 {exit=1} } } */
/* { dg-final { scan-ptx-times {trap; exit;} 3 {exit=2 !exit-growth-limit=0} } } */
/* { dg-final { summary-says {2 copies of dead ends made by exit=2} {exit=2 !exit-growth-limit=0} } } */
/* { dg-final { scan-ptx-times {trap; exit;} 1 {exit-growth-limit=0} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
