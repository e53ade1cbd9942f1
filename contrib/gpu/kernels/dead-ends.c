/* Lanes that part around a dead end: a call behind which nothing comes, which
   no lane makes, shared by several branches.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include "on-device.h"

#define N 1024

static int in[N], out[N];

#pragma omp declare target
static void __attribute__ ((noinline, noclone))
give_up (int *p)
{
  p[0] = -1;
}

static int __attribute__ ((noinline, noclone))
step (int *p, int i)
{
  int r;
  if (i & 1)
    {
      if (p[i] > 100000)
	goto bad;
      r = p[i] * 3;
    }
  else
    {
      if (p[i] < -100000)
	goto bad;
      r = p[i] ^ 5;
    }
  return r + p[(i + 1) % N];
 bad:
  give_up (p);
  __builtin_unreachable ();
}
#pragma omp end declare target

int
main (void)
{
  int device = 0;
  long sum = 0;
  for (int i = 0; i < N; i++)
    in[i] = (i * 37) % 211;

  #pragma omp target teams distribute parallel for simd map (to: in) \
    map (from: out) map (tofrom: device)
  for (int i = 0; i < N; i++)
    {
      out[i] = step (in, i);
      if (i == 0)
	device = ON_DEVICE ();
    }

  for (int i = 0; i < N; i++)
    sum += out[i];
  printf ("sum %ld, %d, %d\n", sum, out[1], out[N - 1]);
  return DEVICE_WANTED && !device ? NOT_ON_DEVICE : 0;
}
