/* Asynchronous copies, after tasks that they depend on.  */
/* { dg-host-without "crash right 13 right 14 right 15 right 16" } */

#include <omp.h>
#include <string.h>
#include "host.h"

extern int omp_target_memcpy_async (void *, const void *, size_t, size_t, size_t,
				    int, int, int, omp_depend_t *);
extern int omp_target_memcpy_rect_async (void *, const void *, size_t, int,
					 const size_t *, const size_t *,
					 const size_t *, const size_t *,
					 const size_t *, int, int, int,
					 omp_depend_t *);

int
main (void)
{
  int a[4][10] = { { 0 } }, b[4][10] = { { 0 } };
  int device = omp_get_default_device (), host = omp_get_initial_device ();
  int *d = (int *) omp_target_alloc (sizeof a, device);
  omp_depend_t dep;
  #pragma omp parallel
  #pragma omp single
  {
    #pragma omp depobj (dep) depend (inout: a)
    #pragma omp task depend (out: a)
    for (int i = 0; i < 40; i++)
      a[i / 10][i % 10] = i;
    check ("copy", omp_target_memcpy_async (d, a, sizeof a, 0, 0, device, host,
					    1, &dep) == 0);
    #pragma omp taskwait
    #pragma omp depobj (dep) destroy
    size_t volume[2] = { 2, 3 }, offset[2] = { 1, 2 }, size[2] = { 4, 10 };
    check ("part", omp_target_memcpy_rect_async (b, d, sizeof (int), 2, volume,
						 offset, offset, size, size,
						 host, device, 0, NULL) == 0);
    #pragma omp taskwait
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 10; j++)
      {
	int inside = i >= 1 && i < 3 && j >= 2 && j < 5;
	check ("values", b[i][j] == (inside ? 10 * i + j : 0));
      }
  omp_target_free (d, device);

  /* The device computes with it.  */
  int sum = 0;
  #pragma omp target map (tofrom: sum)
  sum++;
  check ("region", sum == 1);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
