/* Arrays whose address goes nowhere, with indices known only at run time.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#define BEFORE int m = (int) omp_get_num_threads () > 1000 ? 3 : 5;
#define BODY "array-index.c"
#include "forms.h"
#else
  int count[8] = { 0 }, first[8];
  for (int j = 0; j < 8; j++)
    first[(j * 3 + i) & 7] = j + m;
  for (int j = 0; j < 20; j++)
    count[(i * j + first[j & 7]) & 7]++;
  int r = 0;
  for (int j = 0; j < 8; j++)
    r = r * 5 + count[first[j] & 7] + first[(j + m) & 7];
  b[i] = r;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
