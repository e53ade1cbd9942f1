// Atomics on references, and on members of a class, in simd loops.
// { dg-accel-gcc "12 13 14 15 16" }
// { dg-host-without "right" }

#include "host.h"

template <typename T>
static void
count (T &n, int times)
{
  #pragma omp target simd map(tofrom: n)
  for (int i = 0; i < times; i++)
    {
      #pragma omp atomic
      n++;
    }
}

struct tally
{
  int total;
  long odd;

  void
  add (int times)
  {
    #pragma omp target map(tofrom: this[:1])
    #pragma omp simd
    for (int i = 0; i < times; i++)
      {
	#pragma omp atomic
	total += 1;
	if (i & 1)
	  {
	    #pragma omp atomic
	    odd++;
	  }
      }
  }
};

int
main ()
{
  int a = 0;
  double d = 0;
  int value = 0;
  int &ref = value;
  tally t = { 0, 0 };

  count (a, 100);
  count (d, 50);
  check ("a template", a == 100 && d == 50);
  #pragma omp target teams distribute parallel for simd map(tofrom: ref)
  for (int i = 0; i < 128; i++)
    {
      #pragma omp atomic
      ref += 2;
    }
  check ("a reference", value == 256);
  t.add (99);
  check ("members", t.total == 99 && t.odd == 49);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
