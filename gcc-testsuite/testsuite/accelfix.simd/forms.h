/* One loop body in the three forms that a simd loop has on the device.
   The program defines BODY as its own name and includes this file, which
   includes it once more, with BODY defined, in each loop: then it is the
   body.  The body computes B[I], of type T, from I and what is declared in
   BEFORE; CLAUSES are more clauses of the simd loop.  ONLY_ALONE
   leaves the combined constructs out: GCC 12's host compiler fails on them if
   the body has arrays of variable size.  The results have to be those of the
   body in a plain loop on the host.  */

#ifndef T
#define T int
#endif
#ifndef BEFORE
#define BEFORE
#endif
#ifndef CLAUSES
#define CLAUSES
#endif
#ifndef EXPECT
#define EXPECT expect
#endif

static NOIPA void
simd_host (T *b)
{
  BEFORE
  for (int i = 0; i < N; i++)
    {
#include BODY
    }
}

static NOIPA void
simd_alone (T *b)
{
#pragma omp target map(tofrom: b[:N])
  {
    BEFORE
#pragma omp simd CLAUSES
    for (int i = 0; i < N; i++)
      {
#include BODY
      }
  }
}

#ifndef ONLY_ALONE
static NOIPA void
simd_parallel (T *b)
{
  BEFORE
#pragma omp target parallel for simd map(tofrom: b[:N]) CLAUSES
  for (int i = 0; i < N; i++)
    {
#include BODY
    }
}

static NOIPA void
simd_teams (T *b)
{
  BEFORE
#pragma omp target teams distribute parallel for simd map(tofrom: b[:N]) \
	    CLAUSES
  for (int i = 0; i < N; i++)
    {
#include BODY
    }
}
#endif

int
main ()
{
  static const char *const names[] = { "simd", "parallel for simd",
				       "teams distribute parallel for simd" };
  static void (*const forms[]) (T *) =
    {
      simd_alone,
#ifndef ONLY_ALONE
      simd_parallel, simd_teams
#endif
    };
  static T want[N], b[N];
  simd_host (want);
  for (int f = 0; f < (int) (sizeof forms / sizeof *forms); f++)
    {
      for (int i = 0; i < N; i++)
	b[i] = -1;
      forms[f] (b);
      for (int i = 0; i < N; i++)
	EXPECT (names[f], i, b[i], want[i]);
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
