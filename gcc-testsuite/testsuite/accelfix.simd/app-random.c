/* A random number generator whose state is an array, and a shuffle.  */
/* { dg-simd-without "crash" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct generator { unsigned long s[4]; int used; };
static NOIPA unsigned
next (struct generator *g)
{
  unsigned long *s = g->s, t = s[1] << 17;
  unsigned r = (unsigned) (s[1] * 5 >> 3);
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = s[3] << 45 | s[3] >> 19;
  g->used++;
  return r;
}
static inline struct generator
start (int seed)
{
  struct generator g = { { (unsigned long) seed + 1, 2, 3, 4 }, 0 };
  for (int j = 0; j < 20; j++)
    next (&g);
  return g;
}
#pragma omp end declare target
#define BODY "app-random.c"
#include "forms.h"
#else
  struct generator g = start (i);
  unsigned char deck[52];
  for (int j = 0; j < 52; j++)
    deck[j] = (unsigned char) j;
  for (int j = 51; j > 0; j--)
    {
      int k = (int) (next (&g) % (j + 1));
      unsigned char t = deck[j];
      deck[j] = deck[k];
      deck[k] = t;
    }
  b[i] = deck[0] + 52 * deck[1] + 2704 * deck[51] + g.used * 1000000;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
