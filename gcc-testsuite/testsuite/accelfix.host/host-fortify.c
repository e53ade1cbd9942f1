/* The checked functions that -D_FORTIFY_SOURCE has the headers call.  */
/* { dg-host-without "crash" } */
/* { dg-host-off "host-flags=0" } */
/* { dg-options "-O2 -D_FORTIFY_SOURCE=2 -fnon-call-exceptions" } */
/* { dg-accel-levels "-O2" } */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 8, SIZE = 24 };

struct line { char text[SIZE]; };

int
main (void)
{
  struct line in[N], out[N];
  int length[N], n = N;
  memset (in, 0, sizeof in);
  for (int i = 0; i < N; i++)
    sprintf (in[i].text, "line %d", i);
#pragma omp target map(to: in, n) map(from: out, length)
  for (int i = 0; i < n; i++)
    {
      char part[SIZE], *end;
      memset (part, 'x', n + i);
      memcpy (part, in[i].text, n);
      memmove (part, part + 5, 1 + n / n);
      end = stpcpy (part + 1, "-");
      strcat (end, ".");
      strncat (part, in[i].text, n / 2);
      strncpy (out[i].text, part, SIZE);
      length[i] = snprintf (part, n, "%d%s%d", i, in[i].text, n);
      sprintf (out[i].text + 7, "%d:%s", length[i], part);
      if (length[i] < 0)
	printf ("%d\n", length[i]);
    }
  for (int i = 0; i < N; i++)
    {
      char right[64];
      sprintf (right, "%d-.line%d:%dline %d", i, 8, i, i);
      right[7 + 2 + N - 1] = 0;
      if (length[i] != 8 || strcmp (out[i].text, right))
	abort ();
    }
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
