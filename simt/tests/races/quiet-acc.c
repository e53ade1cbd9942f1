/* OpenACC, nothing to report: gangs, workers, reductions, and a loop that one
   worker executes for the others.  There is no other half of it.  */
#define N 64

int
main (void)
{
  int a[N], b[N], r[4], s = 0, bad = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma acc parallel loop gang worker vector num_gangs(4) num_workers(4) \
  reduction(+: s) copyin(a)
  for (int i = 0; i < N; i++)
    s += a[i];
#pragma acc parallel num_gangs(4) num_workers(8) copyin(a) copyout(b, r)
  {
    int p[16];
#pragma acc loop gang private(p)
    for (int g = 0; g < 4; g++)
      {
	int t = 0;
	for (int i = 0; i < 16; i++)
	  p[i] = g;
#pragma acc loop worker
	for (int i = 0; i < 16; i++)
	  p[i] += a[16 * g + i];
#pragma acc loop worker reduction(+: t)
	for (int i = 0; i < 16; i++)
	  {
	    b[16 * g + i] = p[15 - i];
	    t += p[i];
	  }
	r[g] = t;
      }
  }
  for (int g = 0; g < 4; g++)
    bad += r[g] != 256 * g + 120 + 16 * g;
  return bad + (s != N * (N - 1) / 2);
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
