/* The host gets an array of which half is written.  */
/* says the host copies 128 undefined bytes of 256 from .*: the first one is byte 128, at offset 128 in `a', mapped from .*; the last kernel was main._omp_fn.0 */
int
main (void)
{
  int a[64];
#ifdef RIGHT
  int m = 64;
#else
  int m = 32;
#endif
#pragma omp target teams distribute parallel for map(from: a)
  for (int i = 0; i < m; i++)
    a[i] = i;
  return a[0];
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
