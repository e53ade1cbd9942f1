/* Loops of serial constructs whose iterations need what others computed, without
   auto.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong" } */
/* { dg-host-said "loops that run sequentially" } */

#include "host.h"

#define N 200

int
main (void)
{
  int a[N], b[N], m[10][N], sum = 0;

  for (int i = 0; i < N; i++)
    a[i] = b[i] = 1;
  #pragma acc serial loop copy (a)
  for (int i = 1; i < N; i++)
    a[i] += a[i - 1];
  check ("serial loop", a[1] == 2 && a[N - 1] == N);

  #pragma acc serial copy (b)
  {
    b[0] = 3;
    #pragma acc loop vector
    for (int i = 1; i < N; i++)
      b[i] += b[i - 1];
  }
  check ("loop vector", b[1] == 4 && b[N - 1] == N + 2);

  for (int j = 0; j < 10; j++)
    for (int i = 0; i < N; i++)
      m[j][i] = 1;
  #pragma acc serial copy (m)
  #pragma acc loop
  for (int j = 1; j < 10; j++)
    #pragma acc loop
    for (int i = 1; i < N; i++)
      m[j][i] = m[j - 1][i - 1] + m[j][i - 1];
  int w = m[9][N - 1];
  for (int j = 0; j < 10; j++)
    for (int i = 0; i < N; i++)
      m[j][i] = 1;
  for (int j = 1; j < 10; j++)
    for (int i = 1; i < N; i++)
      m[j][i] = m[j - 1][i - 1] + m[j][i - 1];
  check ("nested", w == m[9][N - 1]);

  /* A reduction needs no order.  */
  #pragma acc serial loop reduction (+: sum) copyin (a)
  for (int i = 0; i < N; i++)
    sum += a[i];
  check ("reduction", sum == N * (N + 1) / 2);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
