/* A program whose only construct is in code that is never reached, which GCC knows
   only after the small passes, is linked.  */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
/* { dg-host-without "crash" } */
/* { dg-host-off "need-libgomp=0" } */

#include "host.h"

static int on_device;

static int
add (int n)
{
  int r = 0;
  if (on_device)
    {
      #pragma omp target map (from: r)
      r = n;
    }
  else
    r = n + 1;
  return r;
}

int
main (int argc, char **argv)
{
  check ("the host's way", add (argc) == argc + 1);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
