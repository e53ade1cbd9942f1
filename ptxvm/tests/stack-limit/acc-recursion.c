/* A recursive function with an array of 256 bytes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifdef RIGHT
# define N 2
#else
# define N 4
#endif
#pragma acc routine seq
__attribute__ ((noinline)) static int
last (const int *a, int n)
{
  return a[n];
}
#pragma acc routine seq
__attribute__ ((noinline)) static int
walk (int n, int k)
{
  int a[64];
  for (int i = 0; i < 64; i++)
    a[i] = i + n;		/* FAULT: in the fifth call */
  return n == 0 ? last (a, k) : walk (n - 1, k) + last (a, k + n);
}
int
main (void)
{
  int r = 0;
#pragma acc parallel copy(r)
  r = walk (N, 3);
  return r == 0;
}
