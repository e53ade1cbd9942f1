/* A function gives its caller's frame pointer back, and the caller loads
   through it at once.

   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#pragma omp declare target
extern int other (void);

int __attribute__ ((noinline))
callee (int a, int b)
{
  return other () + a * b;
}

/* With an array of variable size there is a frame pointer.  */
int
caller (int n)
{
  volatile int one = n;
  volatile int many[n];
  many[0] = n;
  callee (1, 2);
  return one;
}
#pragma omp end declare target

int
main (void)
{
  return 0;
}
