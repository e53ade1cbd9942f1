/* Two and three loops as one, with arrays in the innermost body.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
#include "simd.h"
#define ROWS 9
#define COLUMNS 13

#pragma omp declare target
static NOIPA int
fold (const int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s;
}

static NOIPA int
want (int i, int j, int k)
{
  int a[3] = { i, j, k };
  return fold (a, 3);
}
#pragma omp end declare target

int
main ()
{
  static int two[ROWS][COLUMNS], three[ROWS][COLUMNS][2], mixed[ROWS][COLUMNS];
#pragma omp target map(from: two)
#pragma omp simd collapse(2)
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      {
	int a[3] = { i, j };
	a[2] = a[j % 2] + 1;
	two[i][j] = fold (a, 3);
      }
#pragma omp target teams distribute parallel for simd collapse(3) \
	    map(from: three)
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      for (int k = 0; k < 2; k++)
	{
	  int a[3];
	  a[(i + j + k) % 3] = i;
	  a[(i + j + k + 1) % 3] = j;
	  a[(i + j + k + 2) % 3] = k;
	  three[i][j][k] = fold (a, 3);
	}
#pragma omp target parallel for map(from: mixed)
  for (int i = 0; i < ROWS; i++)
    {
      int row[2] = { i, 2 * i };
#pragma omp simd
      for (int j = 0; j < COLUMNS; j++)
	{
	  int a[3] = { row[j & 1], j, 5 };
	  mixed[i][j] = fold (a, 3) + fold (row, 2);
	}
    }
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      {
	expect ("two", i * COLUMNS + j, two[i][j],
		want (i, j, (j % 2 ? j : i) + 1));
	for (int k = 0; k < 2; k++)
	  {
	    int a[3];
	    a[(i + j + k) % 3] = i;
	    a[(i + j + k + 1) % 3] = j;
	    a[(i + j + k + 2) % 3] = k;
	    expect ("three", 2 * (i * COLUMNS + j) + k, three[i][j][k],
		    fold (a, 3));
	  }
	expect ("mixed", i * COLUMNS + j, mixed[i][j],
		want (i * (1 + (j & 1)), j, 5) + 9 + 3 * i + 2 * i);
      }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
