/* Vectors of two bytes that are loaded as numbers.  */
/* { dg-accel-gcc "13 14 15 16" } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#include <stdio.h>
#include <string.h>

#define NOIPA __attribute__ ((noipa))
typedef signed char pair __attribute__ ((vector_size (2)));
typedef unsigned char upair __attribute__ ((vector_size (2)));

static signed char a[64];
static pair r[8];
static int bad;

/* By memcpy, a union and a cast.  */
static void NOIPA
copied (int k)
{
  for (int i = 0; i < 8; i++)
    {
      pair p;
      memcpy (&p, a + 2 * i, sizeof p);
      r[i] = p + (signed char) (a[i + k] & 7);
    }
}
static void NOIPA
joined (int k)
{
  for (int i = 0; i < 8; i++)
    {
      union { unsigned short n; pair p; } u;
      memcpy (&u.n, a + 2 * i, 2);
      r[i] = u.p + (signed char) (a[i + k] & 7);
    }
}
static void NOIPA
computed (const unsigned short *s, int k)
{
  for (int i = 0; i < 8; i++)
    r[i] = (pair) (unsigned short) (s[i] ^ 0x101) + (signed char) (a[i + k] & 7);
}

/* A number from a vector.  */
static unsigned NOIPA
number (const pair *p, unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum = sum * 3 + (unsigned short) (p[i] + p[i]);
  return sum;
}

static void NOIPA
check (const char *what, int other)
{
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 2; j++)
      if (r[i][j] != ((2 * i + j) ^ other) + ((i + 9) & 7))
	{
	  printf ("wrong: %s, %d, %d: %d\n", what, i, j, r[i][j]);
	  bad = 1;
	}
  memset (r, 0, sizeof r);
}

int
main (void)
{
  unsigned short s[8];
  pair p[3] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
  for (int i = 0; i < 64; i++)
    a[i] = i;
  memcpy (s, a, sizeof s);
  copied (9);
  check ("copied", 0);
  joined (9);
  check ("joined", 0);
  computed (s, 9);
  check ("computed", 1);
  if (number (p, 3) != (0x402 * 3 + 0x806) * 3 + 0xc0a)
    {
      printf ("wrong: number\n");
      bad = 1;
    }
  if (!bad)
    puts ("all right");
  return bad;
}

/* { dg-final { gcn-right {} "all right" } } */
/* { dg-final { gcn-wrong none {} "wrong: computed" } } */
/* { dg-final { gcn-wrong vector-bytes=0 {} "wrong: computed" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
