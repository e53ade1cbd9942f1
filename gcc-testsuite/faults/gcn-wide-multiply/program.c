/* The lower half of a 64-bit number times a constant of 64 bits.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#pragma omp declare target
extern int printf (const char *, ...);

static unsigned __attribute__ ((noinline, noclone))
hash (unsigned long long q, unsigned r)
{
  unsigned x = (q * 5) >> 2;
  unsigned i = (x | 1) % 5u;
  if (i == 0)
    r += (unsigned) ((x * 935341927832804ull) >> 29);
  else if (i == 1)
    r ^= 5;
  return r;
}

/* The same, step by step.  */

static unsigned __attribute__ ((noinline, noclone))
right (unsigned x, unsigned low, unsigned high, unsigned r)
{
  unsigned long long product = (unsigned long long) x * low;
  product += (unsigned long long) (x * high) << 32;
  return r + (unsigned) (product >> 29);
}

int
main (void)
{
  volatile unsigned long long q[3] = { 4, 400004, 123456788 };
  volatile unsigned low = 1129979108, high = 217776;
  int wrong = 0;

  for (int i = 0; i < 3; i++)
    wrong += (hash (q[i], 7)
	      != right ((unsigned) (q[i] * 5 >> 2), low, high, 7));
  printf ("%d of 3 values are wrong\n", wrong);
  return wrong != 0;
}
#pragma omp end declare target
