/* An array of bytes: the last one of each thread's part is the next thread's
   as well.  */
#ifdef RIGHT
# define LAST 16
#else
# define LAST 17
#endif

int
main (void)
{
  unsigned char a[65] = { 0 };
#pragma omp target map(tofrom: a)
#pragma omp parallel for num_threads(4)
  for (int t = 0; t < 4; t++)
    for (int i = 0; i < LAST; i++)
      a[16 * t + i] += 1 + t;	/* here */
  return a[0] != 1;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
