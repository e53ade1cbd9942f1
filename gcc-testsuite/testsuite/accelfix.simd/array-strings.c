/* Text built in the body by newlib's string functions.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#ifndef BODY
#include "simd.h"
#include <string.h>
#define BODY "array-strings.c"
#include "forms.h"
#else
  char s[40] = "lane", t[40];
  int n = i % 7;
  for (int j = 0; j < n; j++)
    strcat (s, j & 1 ? "-" : "+=");
  strcpy (t, s);
  memset (t + 2, 'a' + i % 26, 2);
  char *q = strchr (s, '=');
  b[i] = (int) strlen (s) + 100 * (q ? (int) (q - s) : -1)
	 + 10000 * (strcmp (t, s) < 0) + 20000 * (t[3] - 'a');
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
