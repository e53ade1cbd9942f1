/* A target region after omp_set_num_threads, where OMP_TARGET_OFFLOAD is mandatory.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <omp.h>

int
main (int argc, char **argv)
{
  int there = 0;

  (void) argc;
  if (!getenv ("OMP_TARGET_OFFLOAD"))
    {
      setenv ("OMP_TARGET_OFFLOAD", "mandatory", 1);
      execv (argv[0], argv);
      return 2;
    }
  omp_set_num_threads (2);
  #pragma omp target map (from: there)
  there = !omp_is_initial_device ();
  printf ("%d\n", there);
  return !there;
}
