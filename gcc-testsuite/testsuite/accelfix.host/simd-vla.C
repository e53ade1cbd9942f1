// Arrays of variable length in simd loops, in a template and a lambda.
// { dg-host-without "crash" }
// { dg-host-said "variables of variable size in simd loops" }

#include "host.h"

template <typename type>
static bool
right (int n)
{
  type out[32];
  #pragma omp target parallel for simd map (tofrom: out)
  for (int i = 0; i < 32; i++)
    {
      type b[n];
      for (int j = 0; j < n; j++)
	b[j] = i + j;
      auto last = [&] { return b[n - 1]; };
      out[i] = last ();
    }
  for (int i = 0; i < 32; i++)
    if (out[i] != i + n - 1)
      return false;
  return true;
}

int
main ()
{
  check ("char", right<char> (5));
  check ("double", right<double> (8));
  return failed;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
