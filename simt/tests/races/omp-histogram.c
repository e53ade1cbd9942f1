/* Threads of several teams count into the same bins.  */
int
main (void)
{
  int bins[16] = { 0 }, bad = 0;
#pragma omp target teams distribute parallel for num_teams(3) \
  map(tofrom: bins)	/* names bins */
  for (int i = 0; i < 600; i++)
    {
#ifdef RIGHT
#pragma omp atomic
#endif
      bins[i * 7 % 16]++;	/* here */
    }
  for (int i = 0; i < 16; i++)
    bad |= bins[i] < 37;
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
