/* The lanes of a simd loop.  */
/* says the host copies 256 undefined bytes of 1024 from .*: the first one is byte 768, at offset 768 in `b', mapped */
int
main (void)
{
  int a[256], b[256], n = 0;
#ifdef RIGHT
  int m = 256;
#else
  int m = 192;
#endif
#pragma omp target data map(alloc: a) map(from: b)
  {
#pragma omp target
#pragma omp simd
    for (int i = 0; i < m; i++)
      a[i] = i & 7;
#pragma omp target
#pragma omp simd
    for (int i = 0; i < 256; i++)
      if (a[i] > 3)
	b[i] = 0;
      else
	b[i] = a[i];
  }
  for (int i = 0; i < 256; i++)
    n += b[i] > 3;
  return n;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
