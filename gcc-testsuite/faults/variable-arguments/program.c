/* A function with variable arguments is offloaded.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdarg.h>
#include <stdio.h>

#pragma omp declare target
static int __attribute__ ((noinline))
sum (int n, ...)
{
  int r = 0;
  va_list list;
  va_start (list, n);
  for (int i = 0; i < n; i++)
    r += va_arg (list, int);
  va_end (list);
  return r;
}
#pragma omp end declare target

int
main (int argc, char **argv)
{
  int r = 0;

  #pragma omp target map (tofrom: r)
  r = sum (3, argc, 20, 300);
  printf ("%d\n", r);
  return r != 321;
}
