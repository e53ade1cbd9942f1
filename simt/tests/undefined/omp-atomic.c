/* Counters that nobody has set.  */
/* says the host copies 16 undefined bytes of 16 from */
int
main (void)
{
  int count[4];
#pragma omp target map(from: count)
  {
#ifdef RIGHT
    for (int i = 0; i < 4; i++)
      count[i] = 0;
#endif
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      {
#pragma omp atomic
	count[i & 3]++;
      }
  }
  return 0 * count[1];
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
