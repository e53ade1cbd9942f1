/* 128-bit integers into and out of functions that are not inlined.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA __int128
times (__int128 a, unsigned __int128 c)
{
  return a * (long) c + (__int128) (c >> 64);
}
static NOIPA int
low (__int128 a)
{
  return (int) ((a >> 60) ^ a);
}
#pragma omp end declare target
#define BODY "int128-call.c"
#include "forms.h"
#else
  __int128 x = times (i - 50, ((unsigned __int128) i << 64) + 12345);
  __int128 y = times (x, 1000003UL * (i + 1));
  b[i] = low (x) + 3 * low (y);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
