/* A hash of a small message: its words are expanded into an array of 64.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static inline unsigned
rotate (unsigned x, int n)
{
  return x << n | x >> (32 - n);
}
static void
block (unsigned *h, const unsigned char *p)
{
  unsigned w[64], v[8];
  for (int j = 0; j < 16; j++)
    w[j] = (unsigned) p[4 * j] << 24 | p[4 * j + 1] << 16 | p[4 * j + 2] << 8
	   | p[4 * j + 3];
  for (int j = 16; j < 64; j++)
    w[j] = w[j - 16] + (rotate (w[j - 15], 7) ^ w[j - 15] >> 3) + w[j - 7]
	   + (rotate (w[j - 2], 17) ^ w[j - 2] >> 10);
  for (int j = 0; j < 8; j++)
    v[j] = h[j];
  for (int j = 0; j < 64; j++)
    {
      unsigned t = v[7] + (rotate (v[4], 6) ^ rotate (v[4], 11))
		   + ((v[4] & v[5]) ^ (~v[4] & v[6])) + 40503u * j + w[j];
      for (int k = 7; k > 0; k--)
	v[k] = v[k - 1];
      v[4] += t;
      v[0] = t + (rotate (v[1], 2) ^ (v[1] & v[2] & v[3]));
    }
  for (int j = 0; j < 8; j++)
    h[j] += v[j];
}
#pragma omp end declare target
#define BODY "app-hash.c"
#include "forms.h"
#else
  unsigned h[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  unsigned char text[128];
  for (int j = 0; j < 128; j++)
    text[j] = (unsigned char) (i * 7 + j);
  block (h, text);
  block (h, text + 64);
  unsigned x = 0;
  for (int j = 0; j < 8; j++)
    x = x * 31 + h[j];
  b[i] = (int) x;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
