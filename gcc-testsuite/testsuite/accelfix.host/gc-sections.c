/* The linker drops what nothing refers to, but not the tables for devices.  */
/* { dg-host-without "wrong" } */
/* { dg-host-off "host-flags=0" } */
/* { dg-host-said ": 2 tables for devices that the linker keeps" } */
/* { dg-options "-ffunction-sections -fdata-sections -Wl,--gc-sections" } */
#include <stdlib.h>

#pragma omp declare target
int factor = 3;

int
unused (int n)
{
  return n - factor;
}

int
times (int n)
{
  return n * factor;
}
#pragma omp end declare target

int
main (void)
{
  int a[20];
#pragma omp target map(from: a)
  for (int i = 0; i < 20; i++)
    a[i] = times (i);
  for (int i = 0; i < 20; i++)
    if (a[i] != 3 * i)
      abort ();
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
