/* OpenMP kernels whose time is taken on the host, on ptxvm and on gcnvm.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.

   kernels NAME SIZE REPEATS runs the kernel NAME once and then REPEATS times,
   and prints the processor time and the elapsed time of one of the latter, in
   ns, and a sum of what it computed.  With -DSIMD the loops have `simd' as
   well.  Compiled without -fopenmp it is the host's program.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _OPENMP
# include <omp.h>
#endif

#ifdef SIMD
# define LOOP for simd
#else
# define LOOP for
#endif
#define DO_(X) _Pragma (#X)
#define DO(X) DO_ (X)

static double *a, *b, *c;
static unsigned *u;
static unsigned long bins[64];

/* The product of two matrices of N times N numbers.  */

static void
dense (int n)
{
  DO (omp target teams distribute parallel LOOP collapse(2)
      map(to: a[:n * n], b[:n * n]) map(from: c[:n * n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	double s = 0;
	for (int k = 0; k < n; k++)
	  s += a[i * n + k] * b[k * n + j];
	c[i * n + j] = s;
      }
}

/* Little work for each number that is read or written.  */

static void
streaming (int n)
{
  DO (omp target teams distribute parallel LOOP
      map(to: a[:n], b[:n]) map(from: c[:n]))
  for (int i = 0; i < n; i++)
    c[i] = a[i] + 3 * b[i];
}

/* Loops of many lengths, and a branch in each turn: how many steps the Collatz
   sequence takes to 1.  */

static void
branchy (int n)
{
  DO (omp target teams distribute parallel LOOP map(from: u[:n]))
  for (int i = 0; i < n; i++)
    {
      unsigned x = i + 1, steps = 0;
      while (x != 1)
	{
	  if (x & 1)
	    x = 3 * x + 1;
	  else
	    x /= 2;
	  steps++;
	}
      u[i] = steps;
    }
}

/* Atomic additions to 64 counters.  */

static void
atomics (int n)
{
  DO (omp target teams distribute parallel LOOP
      map(to: u[:n]) map(tofrom: bins))
  for (int i = 0; i < n; i++)
    {
      unsigned k = u[i] % 64;
      DO (omp atomic update)
      bins[k]++;
    }
}

/* Functions of libm.  */

static void
functions (int n)
{
  DO (omp target teams distribute parallel LOOP
      map(to: a[:n]) map(from: c[:n]))
  for (int i = 0; i < n; i++)
    c[i] = exp (a[i]) + sin (a[i]);
}

/* Nothing: what a region costs by itself.  */

static void
empty (int n)
{
  DO (omp target firstprivate(n))
  if (n < 0)
    abort ();
}

/* The same with a team of 8 threads.  */

static void
team8 (int n)
{
  DO (omp target parallel num_threads(8) firstprivate(n))
  if (n < 0)
    abort ();
}

/* 64 teams of 8 threads that have next to nothing to do.  */

static void
launch (int n)
{
  DO (omp target teams distribute parallel for num_teams(64) num_threads(8)
      firstprivate(n))
  for (int i = 0; i < 512; i++)
    if (n < 0)
      abort ();
}

static const struct kernel
{
  const char *name;
  void (*run) (int);
  int square;
} kernels[] =
{
  { "dense", dense, 1 }, { "streaming", streaming, 0 },
  { "branchy", branchy, 0 }, { "atomics", atomics, 0 },
  { "functions", functions, 0 }, { "empty", empty, 0 }, { "team8", team8, 0 },
  { "launch", launch, 0 }
};

/* The clock CLOCK in ns.  */

static double
now (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

int
main (int argc, char **argv)
{
  const struct kernel *k = kernels, *end = kernels + sizeof kernels
						      / sizeof *kernels;
  int size = argc == 4 ? atoi (argv[2]) : 0;
  int repeats = argc == 4 ? atoi (argv[3]) : 0;
  while (k < end && (argc != 4 || strcmp (argv[1], k->name)))
    k++;
  if (k == end || size < 1 || size > 40000000 || repeats < 1)
    {
      fprintf (stderr, "usage: kernels NAME SIZE REPEATS\n");
      return 2;
    }
  int n = k->square ? size * size : size;
  a = malloc (n * sizeof *a);
  b = malloc (n * sizeof *b);
  c = malloc (n * sizeof *c);
  u = malloc (n * sizeof *u);
  if (!a || !b || !c || !u)
    {
      fprintf (stderr, "kernels: out of memory\n");
      return 1;
    }
  unsigned x = 1;
  for (int i = 0; i < n; i++)
    {
      a[i] = i % 17 / 8.0;
      b[i] = i % 13 - 6;
      c[i] = 0;
      u[i] = x >> 8;
      x = x * 1664525 + 1013904223;
    }
  double cpu = 0, elapsed = 0;
  DO (omp target data map(to: a[:n], b[:n]) map(tofrom: c[:n], u[:n], bins))
  {
    k->run (size);
    cpu = now (CLOCK_PROCESS_CPUTIME_ID);
    elapsed = now (CLOCK_MONOTONIC);
    for (int i = 0; i < repeats; i++)
      k->run (size);
    cpu = now (CLOCK_PROCESS_CPUTIME_ID) - cpu;
    elapsed = now (CLOCK_MONOTONIC) - elapsed;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += c[i] + u[i] % 1000;
  for (int i = 0; i < 64; i++)
    sum += bins[i] * (double) (i + 1) / (repeats + 1);
  /* Two libraries' functions differ in the last digits.  */
  printf ("%.0f %.0f %.8g\n", cpu / repeats, elapsed / repeats, sum);
  return 0;
}
