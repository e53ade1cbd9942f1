/* A frame where another one has been.  */
/* flags -O1 */
/* ptxvm says frame of second.*(omp-frames.c:29) */
#pragma omp declare target
int __attribute__ ((noipa))
keep (int *p)
{
  return p[3];
}

int __attribute__ ((noipa))
first (int k)
{
  int a[8];
  for (int i = 0; i < 8; i++)
    a[i] = k;
  return keep (a);
}

int __attribute__ ((noipa))
second (int k)
{
  volatile int a[8];
  a[0] = k;
#ifdef RIGHT
  a[5] = k;
#endif
  a[1] = 0;
  if (a[5] == k)	/* here */
    a[1] = 1;
  return a[1] + a[0];
}
#pragma omp end declare target

int
main (void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  n = first (5) * second (5);
  return 0 * n;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
