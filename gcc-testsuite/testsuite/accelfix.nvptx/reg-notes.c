/* With -g and little optimisation comments tell which registers hold variables.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-options "-g" } */
/* { dg-accel-levels "-O1 -Og" } */
/* { dg-accel-args "exit=1 frames=names" } */

int out;
#pragma omp declare target to (out)

__attribute__ ((noipa)) int
f (int n)
{
  int product = 1;
  for (int factor = 2; factor <= n; factor++)
    product *= factor;
  out = product;
  return product;
}
#pragma omp declare target to (f)

int
main (void)
{
  int x;
#pragma omp target map(from: x)
  x = f (5);
  return x != 120;
}

/* { dg-final { scan-ptx "accelfix: reg \[0-9\]+ 4 15 factor \[^ \]*reg-notes" } } */
/* { dg-final { scan-ptx-not "accelfix: reg \[0-9\]+ \[0-9\]+ \[0-9\]+ D\\." } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
