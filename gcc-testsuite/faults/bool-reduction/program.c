/* A reduction that sums up truth values.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>
#include <string.h>

int
main (void)
{
  _Bool t = 0;
  int count = 0;
  unsigned char byte;

  #pragma acc parallel loop gang vector num_gangs (4) vector_length (32) \
    copy (t, count) reduction (+: t, count)
  for (int i = 0; i < 1000; i++)
    {
      t += i % 10 == 3;
      count++;
    }
  memcpy (&byte, &t, 1);
  printf ("t is %d after %d iterations\n", byte, count);
  return byte != 1;
}
