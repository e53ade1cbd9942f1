/* A variable is set in the first turn of a loop and read in later ones.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#pragma omp declare target
int
steps (const int *v, int n, int first)
{
  int before, sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (!first)
	sum += v[i] - before;
      first = 0;
      before = v[i];
    }
  return sum;
}
#pragma omp end declare target

int
main (void)
{
  return 0;
}
