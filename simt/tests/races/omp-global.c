/* A variable of the device.  */
/* ptxvm says data race.*in .total'.*(omp-global.c:13) */
int total;
#pragma omp declare target (total)
int
main (void)
{
#pragma omp target teams distribute parallel for map(always, tofrom: total)
  for (int i = 0; i < 1000; i++)
#ifdef RIGHT
#pragma omp atomic
#endif
    total += i;			/* here */
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
