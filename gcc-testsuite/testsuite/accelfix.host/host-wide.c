/* Copies of 32 and 64 bytes that the host can do in one instruction.  Only devices call
   these functions, as the machine may lack that instruction.  */
/* { dg-host-without "crash right 11 right 13 right 14 right 15 right 16" } */
/* { dg-host-on "nvptx amdgcn" } */
/* { dg-accel-levels "-O0 -O2" } */
#include <stdio.h>
#include <string.h>

#pragma omp declare target
struct block { char c[64]; };

#pragma GCC push_options
#pragma GCC target ("avx512f")
void
several (struct block *p, struct block *q, int n)
{
  memcpy (p, q, 64);
  if (n)
    memcpy (q + 1, p, 32);
  memmove (p + 2, q, 64);
}

static const char zero[32];

void
constant (char *p)
{
  memcpy (p, zero, 32);
}

int
parts (struct block *p, struct block *q, struct block *r, long *l)
{
  memcpy (p, q, 64);
  int sum = p->c[3] + p->c[9];
  memcpy (l, p->c + 8, sizeof *l);
  memcpy (r, q, 64);
  return sum;
}
#pragma GCC pop_options
#pragma omp end declare target

static char
byte (int i)
{
  return i * 7 + 3;
}

/* Whether the N bytes at P are those of the device from the one with number FIRST on.  */

static int
wrong (const char *what, const void *p, int first, int n)
{
  for (int i = 0; i < n; i++)
    if (((const char *) p)[i] != byte (first + i))
      {
	printf ("wrong: %s, byte %d\n", what, i);
	return 1;
      }
  return 0;
}

int
main (void)
{
  struct block x[4], y[4], r[3];
  char t[32];
  long l = 0;
  int sum = 0;
  memset (t, 1, sizeof t);
  for (int i = 0; i < 256; i++)
    {
      ((char *) x)[i] = 0;
      ((char *) y)[i] = byte (i);
    }
  #pragma omp target map(tofrom: x, y, r, t, l, sum)
  {
    several (x, y, 1);
    sum = parts (r, y + 3, r + 2, &l);
    constant (t);
  }
  int bad = wrong ("x", x, 0, 64);
  bad |= wrong ("y", y, 0, 64);
  bad |= wrong ("y + 1", y + 1, 0, 32);
  bad |= wrong ("behind", (char *) (y + 1) + 32, 96, 96);
  bad |= wrong ("x + 2", x + 2, 0, 64);
  bad |= wrong ("r", r, 192, 64);
  bad |= wrong ("r + 2", r + 2, 192, 64);
  bad |= wrong ("l", &l, 200, sizeof l);
  for (int i = 0; i < 32; i++)
    if (t[i])
      {
	printf ("wrong: t, byte %d\n", i);
	bad = 1;
      }
  if (sum != byte (195) + byte (201))
    {
      printf ("wrong: sum %d\n", sum);
      bad = 1;
    }
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
