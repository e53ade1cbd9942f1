/* A function that is inlined, and is nowhere else any more, names an alias.  */
/* { dg-host-without "crash wrong 11" } */
/* { dg-host-off "aliases=0" } */
#pragma omp declare target
int
twice (int x)
{
  return 2 * x;
}

extern int other (int) __attribute__ ((alias ("twice")));
int (*volatile chosen) (int);

static void
choose (int x)
{
  if (x > 0)
    chosen = other;
}

static void
once (int x)
{
  choose (x);
}
#pragma omp end declare target

int
main (void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
  {
    once (21);
    r = chosen (21);
  }
  return r != 42;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
