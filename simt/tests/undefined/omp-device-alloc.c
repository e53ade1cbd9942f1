/* The same with memory of the device's own.  */
/* ptxvm says from offset 24 in the allocation at .* allocated by `omp_target_alloc' */
#include <omp.h>
#include <stdlib.h>

/* gcnvm says decides a branch: it was loaded in .* from element 3 of the allocation at .* allocated by `omp_target_alloc' at omp-device-alloc.c:11 (main) */
int
main (void)
{
  int host[64] = { 0 }, n = 0, dev = omp_get_default_device ();
  long *p = omp_target_alloc (64 * sizeof (long), dev);
  if (!p)
    abort ();
#ifdef RIGHT
  for (int i = 0; i < 64; i++)
    {
      long v = i;
      omp_target_memcpy (p, &v, sizeof v, i * sizeof v, 0, dev,
			 omp_get_initial_device ());
    }
#endif
#pragma omp target is_device_ptr(p) map(tofrom: n)
  if (p[3] == 3)	/* here */
    n++;
  omp_target_free (p, dev);
  return host[0] + 0 * n;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
