/* A function that ends without the value that it is declared to have.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#pragma omp declare target
int
store (int *p, int x)
{
  *p = x;
}
#pragma omp end declare target

int
main (void)
{
  return 0;
}
