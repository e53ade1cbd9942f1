/* A sum over two nested loops, of which the outer one alone has the clause.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

enum { N = 20, M = 100 };

static int a[N][M];

int
main (void)
{
  int s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = 1;
  #pragma acc parallel loop gang reduction (+: s) copyin (a) vector_length (32)
  for (int i = 0; i < N; i++)
    {
      #pragma acc loop vector
      for (int j = 0; j < M; j++)
	s += a[i][j];
    }
  printf ("%d\n", s);
  return 0;
}
