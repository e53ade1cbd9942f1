/* Variables of declare target link beside others, static ones too.  */
/* { dg-host-without "wrong right 14 right 15 right 16" } */
/* { dg-host-off "link-vars=0" } */

#include "host.h"

static long first = 1;
int table[8];
static int second = 2;
double other[4];
static long third = 3;
int *pointer;
#pragma omp declare target link (table, other)
#pragma omp declare target to (first, second, third, pointer)

#pragma omp declare target
long
all (int i)
{
  return first + 10 * second + 100 * third + table[i] + (long) other[i & 3];
}
#pragma omp end declare target

int
main (void)
{
  long r = 0;

  for (int i = 0; i < 8; i++)
    table[i] = i;
  for (int i = 0; i < 4; i++)
    other[i] = 1000 * i;
  first = 4;
  second = 5;
  third = 6;
  #pragma omp target update to (first, second, third)
  #pragma omp target map (to: table, other) map (from: r)
  r = all (7);
  check ("values", r == 4 + 50 + 600 + 7 + 3000);
  #pragma omp target map (from: r)
  {
    r = first + second;
    third = 70;
  }
  #pragma omp target update from (third)
  check ("without the tables", r == 9 && third == 70);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
