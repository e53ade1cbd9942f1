/* Asynchronous regions with sections that begin at variable elements: how far
   they are from the array is a value of the region's, too.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong right 11" } */
/* { dg-host-on "host nvptx amdgcn" } */

#include <stdlib.h>
#include "host.h"

static int busy;

/* Gives queue 1 something to do.  */

static void
keep_busy (void)
{
  #pragma acc parallel async (1) present (busy)
  {
    int s = 0;
    #pragma acc loop seq
    for (int i = 0; i < 200000; i++)
      s += i & 1;
    busy = s;
  }
}

int
main (void)
{
  int a[100];
  double m[8][6];
  short s[60], t[40];
  char *p = malloc (100);
  int bad = 0;

  #pragma acc enter data create (busy)
  keep_busy ();
  for (int k = 0; k < 4; k++)
    {
      #pragma acc parallel loop copyout (a[k * 25 : 25]) async (1)
      for (int i = 0; i < 25; i++)
	a[k * 25 + i] = k * 100 + i;
    }
  for (long k = 0; k < 100; k += 25)
    {
      #pragma acc parallel loop copyout (p[k : 25]) async (1)
      for (int i = 0; i < 25; i++)
	p[k + i] = k + i;
    }
  #pragma acc wait
  for (int i = 0; i < 100; i++)
    bad += a[i] != i / 25 * 100 + i % 25 || p[i] != i;
  check ("arrays and pointers", !bad);

  keep_busy ();
  for (long k = 0; k < 4; k++)
    {
      #pragma acc parallel loop copyout (m[k * 2 : 2][0 : 6]) async (1)
      for (int i = 0; i < 2; i++)
	for (int j = 0; j < 6; j++)
	  m[k * 2 + i][j] = k * 100 + i * 10 + j;
    }
  for (int k = 40; k >= 0; k -= 20)
    {
      #pragma acc serial copyout (s[k : 20]) async (1)
      for (int i = 0; i < 20; i++)
	s[k + i] = k * 3 + i;
    }
  #pragma acc wait
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 6; j++)
      bad += m[i][j] != i / 2 * 100 + i % 2 * 10 + j;
  for (int i = 0; i < 60; i++)
    bad += s[i] != i / 20 * 60 + i % 20;
  check ("rows, serial", !bad);

  /* Before the array's first element, as the region sees it.  */
  short *q = t + 30;
  for (int i = 0; i < 40; i++)
    t[i] = i;
  keep_busy ();
  for (int k = -30; k < 10; k += 10)
    {
      #pragma acc parallel loop copy (q[k : 10]) async (1)
      for (int i = 0; i < 10; i++)
	q[k + i] += k;
    }
  #pragma acc wait
  for (int i = 0; i < 40; i++)
    bad += t[i] != i + i / 10 * 10 - 30;
  check ("negative", !bad);
  free (p);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
