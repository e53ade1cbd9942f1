/* Arrays of variable size that nothing reads: GCC removes them late, keeps what
   saves the stack pointer around them, and does not declare that.  */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "any" } */
/* { dg-accel-levels "-O1 -O2 -Og" } */
#include "simd.h"

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
plain (unsigned *out)
{
  for (unsigned i = 0; i < N; i++)
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

static __attribute__ ((noinline)) void
simd (unsigned *out)
{
#pragma omp simd
  for (unsigned i = 0; i < N; i++)
    {
      unsigned n = 2 + (12 + i) % 6;
      float a[n];
      for (unsigned k = 0; k < n; k++)
	a[k] = k * 3;
      unsigned v = mix (i);
      v = mix (v + i);
      out[i] = 2 * i;
    }
}
#pragma omp end declare target

int
main (void)
{
  unsigned a[N], b[N];
#pragma omp target map(from: a, b)
  {
    plain (a);
    simd (b);
  }
  for (int i = 0; i < N; i++)
    {
      expect ("plain", i, a[i], i);
      expect ("simd", i, b[i], 2 * i);
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
