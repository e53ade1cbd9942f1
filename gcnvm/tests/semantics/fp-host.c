/* The reference's floating point against the host's FPU.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: fp-host [COUNT [SEED]]
   COUNT random pairs, with edge values, for each operation, format and rounding
   mode.  Denormals are kept, as the host keeps them.  */

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sem.h"

static unsigned passed, failed;
static const int rounding[] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
				FE_TOWARDZERO };
static const char *const names[] = { "add", "multiply", "fma", "convert",
				     "integral", "from integer", "to integer",
				     "compare", "scale" };

static float
single (uint64_t x)
{
  uint32_t b = x;
  float f;
  memcpy (&f, &b, 4);
  return f;
}

static double
real (uint64_t x)
{
  double d;
  memcpy (&d, &x, 8);
  return d;
}

static uint64_t
bits (float f)
{
  uint32_t b;
  memcpy (&b, &f, 4);
  return b;
}

static uint64_t
host_32 (unsigned op, uint64_t x, uint64_t y, uint64_t z)
{
  volatile float a = single (x), b = single (y), c = single (z);
  switch (op)
    {
    case 0: return bits (a + b);
    case 1: return bits (a * b);
    case 2: return bits (fmaf (a, b, c));
    case 3: return ref_of_double (a);
    case 4: return bits (a != a ? a + a : rintf (a));
    case 5: return bits ((float) (int32_t) y);
    case 6: return a != a ? 0 : fabsf (a) < 2e9f ? (int64_t) rintf (a) : 0;
    case 7: return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
    default: return bits (ldexpf (a, (int) (y % 300) - 150));
    }
}

static uint64_t
host_64 (unsigned op, uint64_t x, uint64_t y, uint64_t z)
{
  volatile double a = real (x), b = real (y), c = real (z);
  switch (op)
    {
    case 0: return ref_of_double (a + b);
    case 1: return ref_of_double (a * b);
    case 2: return ref_of_double (fma (a, b, c));
    case 3: return bits (a);
    case 4: return ref_of_double (a != a ? a + a : rint (a));
    case 5: return ref_of_double ((double) (int64_t) y);
    case 6: return a != a ? 0 : fabs (a) < 2e9 ? (int64_t) rint (a) : 0;
    case 7: return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
    default: return ref_of_double (ldexp (a, (int) (y % 300) - 150));
    }
}

static uint64_t
reference (const struct ref_format *f, const struct ref_fpmode *m,
	   unsigned op, uint64_t x, uint64_t y, uint64_t z)
{
  bool narrow = f == &ref_f32;
  switch (op)
    {
    case 0: return ref_add (f, m, x, y);
    case 1: return ref_multiply (f, m, x, y);
    case 2: return ref_fma (f, m, x, y, z, 0);
    case 3: return ref_convert (f, narrow ? &ref_f64 : &ref_f32, m, x);
    case 4: return ref_integral (f, m, m->round, x);
    case 5: return ref_from_int (f, m, narrow ? (int32_t) y : (int64_t) y);
    case 6:
      if (fabs (ref_double (f, x)) >= 2e9)
	return 0;
      return ref_to_int (f, m->round, x, INT32_MIN, INT32_MAX);
    case 7: return ref_compare (f, x, y);
    default: return ref_scale (f, m, x, (int) (y % 300) - 150);
    }
}

/* Of several NaNs the host may pass on any.  */

static bool
same_p (const struct ref_format *f, unsigned op, uint64_t want, uint64_t got,
	unsigned nans)
{
  const struct ref_format *to = f;
  if (op == 3)
    to = f == &ref_f32 ? &ref_f64 : &ref_f32;
  if (op < 4 && nans > 1 && ref_nan_p (to, want) && ref_nan_p (to, got))
    return true;
  return want == got;
}

static void
test (const struct ref_format *f, unsigned round, unsigned op, unsigned count,
      struct sem_random *r)
{
  const struct ref_fpmode m = { round, true, true, true };
  for (unsigned i = 0; i < count; i++)
    {
      uint64_t x = sem_float (r, f), y = sem_float (r, f);
      uint64_t z = sem_float (r, f);
      unsigned nans = ref_nan_p (f, x) + ref_nan_p (f, y)
		      + (op == 2 && ref_nan_p (f, z));
      /* Infinity times zero plus a NaN is a NaN either way.  */
      if (op == 2 && ref_nan_p (f, z))
	nans = 2;
      fesetround (rounding[round]);
      uint64_t want = (f == &ref_f32 ? host_32 : host_64) (op, x, y, z);
      fesetround (FE_TONEAREST);
      uint64_t got = reference (f, &m, op, x, y, z);
      if (same_p (f, op, want, got, nans))
	continue;
      printf ("FAIL: %s of %u bits, rounding %u: %#llx, %#llx, %#llx give "
	      "%#llx, the host %#llx\n", names[op], f->width, round,
	      (unsigned long long) x, (unsigned long long) y,
	      (unsigned long long) z, (unsigned long long) got,
	      (unsigned long long) want);
      failed++;
      return;
    }
  passed++;
}

int
main (int argc, char **argv)
{
  unsigned count = argc > 1 ? atoi (argv[1]) : 5000;
  struct sem_random r = { argc > 2 ? strtoull (argv[2], NULL, 0) : 1 };
  for (unsigned op = 0; op < sizeof names / sizeof *names; op++)
    for (unsigned round = 0; round < 4; round++)
      {
	test (&ref_f32, round, op, count, &r);
	test (&ref_f64, round, op, count, &r);
      }
  printf ("%u passed, %u failed, 0 skipped\n", passed, failed);
  return failed != 0;
}
