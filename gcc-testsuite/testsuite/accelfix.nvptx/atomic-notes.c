/* With -g comments tell atomic loads and stores from others, which PTX has no words
   for; nothing else changes.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-options "-g" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
/* { dg-accel-args "exit=1 frames=0" } */

int counter;
double sum;
volatile int flag;
#pragma omp declare target to (counter, sum, flag)

__attribute__ ((noipa)) int
plain (int *p)
{
  *p = counter + flag;
  return p[1];
}

__attribute__ ((noipa)) int
atomic (int *p)
{
  int v, w;
#pragma omp atomic read
  v = *p;
#pragma omp atomic write
  counter = v + 1;
#pragma omp atomic read acquire
  w = counter;
  return v + w;
}

/* A loop that compares and exchanges begins with a load, which is atomic, too.  What
   says so itself, atom, may be marked as well.  */
__attribute__ ((noipa)) void
loop (void)
{
#pragma omp atomic
  sum *= 3;
}
#pragma omp declare target to (plain, atomic, loop)

/* { dg-final { atomic-accesses plain 0 {!frames=0} } } */
/* { dg-final { atomic-accesses atomic 3 {!frames=0} } } */
/* { dg-final { atomic-accesses loop 2 {!frames=0} } } */
/* { dg-final { scan-ptx-not "accelfix: atomic" {frames=0} } } */
/* { dg-final { same-but-comments frames=0 {!frames=0} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
