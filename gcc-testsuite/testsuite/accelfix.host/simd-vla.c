/* Arrays of variable length, and pointers to such, in simd loops.  */
/* { dg-host-without "crash" } */
/* { dg-host-said "variables of variable size in simd loops" } */

#include <string.h>
#include "host.h"

/* The size counts.  */

static int
size (int n)
{
  int out[64];
  #pragma omp target parallel for simd map (tofrom: out)
  for (int i = 0; i < 64; i++)
    {
      int b[n];
      for (int j = 0; j < n; j++)
	b[j] = i * j;
      out[i] = b[n - 1] + (int) sizeof b;
    }
  for (int i = 0; i < 64; i++)
    if (out[i] != i * (n - 1) + 4 * n)
      return 0;
  return 1;
}

/* The size of a row is not the same in all iterations.  */

static int
rows (int n, int m)
{
  short out[40];
  #pragma omp target teams distribute parallel for simd map (tofrom: out)
  for (int i = 0; i < 40; i++)
    {
      short b[n][m + i % 2];
      memset (b, 0, sizeof b);
      b[n - 1][m - 1] = i;
      out[i] = b[n - 1][m - 1] + sizeof b[0];
    }
  for (int i = 0; i < 40; i++)
    if (out[i] != i + 2 * (m + i % 2))
      return 0;
  return 1;
}

/* Types and pointers, in scopes of their own.  */

static int
scopes (int n)
{
  int out[50];
  #pragma omp target
  #pragma omp simd
  for (int i = 0; i < 50; i++)
    {
      int s = 0;
      {
	typedef int row[n + 1];
	row a;
	a[n] = i;
	s += a[n] + sizeof (row);
      }
      {
	long a[n];
	long (*p)[n] = &a;
	(*p)[2] = 3;
	s += a[2];
      }
      out[i] = s;
    }
  for (int i = 0; i < 50; i++)
    if (out[i] != i + 4 * (n + 1) + 3)
      return 0;
  return 1;
}

#pragma omp declare target
static void
reverse (int n, int *out)
{
  #pragma omp simd
  for (int i = 0; i < n; i++)
    {
      char b[n];
      b[n - 1 - i] = i;
      out[i] = b[n - 1 - i];
    }
}

#pragma omp end declare target

/* In a function of the device.  */

static int
routine (void)
{
  int out[33];
  #pragma omp target map (tofrom: out)
  reverse (33, out);
  for (int i = 0; i < 33; i++)
    if (out[i] != i)
      return 0;
  return 1;
}

/* Pointers alone.  */

static int
pointers (int n)
{
  int q[4][n], out[4];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < n; j++)
      q[i][j] = i * n + j;
  #pragma omp target parallel for simd map (to: q) map (tofrom: out)
  for (int i = 0; i < 4; i++)
    {
      int (*p)[n] = &q[i];
      int (*r)[2 * n] = (int (*)[2 * n]) q;
      out[i] = (*p)[n - 1] + (i < 2 ? r[1][i] : (int) sizeof *r);
    }
  for (int i = 0; i < 4; i++)
    if (out[i] != i * n + n - 1 + (i < 2 ? 2 * n + i : 8 * n))
      return 0;
  return 1;
}

int
main (void)
{
  check ("size", size (7));
  check ("rows", rows (3, 5));
  check ("scopes", scopes (9));
  check ("pointers", pointers (6));
  check ("routine", routine ());
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
