/* An object of a class with a copy constructor in an offloaded simd loop.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#pragma omp declare target
struct amount
{
  int a;
  amount (int i) : a (i) {}
  amount (const amount &o) : a (o.a + 1) {}
};

static int __attribute__ ((noinline))
value (amount s)
{
  return s.a;
}
#pragma omp end declare target

int
main ()
{
  int sum = 0;

  #pragma omp target simd map (tofrom: sum) reduction (+: sum)
  for (int i = 0; i < 100; i++)
    {
      amount s (i);
      sum += value (s);
    }
  printf ("%d\n", sum);
  return sum != 5050;
}
