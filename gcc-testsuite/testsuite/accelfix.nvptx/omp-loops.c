/* Teams, parallel loops, simd and reductions.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

int
main ()
{
  int a[128], last = 0;
  float s = 0;
#pragma omp target teams distribute parallel for map(from: a) \
	    map(tofrom: s) reduction(+: s)
  for (int i = 0; i < 128; i++)
    {
      int r;
      if (i & 1)
	r = i;
      if (i != 4)
	a[i] = i & 1 ? r : -i;
      s += a[i];
    }
#pragma omp target parallel for simd map(to: a) map(tofrom: last) \
	    lastprivate(last)
  for (int i = 0; i < 128; i++)
    last = a[i];
#pragma omp target map(tofrom: a)
#pragma omp parallel num_threads(8)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp single
#pragma omp task
    a[3] = 4;
#pragma omp critical
    a[4]++;
  }
  return last + s != 0;
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { ptx-dead-ends 0 } } */
/* { dg-final { one-terminator } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
