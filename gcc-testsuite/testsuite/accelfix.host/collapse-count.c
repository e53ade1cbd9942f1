/* Collapsed loops of which the inner one moves with the outer one.  */
/* { dg-host-without "wrong" } */

#include <string.h>
#include "host.h"

enum { OUTER = 11, ROOM = 200 };

static int seen[OUTER][ROOM];

/* WHAT: after FROM and TO of an inner loop, which may depend on i, each iteration must have
   been done once, and no other.  */
#define RIGHT(WHAT, FROM, TO) do { \
    int wrong = 0; \
    for (int i = 0; i < OUTER; i++) \
      for (int j = 0; j < ROOM; j++) \
	wrong += seen[i][j] != (j >= (FROM) && j < (TO)); \
    check (WHAT, wrong == 0); \
    memset (seen, 0, sizeof seen); \
  } while (0)

/* What is outside counts at its edge, so that it is seen.  */
#pragma omp declare target
static inline void
note (int (*all)[ROOM], int i, int j)
{
  int x = i < 0 || i >= OUTER ? 0 : i, y = j < 0 || j >= ROOM ? ROOM - 1 : j;
  #pragma omp atomic
  all[x][y]++;
}
#pragma omp end declare target

int
main (int argc, char **argv)
{
  int n = argc + OUTER - 1, length = argc + 3;

  #pragma omp parallel for collapse(2) num_threads(3)
  for (int i = 0; i < OUTER; i++)
    for (int j = 4 * i; j < 4 * i + 4; j++)
      note (seen, i, j);
  RIGHT ("parallel for", 4 * i, 4 * i + 4);

  #pragma omp parallel for collapse(2) num_threads(3)
  for (int i = 0; i < OUTER; i++)
    for (int j = 2 * i + 1; j < 2 * i + 6; j++)
      note (seen, i, j);
  RIGHT ("odd beginnings", 2 * i + 1, 2 * i + 6);

  #pragma omp parallel for collapse(2) num_threads(3)
  for (int i = 0; i < OUTER; i++)
    for (int j = i; j < i + 7; j++)
      note (seen, i, j);
  RIGHT ("one more each time", i, i + 7);

  /* The number of iterations is not known.  */
  #pragma omp parallel for collapse(2) num_threads(4)
  for (int i = 0; i < n; i++)
    for (int j = 3 * i; j < 3 * i + length; j++)
      note (seen, i, j);
  RIGHT ("lengths that are read", 3 * i, 3 * i + 4);

  /* It gets longer.  */
  #pragma omp parallel for collapse(2) num_threads(3)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2 * i + length; j++)
      note (seen, i, j);
  RIGHT ("a triangle", 0, 2 * i + 4);

  /* It gets shorter, and its type has no negative numbers.  */
  #pragma omp parallel for collapse(2) num_threads(3)
  for (unsigned i = 0; i < OUTER; i++)
    for (unsigned j = i; j < OUTER; j++)
      note (seen, i, j);
  RIGHT ("unsigned", i, OUTER);

  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: seen)
  for (unsigned i = 0; i < OUTER; i++)
    for (unsigned j = 2 * i; j < i + 20; j++)
      note (seen, i, j);
  RIGHT ("unsigned, on a device", 2 * i, i + 20);

  #pragma omp parallel num_threads(3)
  #pragma omp single
  #pragma omp taskloop collapse(2) grainsize(5)
  for (int i = 0; i < OUTER; i++)
    for (int j = 8 * i; j < 8 * i + 8; j++)
      note (seen, i, j);
  RIGHT ("taskloop", 8 * i, 8 * i + 8);

  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: seen)
  for (int i = 0; i < OUTER; i++)
    for (int j = 5 * i; j < 5 * i + 5; j++)
      note (seen, i, j);
  RIGHT ("distribute parallel for", 5 * i, 5 * i + 5);

  #pragma omp target teams distribute collapse(2) map(tofrom: seen)
  for (int i = 0; i < OUTER; i++)
    for (int j = i + 2; j < i + 5; j++)
      note (seen, i, j);
  RIGHT ("distribute", i + 2, i + 5);

  #pragma omp target parallel for collapse(2) map(tofrom: seen)
  for (int i = 0; i < n; i++)
    for (int j = 2 * i; j < 2 * i + length; j++)
      note (seen, i, j);
  RIGHT ("target parallel for", 2 * i, 2 * i + 4);

  #pragma omp target map(tofrom: seen)
  #pragma omp simd collapse(2)
  for (int i = 0; i < OUTER; i++)
    for (int j = 3 * i; j < 3 * i + 3; j++)
      seen[i][j]++;
  RIGHT ("simd", 3 * i, 3 * i + 3);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
