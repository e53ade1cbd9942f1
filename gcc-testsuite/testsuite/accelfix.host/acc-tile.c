/* Tiles that do not divide their loops.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong" } */
/* { dg-host-said "tile clauses replaced" } */
/* { dg-host-on "nvptx amdgcn" } */

#include "host.h"

#define N 12

static int visits[N][N], cube[5][6][7];

static void __attribute__ ((noipa))
rows_and_columns (int rows, int cols)
{
  #pragma acc parallel loop tile (2, 3) copy (visits)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      visits[i][j] += 1;
}

static void __attribute__ ((noipa))
shared_out (int rows, int cols)
{
  #pragma acc parallel copy (visits)
  {
    #pragma acc loop gang vector tile (5, 4)
    for (int i = rows - 1; i >= 0; i -= 2)
      for (int j = 1; j <= cols; j += 3)
	visits[i][j] += 1;
  }
}

static void __attribute__ ((noipa))
three (int n, int m, int l)
{
  #pragma acc parallel loop tile (2, *, 4) copy (cube)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
	cube[i][j][k]++;
}

static int __attribute__ ((noipa))
sum (int n)
{
  int s = 0;
  #pragma acc parallel loop tile (3, 3) reduction (+: s)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += i * j;
  return s;
}

static int
wrong_visits (int rows, int cols, int first, int by)
{
  int wrong = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	int in = (first ? i < rows && (rows - 1 - i) % 2 == 0
		  && j >= 1 && j <= cols && (j - 1) % by == 0
		  : i < rows && j < cols);
	wrong += visits[i][j] != in;
	visits[i][j] = 0;
      }
  return wrong;
}

int
main (void)
{
  int wrong = 0, fixed[7][5];

  rows_and_columns (4, 4);
  check ("4 by 4", wrong_visits (4, 4, 0, 1) == 0);
  rows_and_columns (7, 11);
  check ("7 by 11", wrong_visits (7, 11, 0, 1) == 0);
  shared_out (9, 10);
  check ("gang and vector", wrong_visits (9, 10, 1, 3) == 0);
  three (5, 6, 7);
  for (int i = 0; i < 5 * 6 * 7; i++)
    wrong += (&cube[0][0][0])[i] != 1;
  check ("three loops", wrong == 0);
  check ("a reduction", sum (10) == 2025);

  for (int i = 0; i < 35; i++)
    (&fixed[0][0])[i] = 0;
  #pragma acc parallel loop tile (4, 2) copy (fixed)
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 5; j++)
      fixed[i][j] += i + j;
  for (int i = 0; i < 35; i++)
    wrong += (&fixed[0][0])[i] != i / 5 + i % 5;
  check ("known sizes", wrong == 0);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
