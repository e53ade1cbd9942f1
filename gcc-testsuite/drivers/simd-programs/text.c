/* Generator of random programs with simd loops: random numbers and text.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#define _GNU_SOURCE
#include "text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;
static unsigned indent, names;

/* Z with its bits mixed: numbers that differ by little come out far apart.  */
static uint64_t
mixed (uint64_t z)
{
  z = (z ^ (z >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  z = (z ^ (z >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  return z ^ z >> 32;
}

/* The seed is mixed as well: a seed that only moved the start along the
   sequence would make the programs of neighbours the same from where they
   first agree.  */
void
gen_seed (unsigned long seed)
{
  state = mixed (seed + UINT64_C (0x2545f4914f6cdd1d));
}

/* A Weyl sequence, mixed by multiplications and shifts.  */
unsigned
rnd (unsigned n)
{
  state += UINT64_C (0x9e3779b97f4a7c15);
  return (unsigned) (((mixed (state) >> 32) * n) >> 32);
}

unsigned
between (unsigned low, unsigned high)
{
  return low + rnd (high - low + 1);
}

bool
chance (unsigned percent)
{
  return rnd (100) < percent;
}

unsigned
weighted (const unsigned char *weights, unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += weights[i];
  unsigned at = rnd (sum);
  for (unsigned i = 0; i < n; i++)
    {
      if (at < weights[i])
	return i;
      at -= weights[i];
    }
  return n - 1;
}

/* TEXT with each @ replaced by what it stands for, from left to right.  */
static char *
expand (char *text)
{
  char *at;
  while ((at = strchr (text, '@')))
    {
      char *what = at[1] == 'c' ? condition () : expr (at[1] - '0');
      *at = '\0';
      if (asprintf (&text, "%s%s%s", text, what, at + 2) < 0)
	abort ();
    }
  return text;
}

char *
str (const char *format, ...)
{
  va_list ap;
  char *text;
  va_start (ap, format);
  if (vasprintf (&text, format, ap) < 0)
    abort ();
  va_end (ap);
  return expand (text);
}

void
line (const char *format, ...)
{
  va_list ap;
  char *text;
  va_start (ap, format);
  if (vasprintf (&text, format, ap) < 0)
    abort ();
  va_end (ap);
  printf ("%*s%s\n", (int) indent, "", expand (text));
}

void
open_brace (void)
{
  line ("{");
  indent += 2;
}

void
close_brace (void)
{
  indent -= 2;
  line ("}");
}

unsigned
fresh (void)
{
  return ++names;
}
