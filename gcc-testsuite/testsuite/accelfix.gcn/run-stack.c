/* Frames that do not fit into the 32 KiB of a wave's stack: an array, and a chain of
   callees in threads of a parallel region.
   { dg-accel-mode openmp }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=gfx900" }
   { dg-accel-levels "-O0 -O1 -O2 -O3" }
   { dg-accel-run "--hazards=off --time-limit=60" }
   { dg-accel-args "-" } */
#include <stdio.h>

#define FILL(a, n, v) for (int i = 0; i < n; i++) a[i] = v
#define COUNT(a, n, v) for (int i = 0; i < n; i++) bad += a[i] != (char) (v)

#pragma omp declare target
__attribute__ ((noipa)) static int
inner (volatile char *up, int n)
{
  volatile char a[20000];
  int bad = 0;
  FILL (a, 20000, i);
  COUNT (a, 20000, i);
  return bad + up[n];
}

__attribute__ ((noipa)) static int
outer (volatile char *up, int n)
{
  volatile char a[20000];
  FILL (a, 20000, 1);
  int bad = inner (a, n);
  COUNT (a, 20000, 1);
  return bad + up[n];
}
#pragma omp end declare target

int
main (void)
{
  int bad = 0, sum = 0;
#pragma omp target teams num_teams (2) map (tofrom: bad)
  {
    volatile char a[32768];
    FILL (a, 32768, i);
    COUNT (a, 32768, i);
  }
#pragma omp target parallel num_threads (2) reduction (+: sum) map (tofrom: sum)
  {
    volatile char a[8];
    a[3] = 5;
    sum += outer (a, 3);
  }
  printf ("%d and %d\n", bad, sum);
  return bad || sum != 12;
}

/* { dg-final { gcn-right {} "0 and 12" } } */
/* { dg-final { gcn-wrong none {} "stack overflow: .*enlarge it: link with accelfix, or with -foffload=-mstack-size=" } } */
/* { dg-final { gcn-wrong private-stack=0 {} "stack overflow: " } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
