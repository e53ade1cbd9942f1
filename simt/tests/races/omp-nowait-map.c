/* Regions that copy the same array, of which one does not wait for the other.  */
/* only ptxvm: gcnvm does not look at the host's memory */
/* says data race between constructs: .target. at omp-nowait-map.c:[0-9]* (half).* copies 20000 bytes of .a. .*taskwait */
/* says copied here by .target nowait.: main */
/* flags -O0 */
#include <stdlib.h>
#ifdef RIGHT
# define OUT depend(out: a[0])
# define IN depend(in: a[0])
#else
# define OUT
# define IN
#endif
#define PRAGMA(X) _Pragma (#X)
#define TARGET(CLAUSES) PRAGMA (omp target teams distribute parallel for CLAUSES)
enum { N = 10000 };

/* The first half of what the other region has stored.  */
static void __attribute__ ((noinline))
half (int *a)
{
  TARGET (map(tofrom: a[0:N / 2]) IN)
  for (int i = 0; i < N / 2; i++)
    a[i]++;
}

int
main (void)
{
  int *a = calloc (N, sizeof *a);
  TARGET (map(from: a[0:N]) nowait OUT)
  for (int i = 0; i < N; i++)
    a[i] = i;
  half (a);
#pragma omp taskwait
  return a[7] != 8 || a[N - 1] != N - 1;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
