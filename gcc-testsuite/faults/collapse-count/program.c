/* Two collapsed loops, of which the inner one moves with the outer one.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

int
main (int argc, char **argv)
{
  int a[16] = { 0 }, wrong = 0, length = argc + 3;

  #pragma omp target parallel for collapse(2) map(tofrom: a)
  for (int i = 0; i < 4; i++)
    for (int j = 4 * i; j < 4 * i + length; j++)
      a[j & 15] += j + 1;
  for (int k = 0; k < 16; k++)
    wrong += a[k] != k + 1;
  if (wrong != 0)
    printf ("wrong: %d of 16 elements\n", wrong);
  else
    puts ("right");
  return wrong != 0;
}
