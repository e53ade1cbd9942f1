// References, members and a big variable of asynchronous regions.
// { dg-host-mode "openacc" }
// { dg-host-without "wrong right 11" }

#include "host.h"

static int busy;

static void
keep_busy ()
{
  #pragma acc parallel async (1) present (busy)
  {
    int s = 0;
    #pragma acc loop seq
    for (int i = 0; i < 200000; i++)
      s += i & 1;
    busy = s;
  }
}

template <typename T> static void
launch (int *seen, T &x)
{
  keep_busy ();
  #pragma acc parallel async (1) present (seen[0:2]) firstprivate (x)
  seen[0] = x * 2;
  x = 0;
}

int
main ()
{
  int seen[2] = { 0, 0 }, few[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  double x = 2.5;

  #pragma acc enter data copyin (busy, seen)
  launch (seen, x);
  #pragma acc parallel async (1) present (seen) firstprivate (few)
  seen[1] = few[7];
  few[7] = 0;
  #pragma acc wait (1)
  #pragma acc exit data copyout (seen) delete (busy)
  check ("a reference", seen[0] == 5);
  check ("an array", seen[1] == 8);
  return failed;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
