/* Quotients and remainders of 64-bit integers, signed and unsigned, in loops that
   are vectorised, with 2 to 64 lanes.
   { dg-accel-mode openmp }
   { dg-accel-gcc "14 15 16" }
   { dg-accel-options "-march=gfx908" }
   { dg-accel-levels "-O2 -O3" }
   { dg-accel-run "--time-limit=60" }
   { dg-accel-args "-" } */
#include <stdio.h>

#define N 1500

/* Loops of any length, and of as many rounds as a vector has lanes; what the
   dividends are divided by, a constant among them, and what divides them.  */
#define LOOPS(type, name)						\
  static void __attribute__ ((noipa))					\
  name##_div (type *q, const type *a, const type *b)			\
  {									\
    _Pragma ("omp simd")						\
    for (int i = 0; i < N; i++)						\
      q[i] = a[i] / b[i];						\
  }									\
  static void __attribute__ ((noipa))					\
  name##_mod (type *q, const type *a, const type *b)			\
  {									\
    for (int i = 0; i < N; i++)						\
      q[i] = a[i] % b[i];						\
  }									\
  static void __attribute__ ((noipa))					\
  name##_both (type *restrict q, const type *restrict a,		\
	       const type *restrict b)					\
  {									\
    _Pragma ("omp simd")						\
    for (int i = 0; i < N; i++)						\
      {									\
	type x = a[i], y = b[i];					\
	q[i] = (x / y) ^ (x % y) * 3;					\
      }									\
  }									\
  static void __attribute__ ((noipa))					\
  name##_constant (type *q, const type *a, const type *b)		\
  {									\
    _Pragma ("omp simd")						\
    for (int i = 0; i < N; i++)						\
      q[i] = a[i] / 1000003 + b[i] % 10;				\
  }									\
  LANES (type, name, 2)							\
  LANES (type, name, 4)							\
  LANES (type, name, 8)							\
  LANES (type, name, 16)						\
  LANES (type, name, 32)						\
  LANES (type, name, 64)

#define LANES(type, name, n)						\
  static void __attribute__ ((noipa))					\
  name##_one_##n (type *restrict q, const type *restrict a,		\
		  const type *restrict b)				\
  {									\
    _Pragma ("omp simd")						\
    for (int i = 0; i < n; i++)						\
      q[i] = a[i] / b[i];						\
  }									\
  static void								\
  name##_##n (type *q, const type *a, const type *b)			\
  {									\
    for (int i = 0; i + n <= N / 4; i += n)				\
      name##_one_##n (q + i, a + i, b + i);				\
  }

#pragma omp begin declare target
LOOPS (long, s)
LOOPS (unsigned long, u)
#pragma omp end declare target

static unsigned long state = 88172645463325252;

static unsigned long
random_bits (void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static const unsigned long edges[] =
{
  1, 2, 3, 10, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x100000000,
  0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001,
  0xffffffffffffffff, 0xfffffffffffffffe, 0xffffffff00000000,
  0x5555555555555555
};
enum { EDGES = sizeof edges / sizeof *edges };

/* Values of all lengths, either sign.  */

static unsigned long
value (int i)
{
  if (i < EDGES)
    return edges[i];
  unsigned long v = random_bits () >> (random_bits () % 64);
  return v == 0 ? 5 : random_bits () & 1 ? -v : v;
}

static long sa[N], sb[N], sq[N];
static unsigned long ua[N], ub[N], uq[N];

int
main (void)
{
  int wrong = 0, total = 0;
  for (int i = 0; i < N; i++)
    {
      ua[i] = i < EDGES * EDGES ? edges[i / EDGES] : value (i);
      ub[i] = i < EDGES * EDGES ? edges[i % EDGES] : value (i);
      sa[i] = ua[i];
      sb[i] = ub[i];
      if (ua[i] == 1ul << 63 && ub[i] == -1ul)
	sb[i] = 3;
    }
#define PRAGMA(...) _Pragma (#__VA_ARGS__)
#define TRY(name, loop, q, a, b, n, expected)				\
  PRAGMA (omp target map (to: a, b) map (from: q))			\
  name##_##loop (q, a, b);						\
  for (int i = 0; i < (n); i++, total++)				\
    wrong += q[i] != (expected)
#define TRY_LANES(name, q, a, b, n)					\
  TRY (name, n, q, a, b, N / 4 / n * n, a[i] / b[i])
#define TRY_ALL(name, q, a, b)						\
  TRY (name, div, q, a, b, N, a[i] / b[i]);				\
  TRY (name, mod, q, a, b, N, a[i] % b[i]);				\
  TRY (name, both, q, a, b, N, (a[i] / b[i]) ^ (a[i] % b[i]) * 3);	\
  TRY (name, constant, q, a, b, N, a[i] / 1000003 + b[i] % 10);		\
  TRY_LANES (name, q, a, b, 2);						\
  TRY_LANES (name, q, a, b, 4);						\
  TRY_LANES (name, q, a, b, 8);						\
  TRY_LANES (name, q, a, b, 16);					\
  TRY_LANES (name, q, a, b, 32);					\
  TRY_LANES (name, q, a, b, 64)
  TRY_ALL (s, sq, sa, sb);
  TRY_ALL (u, uq, ua, ub);
  printf ("%d of %d wrong\n", wrong, total);
  return wrong != 0;
}

/* { dg-final { gcn-right {} "0 of 16308 wrong" } } */
/* { dg-final { gcn-wrong none {} "\[1-9\]\[0-9\]* of 16308 wrong" } } */
/* { dg-final { gcn-wrong division=0 {} "\[1-9\]\[0-9\]* of 16308 wrong" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
