/* What a kernel prints goes through a ring of 1024 entries, which the host has
   to empty meanwhile; and it comes out before the program ends for a fault.
   { dg-accel-mode openmp }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=gfx900" }
   { dg-accel-levels "-O2" }
   { dg-accel-args "-" }  */
#include <omp.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  int *nowhere = 0;
  (void) argv;
  if (argc > 1)
    {
#pragma omp target firstprivate (nowhere)
      {
	printf ("about to fail\n");
	*nowhere = 1;
      }
      printf ("after that\n");
      return 0;
    }
#pragma omp target
  for (int i = 0; i < 1500; i++)
    printf ("%d\n", i);
#pragma omp target teams num_teams (4)
#pragma omp parallel num_threads (4)
  for (int i = 0; i < 100; i++)
    printf ("team %d thread %d\n", omp_get_team_num (),
	    omp_get_thread_num ());
  return 0;
}
/* { dg-final { gcn-right {} {0\n1\n2\n(?:\d+\n)*1498\n1499\n(?:team [0-3] thread [0-3]\n)*} } } */
/* { dg-final { gcn-lines {} 3100 } } */
/* { dg-final { gcn-wrong none x {(?q)about to fail} } } */
/* { dg-final { gcn-wrong none x {store of 4 bytes at 0x0: null pointer} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
