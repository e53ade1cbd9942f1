/* A shared dead end of several blocks is split as a whole.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "exit=1 exit=2,exit-growth-limit=200" } */

extern void together (void);
extern void tell (int);

void
f (int *p, int *q, int x)
{
  if (p[x] < 0)
    goto bad;
  together ();
  if (x & 1)
    {
      if (q[x] < 0)
	goto bad;
      q[x]++;
    }
  else
    q[x] += 7;
  together ();
  q[x] += p[x];
  return;
 bad:
  if (q[0] > 5)
    tell (1);
  else
    while (q[0]-- > x)
      tell (2);
  __builtin_trap ();
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { one-terminator } } */
/* { dg-final { ptx-dead-ends 0 } } */
/* { dg-final { scan-ptx-times {trap; exit;} 1 {exit=1} } } */
/* { dg-final { scan-ptx-times {trap; exit;} 2 {exit-growth-limit=200} } } */
/* { dg-final { scan-ptx-times {call tell} 2 {exit=1} } } */
/* { dg-final { scan-ptx-times {call tell} 4 {exit-growth-limit=200} } } */
/* { dg-final { summary-says {1 copies of dead ends made by exit=2} {exit-growth-limit=200} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
