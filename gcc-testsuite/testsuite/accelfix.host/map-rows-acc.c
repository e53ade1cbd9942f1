/* Arrays of pointers in OpenACC's enter data and exit data.  */
/* { dg-host-mode "openacc" } */
/* { dg-accel-gcc "12 13 14 15 16" } */
/* { dg-host-without "wrong" } */
#include <stdlib.h>
#include "host.h"

enum { M = 3, N = 5 };

int
main (void)
{
  int **p = malloc (M * sizeof *p);
  for (int i = 0; i < M; i++)
    {
      p[i] = malloc (N * sizeof **p);
      for (int j = 0; j < N; j++)
	p[i][j] = 10 * i + j;
    }
#pragma acc enter data copyin(p[:M])
  for (int round = 0; round < 2; round++)
    {
      for (int i = 0; i < M; i++)
	{
#pragma acc enter data copyin(p[i][1:N - 1])
	}
#pragma acc parallel loop collapse(2) present(p[:M])
      for (int i = 0; i < M; i++)
	for (int j = 1; j < N; j++)
	  p[i][j] += 100;
      for (int i = 0; i < M; i++)
	{
#pragma acc exit data copyout(p[i][1:N - 1])
	}
    }
  /* The same in a queue.  */
  for (int i = 0; i < M; i++)
    {
#pragma acc enter data copyin(p[i][:N]) async(1)
    }
#pragma acc parallel loop collapse(2) present(p[:M]) async(1)
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      p[i][j] += 1000;
  for (int i = 0; i < M; i++)
    {
#pragma acc exit data copyout(p[i][:N]) async(1)
    }
#pragma acc wait
#pragma acc exit data delete(p[:M])
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      check ("rows", p[i][j] == 1000 + 10 * i + j + (j ? 200 : 0));
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
