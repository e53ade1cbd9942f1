/* More teams than libgomp has memory for.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

int
main (void)
{
  int sum = 0;

#pragma omp target teams distribute parallel for num_teams (66000) \
  thread_limit (1) map (tofrom: sum)
  for (int i = 0; i < 66000; i++)
    {
#pragma omp atomic
      sum++;
    }
  printf ("%d\n", sum);
  return 0;
}
