/* Functions that -march=native has an instruction for on the host.  */
/* { dg-host-without "crash right 11" } */
/* { dg-host-off "host-flags=0" } */
/* { dg-options "-ffast-math -march=haswell" } */
#include <stdlib.h>

enum { N = 64 };

/* The number of zeros below the lowest bit, by a table.  */
#pragma omp declare target
static inline int
zeros_below (unsigned x)
{
  static const char table[32]
    = { 0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8, 31, 27, 13, 23,
	21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9 };
  return table[(x & -x) * 0x077cb531u >> 27];
}
#pragma omp end declare target

struct values { double whole; float short_whole; int odd, odd_short, zeros, low, high; };

#pragma omp declare target
static inline struct values
compute (double x, unsigned n)
{
  unsigned short s = n;
  struct values v = { (double) (long) x, (float) (int) (float) x,
		      __builtin_popcount (n) & 1, __builtin_popcount (s) & 1,
		      zeros_below (n), n ? __builtin_ctz (n) : 32,
		      n ? __builtin_clz (n) : 32 };
  return v;
}
#pragma omp end declare target

__attribute__ ((noipa)) static unsigned
number (int i)
{
  return i == 0 ? 0 : i * 2654435761u << i % 32;
}

/* The values without any of these functions.  */
static void
check (const struct values *v, double x, unsigned n)
{
  int ones = 0, short_ones = 0, low = 32, high = 32;
  for (int b = 0; b < 32; b++)
    if (n >> b & 1)
      {
	ones++;
	short_ones += b < 16;
	low = low == 32 ? b : low;
	high = 31 - b;
      }
  int whole = x < 0 ? -(int) -x : (int) x;
  if (v->whole != whole || v->short_whole != whole || v->odd != ones % 2
      || v->odd_short != short_ones % 2 || v->low != low || v->high != high
      || v->zeros != (low == 32 ? 0 : low))
    abort ();
}

int
main (void)
{
  double x[N];
  unsigned n[N];
  struct values v[N];
  for (int i = 0; i < N; i++)
    {
      x[i] = (i - 20) * 0.75;
      n[i] = number (i);
    }
#pragma omp target teams distribute parallel for map(to: x, n) map(from: v)
  for (int i = 0; i < N; i++)
    v[i] = compute (x[i], n[i]);
  for (int i = 0; i < N; i++)
    check (&v[i], x[i], n[i]);
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
