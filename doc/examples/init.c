/* A register that one path reads before it is written.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#pragma omp declare target
int
mean (const int *v, int n)
{
  int sum, k;
  for (k = 0; k < n; k++)
    sum = k == 0 ? v[0] : sum + v[k];
  return sum / k;
}
#pragma omp end declare target
