/* Arrays of objects with destructors in a target region.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static int ended;

struct counted
{
  int a;
  counted () : a (5) {}
  ~counted () { ended += a; }
  /* Devices have none of their own up to GCC 14.  */
  void *operator new[] (size_t size) { return malloc (size); }
  void operator delete[] (void *p) { free (p); }
};
#pragma omp end declare target

int
main ()
{
  int sum = 0;

  #pragma omp target map (from: sum)
  {
    ended = 0;
    {
      counted two[2];
      two[1].a = 7;
    }
    counted *three = new counted[3];
    three[1].a = 8;
    delete[] three;
    sum = ended;
  }
  printf ("%d\n", sum);
  return sum != 30;
}
