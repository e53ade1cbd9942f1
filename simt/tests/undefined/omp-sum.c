/* A sum of undefined elements, which the host gets.  */
/* says the host copies 8 undefined bytes of 8 from .*, at offset 0 in `sum', mapped from */
int
main (void)
{
  double a[100], sum = 0;
#ifdef RIGHT
  int m = 100;
#else
  int m = 99;
#endif
#pragma omp target data map(alloc: a)
  {
#pragma omp target
    for (int i = 0; i < m; i++)
      a[i] = i;
#pragma omp target teams distribute parallel for simd reduction(+: sum) map(tofrom: sum)
    for (int i = 0; i < 100; i++)
      sum += a[i];
  }
  return 0 * (sum > 1);
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
