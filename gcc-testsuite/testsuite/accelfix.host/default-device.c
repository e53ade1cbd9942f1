/* Target regions of threads that have copies of libgomp's variables before devices are
   counted; OMP_TARGET_OFFLOAD is mandatory in the two machines.  */
/* { dg-host-without "wrong right 11 right 12" } */

#include <omp.h>
#include "host.h"

int
main (void)
{
  int sums[4] = { 0 };

  omp_set_num_threads (2);
  #pragma omp parallel for num_threads (4)
  for (int i = 0; i < 4; i++)
    {
      #pragma omp target map (tofrom: sums[i:1])
      sums[i] += i;
    }
  check ("regions", sums[1] + sums[2] + sums[3] == 6);
  check ("the number", omp_get_default_device () == 0);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
