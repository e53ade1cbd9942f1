/* Shared arrays of which each iteration has its own part: elements, rows and
   structures, also by address.  */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
#include "simd.h"

struct point { int x, y, way[3]; };

#pragma omp declare target
static NOIPA void
move (struct point *p, int *row, int i)
{
  p->x = i;
  p->y = -i;
  for (int j = 0; j < 3; j++)
    p->way[j] = row[j] + i;
  row[1] = p->way[2];
}
#pragma omp end declare target

int
main ()
{
  static struct point p[N];
  static int rows[N][3];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 3; j++)
      rows[i][j] = 10 * i + j;
#pragma omp target map(from: p) map(tofrom: rows)
#pragma omp simd
  for (int i = 0; i < N; i++)
    move (&p[i], rows[i], 2 * i);
#pragma omp target parallel for simd map(tofrom: p, rows)
  for (int i = 0; i < N; i++)
    {
      p[i].x += rows[i][1];
      rows[i][0] = p[i].way[i % 3];
    }
  for (int i = 0; i < N; i++)
    {
      expect ("x", i, p[i].x, 2 * i + 10 * i + 2 + 2 * i);
      expect ("y", i, p[i].y, -2 * i);
      expect ("row 0", i, rows[i][0], 10 * i + i % 3 + 2 * i);
      expect ("row 1", i, rows[i][1], 10 * i + 2 + 2 * i);
      expect ("row 2", i, rows[i][2], 10 * i + 2);
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
