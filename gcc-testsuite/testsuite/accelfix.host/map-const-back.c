/* Constant arrays that clauses copy back: from, exit data, update.  */
/* { dg-host-without "wrong" } */
/* { dg-host-on "nvptx amdgcn" } */

#include "host.h"

static const int table[15] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
const double visible[4] = { 1, 2, 3, 4 };

int
main (int argc, char **argv)
{
  int sum = 0;
  double all = 0;

  (void) argv;
  #pragma omp target enter data map (to: table, visible[0:4])
  #pragma omp target map (tofrom: sum, all)
  {
    for (int i = 0; i < 15 * argc; i++)
      sum += table[i];
    for (int i = 1; i < 4; i++)
      all += visible[i];
  }
  #pragma omp target update from (table[2:4])
  #pragma omp target exit data map (from: table) map (always, from: visible[0:4])
  check ("exit data", sum == 120 && all == 9);

  sum = 0;
  #pragma omp target map (from: table) map (tofrom: sum)
  for (int i = 0; i < 15 * argc; i++)
    sum += table[i];
  check ("a region", sum == 120);

  sum = 0;
  #pragma omp target data map (from: table[0:15])
  #pragma omp target map (tofrom: sum)
  for (int i = 0; i < 15 * argc; i++)
    sum += table[i];
  check ("a data region", sum == 120);

  /* What is released is gone: an array that is mapped anew has new values.  */
  int own[4] = { 1, 2, 3, 4 };
  #pragma omp target enter data map (to: own)
  #pragma omp target map (alloc: own)
  own[2] += argc;
  #pragma omp target exit data map (from: own)
  check ("what is not constant is copied back", own[2] == 3 + argc);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
