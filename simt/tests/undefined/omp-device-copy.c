/* A copy inside the device carries along what is undefined.  */
#include <omp.h>
#include <stdlib.h>

/* gcnvm says from element 2 of the allocation at .* allocated by `omp_target_alloc' at omp-device-copy.c:11 (main) */
int
main (void)
{
  int n = 0, dev = omp_get_default_device (), two[2] = { 1, 2 };
  int *p = omp_target_alloc (16, dev);
  int *q = omp_target_alloc (16, dev);
  if (!p || !q)
    abort ();
  omp_target_memcpy (p, two, 8, 0, 0, dev, omp_get_initial_device ());
#ifdef RIGHT
  omp_target_memcpy (p, two, 8, 8, 0, dev, omp_get_initial_device ());
#endif
  omp_target_memcpy (q, p, 16, 0, 0, dev, dev);
#pragma omp target is_device_ptr(q) map(tofrom: n)
  for (int i = 0; i < 4; i++)
    if (q[i] > 1)	/* here */
      n++;
  omp_target_free (p, dev);
  omp_target_free (q, dev);
  return 0 * n;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
