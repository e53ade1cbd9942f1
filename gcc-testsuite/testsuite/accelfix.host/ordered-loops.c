/* Loops of "ordered (N)" in target regions, with counts that are constant or not.  */
/* { dg-host-without "crash" } */

#include "host.h"

enum { N = 12, M = 10 };
static int square[N][M], diagonals[20][20];
static long every_third[40];

static void __attribute__ ((noinline))
constant_counts (void)
{
  #pragma omp target map (from: square)
  #pragma omp parallel for ordered (2) num_threads (4)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      {
	#pragma omp ordered depend (sink: i - 1, j) depend (sink: i, j - 1)
	square[i][j] = i && j ? (square[i - 1][j] + square[i][j - 1]) % 1009 : 1;
	#pragma omp ordered depend (source)
      }
}

static void __attribute__ ((noinline))
one_loop (void)
{
  #pragma omp target map (from: every_third)
  #pragma omp parallel for ordered (1) num_threads (5) schedule (dynamic)
  for (int i = 0; i < 40; i++)
    {
      #pragma omp ordered depend (sink: i - 3)
      every_third[i] = i < 3 ? i : 3 * every_third[i - 3] + 1;
      #pragma omp ordered depend (source)
    }
}

static void __attribute__ ((noinline))
other_counts (int n)
{
  #pragma omp target map (from: diagonals)
  #pragma omp parallel for collapse (2) ordered (2) num_threads (8)
  for (int i = 0; i < n; i++)
    for (int j = 19; j >= 0; j--)
      {
	#pragma omp ordered depend (sink: i - 1, j + 1)
	diagonals[i][j] = i && j < 19 ? diagonals[i - 1][j + 1] + 7 : i * j;
	#pragma omp ordered depend (source)
      }
}

int
main (void)
{
  constant_counts ();
  one_loop ();
  other_counts (20);

  int expected[N][M];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      {
	expected[i][j] = i && j ? (expected[i - 1][j] + expected[i][j - 1]) % 1009 : 1;
	check ("square", square[i][j] == expected[i][j]);
      }
  for (int i = 3; i < 40; i++)
    check ("every third", every_third[i] == 3 * every_third[i - 3] + 1);
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      {
	int steps = i < 19 - j ? i : 19 - j;
	check ("diagonals", diagonals[i][j] == 7 * steps + (i - steps) * (j + steps));
      }
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
