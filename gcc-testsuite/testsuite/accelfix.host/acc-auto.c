/* Loops with auto whose iterations need what others computed.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong" } */
/* { dg-host-said "loops that run sequentially" } */
/* { dg-host-on "nvptx amdgcn" } */

#include "host.h"

#define N 200

int table[N];
#pragma acc declare create (table)

#pragma acc routine seq
static int __attribute__ ((noinline))
next (int *state)
{
  *state = *state * 3 + 1;
  return *state;
}

#pragma acc routine vector
static void __attribute__ ((noinline))
sums_of (int *p, int n)
{
  #pragma acc loop auto
  for (int i = 1; i < n; i++)
    p[i] += p[i - 1];
}

int
main (void)
{
  int a[N], b[N], c[N], m[4][N], x = 1, state = 1, wrong = 0;

  for (int i = 0; i < N; i++)
    a[i] = b[i] = c[i] = m[0][i] = 1;

  #pragma acc serial loop auto copy (a)
  for (int i = 1; i < N; i++)
    a[i] += a[i - 1];
  for (int i = 0; i < N; i++)
    wrong += a[i] != i + 1;
  check ("serial", wrong == 0);

  #pragma acc parallel num_gangs (1) copy (b, x)
  {
    #pragma acc loop auto
    for (int i = N - 2; i >= 0; i--)
      b[i] = b[i + 1] + 1;
    #pragma acc loop auto
    for (int i = 0; i < 20; i++)
      x = (x * 5 + b[i]) % 1009;
  }
  int y = 1;
  for (int i = 0; i < 20; i++)
    y = (y * 5 + N - i) % 1009;
  wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += b[i] != N - i;
  check ("downwards", wrong == 0);
  check ("a scalar", x == y);

  #pragma acc parallel loop auto copy (m)
  for (int i = 1; i < 4; i++)
    for (int j = 0; j < N; j++)
      m[i][j] = m[i - 1][j] * 2 + j;
  wrong = 0;
  for (int j = 0, v; j < N; j++)
    for (int i = v = 1; i < 4; i++)
      wrong += m[i][j] != (v = v * 2 + j);
  check ("rows", wrong == 0);

  #pragma acc parallel num_gangs (1) copy (state) copyout (a)
  {
    #pragma acc loop auto
    for (int i = 0; i < 10; i++)
      a[i] = next (&state);
  }
  int s = 1;
  wrong = 0;
  for (int i = 0; i < 10; i++)
    wrong += a[i] != (s = s * 3 + 1);
  check ("a function", wrong == 0);

  #pragma acc parallel num_gangs (1) copy (c)
  sums_of (c, N);
  wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += c[i] != i + 1;
  check ("in a routine", wrong == 0);

  #pragma acc parallel num_gangs (1)
  {
    #pragma acc loop auto
    for (int i = 0; i < N; i++)
      table[i] = i ? table[i - 1] + i : 0;
  }
  #pragma acc update self (table)
  check ("a declared table", table[N - 1] == N * (N - 1) / 2);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
