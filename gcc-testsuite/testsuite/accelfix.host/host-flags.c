/* Flags of debug and distributions' builds, with which the device's code cannot be
   compiled or linked.  */
/* { dg-host-without "crash" } */
/* { dg-options "-fstack-protector-all -fcf-protection -finstrument-functions -fsanitize=undefined -fgraphite-identity -floop-nest-optimize" } */
#include <stdio.h>
#include <string.h>

#pragma omp declare target
struct five { int x[5]; };

static int
helper (int n)
{
  char buf[64];
  int a[8];
  memset (buf, n, sizeof buf);
  for (int i = 0; i < 8; i++)
    a[i] = buf[i * n % 64] + i;
  memcpy (buf, a, sizeof a);
  return buf[n % 32] + a[n % 8];
}

static struct five
several (int n)
{
  struct five r;
  for (int i = 0; i < 5; i++)
    r.x[i] = i * n - (n << i);
  return r;
}

static int
divided (int a, int b, int *p)
{
  return a / b + (*p - a) * b;
}
#pragma omp end declare target

int
main (void)
{
  int t[64];
  #pragma omp target teams distribute parallel for map(from: t)
  for (int i = 0; i < 64; i++)
    {
      int k = i + 3;
      t[i] = helper (i % 7 + 1) + several (i).x[3] + divided (i, i % 5 + 1, &k);
    }
  for (int i = 0; i < 64; i++)
    {
      int k = i + 3;
      if (t[i] != helper (i % 7 + 1) + several (i).x[3] + divided (i, i % 5 + 1, &k))
	{
	  printf ("wrong: %d: %d\n", i, t[i]);
	  return 1;
	}
    }
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
