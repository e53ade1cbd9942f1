/* An asynchronous region reads a variable that the program changes next.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

static int sum, seen, value = 5;

int
main (void)
{
  #pragma acc enter data copyin (sum, seen)

  /* Keeps the queue busy.  */
  #pragma acc parallel async (1) present (sum)
  {
    int s = 0;
    #pragma acc loop seq
    for (int i = 0; i < 1000000; i++)
      s += i & 1;
    sum = s;
  }

  /* VALUE is firstprivate: the region has it as it is here.  */
  #pragma acc parallel async (1) present (seen)
  seen = value;
  value = 7;

  #pragma acc wait (1)
  #pragma acc exit data copyout (sum, seen)
  printf ("the sum is %d, the value was %d\n", sum, seen);
  return sum != 500000 || seen != 5;
}
