/* ptxvm --race tells a plain load from an atomic one, by what the plugin says with
   -g: here one of a counter that others change meanwhile.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-options "-g" } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-accel-args "exit=1 frames=0" } */

int
main (void)
{
  int c = 0, o[1024];
#pragma omp target teams distribute parallel for map(tofrom: c) map(from: o) num_teams(4)
  for (int i = 0; i < 1024; i++)
    {
      int v;
#pragma omp atomic
      c++;
      v = c - 1;
      o[i] = v;
    }
  return 0;
}

/* { dg-final { run-program !0 "--race --schedule=1 --error-exitcode=9" {!frames=0} } } */
/* Nobody can tell.  */
/* { dg-final { run-program 0 "--race --schedule=1 --error-exitcode=9" {frames=0} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
