/* A mapped array is looked at that no kernel has written.  */
/* gcnvm says decides a branch: it was loaded in .* from element 0 of `a', mapped from .* mapped by `target data' at omp-alloc.c:9 (main) */
/* gcnvm says mapped here by `target data': main (omp-alloc.c:9) */
/* ptxvm says decides a branch: it was loaded in .*(omp-alloc.c:18) from offset 0 in `a', mapped from .*is used in .*(omp-alloc.c:18) */
int
main (void)
{
  int a[64], n = 0;
#pragma omp target data map(alloc: a)
  {
#ifdef RIGHT
#pragma omp target
    for (int i = 0; i < 64; i++)
      a[i] = 5;
#endif
#pragma omp target map(tofrom: n)
    for (int i = 0; i < 64; i++)
      if (a[i] > 3)	/* here */
	n++;
  }
  return 0 * n;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
