/* Loops of different kinds: what bench/ptxvm/run compiles for the host and
   for the machine.  Copyright (C) 2026 The accelfix authors.  GPLv3 or later;
   see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SCALE
# define SCALE 1
#endif

#define N 4096
static unsigned a[N], b[N];
static double x[N], y[N];
static char text[N];

static unsigned
sieve (void)
{
  unsigned n = 0;
  for (int r = 0; r < 40 * SCALE; r++)
    {
      memset (text, 0, sizeof text);
      for (int i = 2; i < N; i++)
	if (!text[i])
	  {
	    n++;
	    for (int j = 2 * i; j < N; j += i)
	      text[j] = 1;
	  }
    }
  return n;
}

static unsigned
hash (void)
{
  unsigned h = 2166136261u;
  for (int r = 0; r < 80 * SCALE; r++)
    for (int i = 0; i < N; i++)
      h = (h ^ a[i]) * 16777619u + (h >> 7);
  return h;
}

static unsigned
sort (void)
{
  unsigned s = 0;
  for (int r = 0; r < 4 * SCALE; r++)
    {
      for (int i = 0; i < N; i++)
	b[i] = (unsigned) i * 2654435761u ^ (unsigned) r;
      for (int gap = N / 2; gap; gap /= 2)
	for (int i = gap; i < N; i++)
	  {
	    unsigned v = b[i];
	    int j = i;
	    for (; j >= gap && b[j - gap] > v; j -= gap)
	      b[j] = b[j - gap];
	    b[j] = v;
	  }
      s += b[N / 2];
    }
  return s;
}

static unsigned
saxpy (void)
{
  for (int r = 0; r < 60 * SCALE; r++)
    for (int i = 0; i < N; i++)
      y[i] = y[i] * 0.5 + x[i];
  return (unsigned) (y[17] * 1000);
}

static unsigned __attribute__ ((noinline, noclone))
fib (unsigned n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}

static unsigned
matmul (void)
{
  unsigned s = 0;
  for (int r = 0; r < 2 * SCALE; r++)
    for (int i = 0; i < 64; i++)
      for (int j = 0; j < 64; j++)
	{
	  double t = 0;
	  for (int k = 0; k < 64; k++)
	    t += x[i * 64 + k] * x[k * 64 + j];
	  s += (unsigned) t;
	}
  return s;
}

int
main (int argc, char **argv)
{
  const char *which = argc > 1 ? argv[1] : WHICH;
  unsigned v = 0;
  for (int i = 0; i < N; i++)
    {
      a[i] = (unsigned) i * 77;
      x[i] = i * 0.25;
      y[i] = 1;
    }
  if (!strcmp (which, "sieve"))
    v = sieve ();
  else if (!strcmp (which, "hash"))
    v = hash ();
  else if (!strcmp (which, "sort"))
    v = sort ();
  else if (!strcmp (which, "saxpy"))
    v = saxpy ();
  else if (!strcmp (which, "fib"))
    for (int r = 0; r < SCALE; r++)
      v += fib (22);
  else if (!strcmp (which, "matmul"))
    v = matmul ();
  printf ("%u\n", v);
  return 0;
}
