/* Numbers that simd lanes add to undefined ones.  */
/* says the host copies 256 undefined bytes of 256 from .*the first one is byte 0 */
int
main (void)
{
  float a[64], b[64];
  for (int i = 0; i < 64; i++)
    b[i] = i;
#pragma omp target data map(alloc: a) map(tofrom: b)
  {
#ifdef RIGHT
#pragma omp target
#pragma omp simd
    for (int i = 0; i < 64; i++)
      a[i] = i;
#endif
#pragma omp target
#pragma omp simd
    for (int i = 0; i < 64; i++)
      b[i] += a[i];
  }
  return b[0] > 1e30f;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
