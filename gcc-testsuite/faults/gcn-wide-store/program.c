/* Vectors of 128 bits are stored, and their registers used again at once.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#pragma omp declare target
extern int printf (const char *, ...);
typedef __int128 T;

static void __attribute__ ((noinline, noclone))
store (T *p, T *q, T a, T b)
{
  p[0] = a + b;
  q[0] = a - b;
  p[1] = a ^ b;
  q[1] = b << 3;
  p[2] = a & b;
  q[2] = a | b;
}

int
main (void)
{
  T p[3], q[3], a = (T) 0x0123456789abcdef << 60, b = -3;
  volatile T va = a, vb = b;
  int wrong = 0;

  store (p, q, a, b);
  a = va, b = vb;
  wrong += (unsigned long) p[0] != (unsigned long) a + (unsigned long) b;
  wrong += (unsigned long) p[1] != ((unsigned long) a ^ (unsigned long) b);
  wrong += (unsigned long) p[2] != ((unsigned long) a & (unsigned long) b);
  wrong += (unsigned long) q[0] != (unsigned long) a - (unsigned long) b;
  wrong += (unsigned long) q[1] != (unsigned long) b << 3;
  wrong += (unsigned long) q[2] != ((unsigned long) a | (unsigned long) b);
  wrong += (long) (p[0] >> 64) != (long) ((a + b) >> 64);
  wrong += (long) (q[0] >> 64) != (long) ((a - b) >> 64);
  printf ("%d of 8 values are wrong\n", wrong);
  return wrong != 0;
}
#pragma omp end declare target
