/* Arrays of pointers: each element is attached to the row that it points to.  */
/* { dg-accel-gcc "12 13 14 15 16" } */
/* { dg-host-without "wrong" } */
#include "host.h"
#include <stdlib.h>

enum { M = 4, N = 6 };

static int **
make (int salt)
{
  int **p = malloc (M * sizeof *p);
  for (int i = 0; i < M; i++)
    {
      p[i] = malloc (N * sizeof **p);
      for (int j = 0; j < N; j++)
	p[i][j] = salt + 10 * i + j;
    }
  return p;
}

/* Each element of P in rows below M and columns from LOW to below HIGH was
   increased by BY.  */

static void
see (const char *what, int **p, int salt, int low, int high, int by)
{
  int bad = 0;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      bad += p[i][j] != salt + 10 * i + j + (j >= low && j < high ? by : 0);
  check (what, !bad);
}

static void
unstructured (void)
{
  int **p = make (100);
#pragma omp target enter data map(to: p[:M])
  for (int i = 0; i < M; i++)
    {
#pragma omp target enter data map(to: p[i][:N])
    }
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      p[i][j] += 3;
  for (int i = 0; i < M; i++)
    {
#pragma omp target update from(p[i][:N])
    }
  see ("update", p, 100, 0, N, 3);
  /* Another row in place of one that was detached.  */
  int *old = p[1];
#pragma omp target exit data map(from: p[1][:N])
  p[1] = malloc (N * sizeof (int));
  for (int j = 0; j < N; j++)
    p[1][j] = old[j];
#pragma omp target update to(p[1:1])
#pragma omp target enter data map(to: p[1][:N])
#pragma omp target
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      p[i][j] += 2;
  for (int i = 0; i < M; i++)
    {
#pragma omp target exit data map(from: p[i][:N])
    }
#pragma omp target exit data map(delete: p[:M])
  see ("exit data", p, 100, 0, N, 5);
}

static void
regions (void)
{
  int **p = make (200), *q[M];
  for (int i = 0; i < M; i++)
    q[i] = p[i];
#pragma omp target data map(to: p[:M])
  for (int i = 0; i < M; i++)
    {
#pragma omp target map(tofrom: p[i][:N])
      for (int j = 0; j < N; j++)
	p[i][j] += 1;
    }
  see ("pointer to pointers", p, 200, 0, N, 1);
#pragma omp target data map(to: q)
  for (int i = 0; i < M; i++)
    {
#pragma omp target teams distribute parallel for map(tofrom: q[i][:N])
      for (int j = 0; j < N; j++)
	q[i][j] += 1;
    }
  see ("array of pointers", p, 200, 0, N, 2);
  /* The array is not mapped before.  */
  for (int i = 0; i < M; i++)
    {
#pragma omp target map(tofrom: q[i][:N])
      for (int j = 0; j < N; j++)
	q[i][j] += 1;
    }
  see ("array alone", p, 200, 0, N, 3);
  for (int i = 0; i < M; i++)
    check ("the host's pointers", q[i] == p[i]);
}

static void
parts (int **p, int low, int high)
{
#pragma omp target data map(to: p[:M])
  for (int i = 0; i < M; i++)
    {
#pragma omp target map(tofrom: p[i][low:high - low])
      for (int j = low; j < high; j++)
	p[i][j] += 7;
    }
}

static void
deep (void)
{
  int ***t = malloc (2 * sizeof *t);
  t[0] = make (400);
  t[1] = make (500);
#pragma omp target enter data map(to: t[:2])
  for (int k = 0; k < 2; k++)
    {
#pragma omp target enter data map(to: t[k][:M])
      for (int i = 0; i < M; i++)
	{
#pragma omp target enter data map(to: t[k][i][1:N - 1])
	}
    }
#pragma omp target teams distribute parallel for collapse(3)
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < M; i++)
      for (int j = 1; j < N; j++)
	t[k][i][j] += 6;
  for (int k = 0; k < 2; k++)
    {
      for (int i = 0; i < M; i++)
	{
#pragma omp target exit data map(from: t[k][i][1:N - 1])
	}
#pragma omp target exit data map(release: t[k][:M])
    }
#pragma omp target exit data map(release: t[:2])
  see ("three levels", t[0], 400, 1, N, 6);
  see ("three levels, second", t[1], 500, 1, N, 6);
}

int
main (void)
{
  unstructured ();
  regions ();
  int **p = make (600);
  parts (p, 2, 5);
  see ("parts of rows", p, 600, 2, 5, 7);
  deep ();
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
