/* Device pointers of asynchronous regions, and of data constructs around them that end
   before they do.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-on "nvptx amdgcn" } */
/* { dg-host-without "wrong right 11" } */
/* { dg-host-said ": 4 device pointers that regions have copies of" } */
#include <stdlib.h>
#include "acc-queue.h"
#include "host.h"

enum { N = 100, PARTS = 5 };

__attribute__ ((noipa)) static void
of_data (int *d, int *e, int *f, int n)
{
#pragma acc data deviceptr (d, e, f)
  {
#pragma acc parallel loop async (1)
    for (int i = 0; i < n; i++)
      d[i] += e[i];
#pragma acc parallel
    {
      f++;
      f[1] = 7;
    }
  }
}

__attribute__ ((noipa)) static void
of_region (int *d, int *e, int n)
{
#pragma acc parallel loop deviceptr (d, e) async (1)
  for (int i = 0; i < n; i++)
    d[i] += e[i];
}

__attribute__ ((noipa)) static void
of_serial (int *d, int *e, int n)
{
#pragma acc serial loop deviceptr (d, e) async (1)
  for (int i = 0; i < n; i++)
    d[i] += e[i];
}

__attribute__ ((noipa)) static void
of_kernels (int *d, int *e, int n)
{
#pragma acc kernels loop deviceptr (d, e) async (1) independent
  for (int i = 0; i < n; i++)
    d[i] += e[i];
}

__attribute__ ((noipa)) static void
of_data_and_kernels (int *d, int *e, int n)
{
#pragma acc data deviceptr (d)
#pragma acc data deviceptr (e)
#pragma acc kernels loop async (1) independent
  for (int i = 0; i < n; i++)
    d[i] += e[i];
}

/* Whether there are pointers to nothing.  */
__attribute__ ((noipa)) static void
of_nothing (int *d, int *none)
{
#pragma acc parallel deviceptr (d, none) async (1)
  if (!none)
    *d = 8;
}

int
main (void)
{
  int n = PARTS * N, *a = malloc (n * sizeof (int)), *b = calloc (2 * N, sizeof (int));
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = 0; i < N; i++)
    b[i] = 2 * i;
  int *d = acc_copyin (a, n * sizeof (int));
  int *e = acc_copyin (b, 2 * N * sizeof (int));
  hold ();
  of_data (d, e, e + N, N);
  of_region (d + N, e, N);
  of_serial (d + 2 * N, e, N);
  of_kernels (d + 3 * N, e, N);
  of_data_and_kernels (d + 4 * N, e, N);
  of_nothing (e + N, NULL);
  release ();
  acc_copyout (a, n * sizeof (int));
  acc_copyout (b, 2 * N * sizeof (int));
  static const char *const names[PARTS]
    = { "data", "parallel", "serial", "kernels", "data and kernels" };
  for (int p = 0; p < PARTS; p++)
    for (int i = 0; i < N; i++)
      if (a[p * N + i] != p * N + 3 * i)
	{
	  check (names[p], 0);
	  break;
	}
  check ("changed pointer", b[N + 2] == 7);
  check ("null pointer", b[N] == 8);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
