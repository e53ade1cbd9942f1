/* A large stack is worth a warning at the loop's line, one that PTX does not
   allow an error.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O2" } */
/* { dg-accel-options "-fno-diagnostics-show-caret" } */

#define N 100

#pragma omp declare target
__attribute__ ((noipa)) int
deep (int i)
{
  volatile int a[5000] = { i };
  return a[i];
}

__attribute__ ((noipa)) int
deeper (int i)
{
  volatile int a[200000] = { i };
  return a[i];
}
#pragma omp end declare target

void
f (int *b)
{
  #pragma omp target map (tofrom: b[:N])
  #pragma omp simd
  for (int i = 0; i < N; i++)
    b[i] = deep (i); /* { dg-warning "the stack of a SIMD lane needs 20008 bytes" } */
}

void
g (int *b)
{
  #pragma omp target map (tofrom: b[:N])
  #pragma omp simd
  for (int i = 0; i < N; i++)
    b[i] = deeper (i); /* { dg-error "needs 800008 bytes, and PTX allows a thread 512 kB: call .deeper. outside the .simd. loop" } */
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
