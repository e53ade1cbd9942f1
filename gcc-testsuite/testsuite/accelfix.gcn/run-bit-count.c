/* The bits of numbers are counted in simd loops: of 8 to 64 bits, signed and unsigned, in
   sums and under conditions.
   { dg-accel-mode openmp }
   { dg-accel-levels "-O0 -O2 -O3" }
   { dg-accel-run "--hazards=off" }
   { dg-accel-args "-" } */
#include <stdint.h>
#include <stdio.h>

enum { N = 300 };

static uint32_t a[N];
static uint16_t b[N];
static uint8_t c[N];
static uint64_t d[N];
static int32_t e[N];
static int r[N];
static int errors;

/* Says so if the results are not WANT.  */
#define SEE(WHAT, WANT)							\
  for (int i = 0; i < N; i++)						\
    if (r[i] != (WANT))							\
      {									\
	printf ("%s: %d of %d\n", WHAT, r[i], i);			\
	errors++;							\
	break;								\
      }

/* How many bits of X are set.  */
static int
bits (uint64_t x)
{
  int n = 0;
  for (; x; x &= x - 1)
    n++;
  return n;
}

#define LOOP								\
  _Pragma ("omp target parallel for simd map(to: a, b, c, d, e)")	\
  for (int i = 0; i < N; i++)

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      a[i] = i * 2654435761u;
      b[i] = a[i] >> 7;
      c[i] = a[i] >> 3;
      d[i] = a[i] * 0x9e3779b97f4a7c15ull;
      e[i] = -i * 77777;
    }
  a[3] = ~0u, a[4] = 0, b[3] = ~0, c[3] = ~0, d[3] = ~0ull, e[5] = -1;

  LOOP r[i] = __builtin_popcount (a[i]);
  SEE ("unsigned", bits (a[i]))
  LOOP r[i] = __builtin_popcount (b[i]);
  SEE ("short", bits (b[i]))
  LOOP r[i] = __builtin_popcount (c[i]);
  SEE ("char", bits (c[i]))
  LOOP r[i] = __builtin_popcountll (d[i]);
  SEE ("long long", bits (d[i]))
  LOOP r[i] = __builtin_popcount (e[i] ^ a[i]) + (__builtin_popcount (e[i]) & 1);
  SEE ("int", bits ((uint32_t) e[i] ^ a[i]) + (bits ((uint32_t) e[i]) & 1))
  LOOP
    if (a[i] & 1)
      r[i] = __builtin_popcount (a[i] >> 3);
    else
      r[i] = 2 * __builtin_parity (a[i]);
  SEE ("conditions",
       a[i] & 1 ? bits (a[i] >> 3) : 2 * (bits (a[i]) & 1))

  int sum = 0, want = 0;
#pragma omp target parallel for simd map(to: a) map(tofrom: sum) reduction(+: sum)
  for (int i = 0; i < N; i++)
    sum += __builtin_popcount (a[i] & 0xff);
  for (int i = 0; i < N; i++)
    want += bits (a[i] & 0xff);
  if (sum != want)
    {
      printf ("sum: %d\n", sum);
      errors++;
    }
  return errors;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
