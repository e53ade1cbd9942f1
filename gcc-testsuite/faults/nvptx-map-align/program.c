/* Bytes from malloc that are accessed as larger integers.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>

enum { N = 512 };

static void
fill (char *p)
{
#pragma omp target teams distribute parallel for
  for (int i = 0; i < N; i++)
    ((unsigned long *) p)[i] = i;
}

int
main (void)
{
  unsigned errors[1] = { 0 };
  char *p = malloc (N * sizeof (unsigned long));
  unsigned long sum = 0;

#pragma omp target data map (to: errors[0:1]) \
  map (alloc: p[0:N * sizeof (unsigned long)])
  {
    fill (p);
#pragma omp target update from (p[0:N * sizeof (unsigned long)])
  }
  for (int i = 0; i < N; i++)
    sum += ((unsigned long *) p)[i];
  printf ("%lu\n", sum);
  return 0;
}
