/* Numbers as text by snprintf and sprintf, read again.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
total (const char *s)
{
  int t = 0;
  for (int sign = 1; *s; s++)
    if (*s == '-')
      sign = -1;
    else if (*s >= '0' && *s <= '9')
      {
	int v = 0;
	for (; *s >= '0' && *s <= '9'; s++)
	  v = v * 10 + *s - '0';
	t += sign * v;
	sign = 1;
	s--;
      }
  return t;
}
#pragma omp end declare target
#define BODY "snprintf.c"
#include "forms.h"
#else
  char s[60], t[20];
  int n = snprintf (s, sizeof s, "%d, %d and %d", i, -3 * i, i * i);
  n += sprintf (t, "%x %c%s", i, 'q', i & 1 ? "odd" : "even");
  b[i] = total (s) * 100 + n + t[0];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
