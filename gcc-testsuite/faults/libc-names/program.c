/* A function that is offloaded asserts, and asks for digits.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#pragma omp declare target
static int __attribute__ ((noinline))
value (const char *text)
{
  int n = 0;
  for (; isdigit (*text); text++)
    n = 10 * n + (*text - '0');
  assert (n < 1000);
  return n;
}
#pragma omp end declare target

int
main (void)
{
  char text[] = "421 of 1000";
  int r = 0;

  #pragma omp target map (tofrom: r) map (to: text)
  r = value (text);
  printf ("%d\n", r);
  return r != 421;
}
