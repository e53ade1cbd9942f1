/* A kernel copies undefined elements, and another one looks at the copy.  */
/* gcnvm says decides a branch: it was loaded in .*(omp-copied.c:24) from element 40 of `b', mapped from */
/* ptxvm says decides a branch: it was loaded in .*(omp-copied.c:24) from offset 160 in `b', mapped from */
int
main (void)
{
  int a[64], b[64], n = 0;
#ifdef RIGHT
  int m = 64;
#else
  int m = 40;
#endif
#pragma omp target data map(alloc: a, b)
  {
#pragma omp target
    for (int i = 0; i < m; i++)
      a[i] = i;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 64; i++)
      b[i] = 3 * a[i] + 1;
#pragma omp target map(tofrom: n)
    for (int i = 0; i < 64; i++)
      {
	if (b[i] == 7)	/* here */
	  n++;
      }
  }
  return n != 1;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
