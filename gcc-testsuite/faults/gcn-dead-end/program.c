/* A function whose last block is a dead end, which is reached.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

/* What is right is that the wave ends there.  The exit status of a program
   whose wave ends early was never set, which gcn-run says.  */
#pragma omp declare target
extern int printf (const char *, ...);
volatile int seen;

static int __attribute__ ((noinline, noclone))
twice (int x)
{
  if (__builtin_expect_with_probability (x == 1, 1, 0.5))
    {
      seen = x;
      __builtin_unreachable ();
    }
  printf ("twice goes on\n");
  return 2 * x;
}

int
main (int argc, char **argv)
{
  printf ("before\n");
  seen = twice (argc);
  printf ("after\n");
  return 0;
}
#pragma omp end declare target
