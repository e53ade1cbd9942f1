/* What a pointer points to is aligned on the device as malloc aligns it.  */
/* { dg-host-without "wrong" } */

#include <stdint.h>
#include <stdlib.h>
#include "host.h"

enum { N = 4096 };

struct s
{
  char *p;
  int n;
};

/* Whether the address is a multiple of 16 on the device.  */

static int
aligned (char *p)
{
  int right = 0;
#pragma omp target map (from: right)
  right = (uintptr_t) p % 16 == 0;
  return right;
}

int
main (void)
{
  unsigned one[1] = { 1 };
  int right;
  char *p = malloc (N);
  short *q = malloc (N);
  struct s s = { malloc (N), 5 };

#pragma omp target data map (to: one[0:1]) map (alloc: p[0:N])
  check ("data", aligned (p));
#pragma omp target data map (to: one[0:1]) map (alloc: p[0:N - 1], q[0:N / 2])
  check ("two", aligned (p) && aligned ((char *) q));
#pragma omp target map (to: one[0:1]) map (alloc: p[0:N - 1], q[0:N / 2]) \
  map (from: right)
  right = (uintptr_t) p % 16 == 0 && (uintptr_t) q % 16 == 0;
  check ("target", right);
#pragma omp target map (to: one[0:1]) map (to: s.n) map (to: s.p, s.p[0:N]) \
  map (from: right)
  right = s.n == 5 && (uintptr_t) s.p % 16 == 0;
  check ("member", right);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
