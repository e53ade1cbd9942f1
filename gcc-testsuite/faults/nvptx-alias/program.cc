// A class with a constructor.
#include <stdio.h>

struct V
{
  double v[3];
  V (double a) { for (auto &e : v) e = a; }
  ~V () { v[0] = 0; }
  double sum () const { return v[0] + v[1] + v[2]; }
};

int
main ()
{
  double r = 0;
#pragma omp target map (tofrom: r)
  {
    V a (2);
    r = a.sum ();
  }
  printf ("%g\n", r);
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
