/* A copy that need not be done at once.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>
#include <omp.h>

extern int omp_target_memcpy_async (void *, const void *, size_t, size_t, size_t,
				    int, int, int, omp_depend_t *);

int
main (void)
{
  int a = 41;
  int device = omp_get_default_device (), host = omp_get_initial_device ();
  int *d = (int *) omp_target_alloc (sizeof a, device);

  omp_target_memcpy_async (d, &a, sizeof a, 0, 0, device, host, 0, NULL);
  #pragma omp taskwait
  #pragma omp target is_device_ptr (d)
  *d += 1;
  omp_target_memcpy_async (&a, d, sizeof a, 0, 0, host, device, 0, NULL);
  #pragma omp taskwait
  omp_target_free (d, device);
  printf ("%d\n", a);
  return a != 42;
}
