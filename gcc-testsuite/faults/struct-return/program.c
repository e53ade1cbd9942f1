/* A function that is offloaded returns two integers.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

struct pair { long a, b; };

#pragma omp declare target
static struct pair __attribute__ ((noinline))
pair (long a)
{
  struct pair p = { a, a + 1 };
  return p;
}
#pragma omp end declare target

int
main (int argc, char **argv)
{
  long r = 0;

  #pragma omp target map (tofrom: r)
  {
    struct pair p = pair (argc);
    r = p.a * 10 + p.b;
  }
  printf ("%ld\n", r);
  return r != 12;
}
