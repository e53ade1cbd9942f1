/* Length of a curve: each rank adds up some of its pieces, on its device.

   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <math.h>
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

enum { STEPS = 1000 };

#pragma omp declare target
static double
piece (int k)
{
  double x = k * (M_PI / STEPS);
  return sqrt (1 + cos (x) * cos (x)) * (M_PI / STEPS);
}
#pragma omp end declare target

int
main (int argc, char **argv)
{
  double mine = 0, all = 0;
  int rank, ranks, on_host = 1, any_on_host = 1;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);

#pragma omp target map(from: on_host)
  on_host = omp_is_initial_device ();
#pragma omp target teams distribute parallel for reduction(+:mine) \
    map(tofrom: mine)
  for (int k = rank; k < STEPS; k += ranks)
    mine += piece (k);

  MPI_Reduce (&mine, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce (&on_host, &any_on_host, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf ("length %.6f, computed on the %s\n", all,
	    any_on_host ? "host" : "device");
  MPI_Finalize ();
  return 0;
}
