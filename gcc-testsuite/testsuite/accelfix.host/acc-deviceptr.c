/* Device pointers of data constructs that end before their regions.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-on "nvptx amdgcn" } */
/* { dg-host-without "wrong right 11 right 16" } */
/* { dg-host-said ": 2 device pointers that regions have copies of" } */
#include <openacc.h>
#include <stdlib.h>

enum { N = 100 };

__attribute__ ((noipa)) static void
begin (int *d, int *e, int *f, int n)
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

int
main (void)
{
  int *a = malloc (N * sizeof (int)), *b = malloc (2 * N * sizeof (int));
  for (int i = 0; i < N; i++)
    {
      a[i] = i;
      b[i] = 2 * i;
      b[N + i] = 0;
    }
  int *d = acc_copyin (a, N * sizeof (int));
  int *e = acc_copyin (b, 2 * N * sizeof (int));
  begin (d, e, e + N, N);
#pragma acc wait (1)
  acc_copyout (a, N * sizeof (int));
  acc_copyout (b, 2 * N * sizeof (int));
  for (int i = 0; i < N; i++)
    if (a[i] != 3 * i || b[N + i] != (i == 2 ? 7 : 0))
      abort ();
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
