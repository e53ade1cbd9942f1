// Constant members and templates' tables that clauses copy back.
// { dg-host-without "wrong" }
// { dg-host-on "nvptx amdgcn" }

#include "host.h"

struct S { static const int t[4]; };
const int S::t[4] = { 1, 2, 3, 4 };

template <typename T> struct U { static const T w[3]; };
template <typename T> const T U<T>::w[3] = { 2, 4, 6 };

namespace { constexpr float few[2] = { 0.5f, 1.5f }; }

int
main (int argc, char **)
{
  float sum = 0;

  #pragma omp target enter data map (to: S::t, U<int>::w, few)
  #pragma omp target map (tofrom: sum)
  sum = S::t[argc] + U<int>::w[argc] + few[argc];
  #pragma omp target exit data map (from: S::t, U<int>::w, few)
  check ("exit data", sum == 7.5f);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
