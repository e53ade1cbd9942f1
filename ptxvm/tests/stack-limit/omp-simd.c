/* A simd loop whose lanes have an array of 1600 bytes on their stacks.
   Below it is the stack pointer, which GCC has at this line.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifdef RIGHT
# define N 8
#else
# define N 400
#endif
#pragma omp declare target
__attribute__ ((noinline)) int
sum (int *a, int n, int by)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[(i * by) % n];
  return s;
}
#pragma omp end declare target
int r[64];
int
main (void)
{
#pragma omp target teams distribute parallel for simd map(tofrom: r)
  for (int i = 0; i < 64; i++)
    {
      int a[N];
      for (int k = 0; k < N; k++)
	a[k] = i + k;
      r[i] = sum (a, N, 3 + i % 2 * 4);	/* FAULT */
    }
  for (int i = 0; i < 64; i++)
    {
      int s = 0;
      for (int k = 0; k < N; k++)
	s += i + (k * (3 + i % 2 * 4)) % N;
      if (r[i] != s)
	return 1;
    }
  return 0;
}
