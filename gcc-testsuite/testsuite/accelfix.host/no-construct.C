// A program with offloaded functions and no construct is linked.
// { dg-host-on "host" }
// { dg-host-without "crash" }
// { dg-host-said "references to libgomp" }

#pragma omp declare target
int
next (int x)
{
  return x + 1;
}
#pragma omp end declare target

int
main ()
{
  return next (1) != 2;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
