/* 32-bit values times constants: those of 64 bits keep their upper half, and
   those of 32 bits, which the compiler hands on with the sign of their low half,
   stay what they are.
   { dg-accel-mode openmp }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=gfx900" }
   { dg-accel-levels "-O1 -O2 -O3" }
   { dg-accel-run "--time-limit=30" }
   { dg-accel-args "-" } */
#include <stdio.h>

#define N 20

#define FUNCTIONS(name)							\
  static unsigned long long __attribute__ ((noinline, noclone))		\
  low_##name (unsigned long long q, unsigned long long r)		\
  {									\
    unsigned x = (q * 5) >> 2;						\
    unsigned i = (x | 1) % 3u;						\
    if (i == 0)								\
      r += (x * 935341927832804ull) >> 29;				\
    else if (i == 1)							\
      r ^= (x * 0xfffffffffffffffbull) >> 3;				\
    return r;								\
  }									\
  static unsigned long long __attribute__ ((noinline, noclone))		\
  word_##name (unsigned x)						\
  {									\
    return (x * 0xfffffffbull) >> 1;					\
  }									\
  static long long __attribute__ ((noinline, noclone))			\
  signed_##name (int x, int y)						\
  {									\
    return x * -5ll + y * 0x80000003ll + (x ^ y) * 935341927832804ll;	\
  }

#pragma omp declare target
FUNCTIONS (device)
#pragma omp end declare target
FUNCTIONS (host)

int
main (void)
{
  unsigned long long a[N], b[N];
  long long c[N];
  int bad = 0;
#pragma omp target map(from: a, b, c)
  for (int i = 0; i < N; i++)
    {
      a[i] = low_device (i * 1234567890123ull, 7);
      b[i] = word_device (i * 2654435761u);
      c[i] = signed_device (i * 98765431, 3 - i * 7654321);
    }
  for (int i = 0; i < N; i++)
    bad += ((a[i] != low_host (i * 1234567890123ull, 7))
	    + (b[i] != word_host (i * 2654435761u))
	    + (c[i] != signed_host (i * 98765431, 3 - i * 7654321)));
  printf ("%d wrong\n", bad);
  return bad != 0;
}

/* { dg-final { gcn-right {} "0 wrong" } } */
/* { dg-final { gcn-wrong none {} "\[1-9\]\[0-9\]* wrong" } } */
/* { dg-final { gcn-wrong wide-multiply=0 {} "\[1-9\]\[0-9\]* wrong" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
