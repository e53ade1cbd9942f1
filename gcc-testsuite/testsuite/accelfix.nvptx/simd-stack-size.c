/* The lane's stack: what is known counts as it is, what is not 256 bytes or
   what the user says, and never less than GCC has.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O2" } */
/* { dg-accel-args "simt-stack=auto simt-stack=3000 simt-stack=40" } */

#define N 100

#pragma omp declare target
extern void unknown (int *);

__attribute__ ((noipa)) int
known (int i)
{
  int a[100];		/* 400 bytes.  */
  unknown (a);
  return a[i];
}

__attribute__ ((noipa)) int
small (int i)
{
  volatile int a[4] = { i, 1, 2, 3 };	/* 16 bytes.  */
  return a[i & 3];
}
#pragma omp end declare target

/* Nothing that is not known: the array, 8 to align, the frame of small.  That is more
   than is sure to be there, so the array is moved to the warp's stack: 32 times its 800
   bytes and 16 for the saved stack pointer.  */
void
f (int *b)
{
  #pragma omp target map (tofrom: b[:N])
  #pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int a[200];
      for (int k = 0; k < 200; k++)
	a[(k * i) % 200] = k;
      b[i] = small (a[i]);
    }
}

/* Two that are: known's frame, and behind it a function that is not known.  */
void
g (int *b)
{
  #pragma omp target map (tofrom: b[:N])
  #pragma omp simd
  for (int i = 0; i < N; i++)
    b[i] = known (i);
}

/* Needs less than GCC takes.  */
void
h (int *b)
{
  #pragma omp target map (tofrom: b[:N])
  #pragma omp simd
  for (int i = 0; i < N; i++)
    b[i] = small (i);
}

/* Needs more than a warp's stack can be sure to have: stays where it is.  */
void
l (int *b)
{
  #pragma omp target map (tofrom: b[:N])
  #pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int a[600];
      for (int k = 0; k < 600; k++)
	a[(k * i) % 600] = k;
      b[i] = small (a[i]);
    }
}

/* { dg-final { scan-ptx-times "%r\[0-9\]+, 816;" 1 } } */
/* { dg-final { scan-ptx-times "%r\[0-9\]+, -26096;" 1 } } */
/* { dg-final { scan-ptx-times "%simtstack_ar.(2432|2448)\]" 1 } } */
/* { dg-final { scan-ptx-times "%simtstack_ar.672\]" 1 "simt-stack=auto" } } */
/* { dg-final { scan-ptx-times "%simtstack_ar.3416\]" 1 "simt-stack=3000" } } */
/* { dg-final { scan-ptx-times "%simtstack_ar.456\]" 1 "simt-stack=40" } } */
/* { dg-final { scan-ptx-times "%simtstack_ar.136\]" 2 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
