// A class whose assignment only a clause calls.
#include <stdio.h>

struct Reading
{
  int value, times;
  Reading () : value (0), times (0) {}
  Reading &operator= (const Reading &other);
};

__attribute__ ((noinline)) Reading &
Reading::operator= (const Reading &other)
{
  value = other.value;
  times = other.times + 1;
  return *this;
}

int
main ()
{
  int value = 0, times = 0;

  #pragma omp target map(tofrom: value, times)
  {
    Reading last;

    #pragma omp parallel for lastprivate(last)
    for (int i = 0; i < 100; i++)
      last.value = i * i;

    value = last.value;
    times = last.times;
  }
  printf ("%d\n", value + times);
  return value != 9801 || times != 1;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
