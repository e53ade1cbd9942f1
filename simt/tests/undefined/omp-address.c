/* An undefined index.  */
/* gcnvm says used as an address of a load: it was loaded in .* from element 0 of `a', mapped */
/* ptxvm says address of a load: it was loaded in .* from offset 0 in `a', mapped */
int
main (void)
{
  int a[256], b[256];
  for (int i = 0; i < 256; i++)
    b[i] = i;
#pragma omp target data map(alloc: a) map(tofrom: b)
  {
#ifdef RIGHT
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 256; i++)
      a[i] = 255 - i;
#endif
#pragma omp target
    for (int i = 0; i < 256; i++)
      b[i] = b[a[i] & 255];	/* here */
  }
  return b[0] * 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
