/* An array of variable size that nothing reads.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>
#include <omp.h>

#pragma omp declare target
static __attribute__ ((noinline)) unsigned
mix (unsigned x)
{
  unsigned r = x;
  for (int i = 0; i < 3; i++)
    r ^= r * 7;
  return r;
}

static __attribute__ ((noinline)) void
fill (unsigned *out)
{
  for (unsigned i = 0; i < 100; i++)
    {
      unsigned n = 2 + (12 + i) % 6;
      float a[n];
      for (unsigned k = 0; k < n; k++)
	a[k] = k * 3;
      unsigned v = mix (i);
      v = mix (v + i);
      out[i] = i;
    }
}
#pragma omp end declare target

int
main (void)
{
  unsigned out[100];
  int host;

  #pragma omp target map (from: out, host)
  {
    fill (out);
    host = omp_is_initial_device ();
  }
  printf (host ? "on the host\n" : "%u\n", out[99]);
  return host || out[99] != 99;
}
