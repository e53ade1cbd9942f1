/* A structure with bit-fields whose address is taken.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og -O2,-g" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct item { unsigned kind : 3, size : 13; short key; double weight; };
static NOIPA void
fill (struct item *p, int i)
{
  p->kind = i & 7;
  p->size = i * 37;
  p->key = (short) (i - 50);
  p->weight = i / 4.0;
}
#pragma omp end declare target
#define T double
#define BODY "struct-body.c"
#include "forms.h"
#else
  struct item x;
  fill (&x, i);
  x.size += x.kind;
  b[i] = x.kind + 10 * x.size + x.key + x.weight;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
