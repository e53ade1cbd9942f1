/* Each iteration of an auto loop needs what the one before computed.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 200

int
main (void)
{
  int a[N], wrong = 0;

  for (int i = 0; i < N; i++)
    a[i] = 1;
  #pragma acc serial loop auto copy (a)
  for (int i = 1; i < N; i++)
    a[i] += a[i - 1];
  for (int i = 0; i < N; i++)
    wrong += a[i] != i + 1;
  printf ("%d of %d sums are wrong\n", wrong, N);
  return wrong != 0;
}
