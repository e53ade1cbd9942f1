/* What the C and C++ programs of this folder share: the size of a loop, and
   how results are judged.  A program prints each of its first wrong results as
   "wrong: ..." and exits with 1 if there is one.  */

#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

/* Iterations of a loop: not a multiple of the 32 lanes, and more than three
   rounds of them.  */
#ifndef N
#define N 100
#endif

#define NOIPA __attribute__ ((noipa))

static int simd_wrong;

/* Result NUMBER of WHAT is GOT and should be WANT.  */
static inline void
expect (const char *what, int number, double got, double want)
{
  if (got == want)
    return;
  if (simd_wrong++ < 4)
    printf ("wrong: %s, %d: %.17g, not %.17g\n", what, number, got, want);
}

/* The same within 1 part in 10^6, for what two mathematical libraries round
   in their own ways.  */
static inline void
expect_near (const char *what, int number, double got, double want)
{
  double d = got - want, size = want < 0 ? -want : want;
  if (d < 0)
    d = -d;
  if (!(d <= 1e-6 * (size + 1)))
    expect (what, number, got, want);
}

/* The exit status: 0 if all was right, 1 if not, 2 if the device was never
   asked.  */
static inline int
simd_status (void)
{
  int host = 1;
#pragma omp target map(tofrom: host)
  host = omp_is_initial_device ();
  if (host)
    {
      puts ("not run: there is no device");
      return 2;
    }
  if (simd_wrong > 4)
    printf ("wrong: %d results\n", simd_wrong);
  return simd_wrong != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
