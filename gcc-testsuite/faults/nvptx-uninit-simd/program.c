/* An atomic operation in a simd loop, whose result is used.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

void
number (int *count, int *slot, int n)
{
  #pragma omp target map (tofrom: count[:1]) map (from: slot[:n])
  #pragma omp simd
  for (int i = 0; i < n; i++)
    {
      int k;
      #pragma omp atomic capture
      k = (*count)++;
      slot[i] = k;
    }
}

int
main (void)
{
  return 0;
}
