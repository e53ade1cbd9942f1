/* Constant arrays in target regions: nothing is written back to them.  */
/* { dg-host-without "wrong" } */
/* { dg-host-on "nvptx amdgcn" } */

#include "host.h"

static const float table[15]
  = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
const int visible[3] = { 1, 2, 3 };
static const struct { int a, b[2]; } pair = { 4, { 5, 6 } };

int
main (int argc, char **argv)
{
  float sum = 0;
  int n = 0, of_local = 0, in_data = 0, by_clause = 0;
  const int local[6] = { 1, 2, 3, 4, 5, 6 };

  #pragma omp target map(tofrom: sum, n)
  for (int i = 0; i < 15 * argc; i++)
    {
      sum += table[i];
      n += visible[i % 3] + pair.b[i & 1];
    }
  check ("static and visible", sum == 120 && n == 30 + 82);

  #pragma omp target map(tofrom: of_local)
  for (int i = 0; i < 6 * argc; i++)
    of_local += local[i];
  check ("a local array", of_local == 21);

  #pragma omp target data map(tofrom: table)
  #pragma omp target map(tofrom: in_data)
  for (int i = 0; i < 15 * argc; i++)
    in_data += table[i];
  check ("in a data region", in_data == 120);

  #pragma omp target map(tofrom: table, by_clause)
  by_clause = table[14 * argc];
  check ("named by a clause", by_clause == 15);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
