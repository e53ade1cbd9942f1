/* std::array, std::pair and algorithms of the library on them.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#include <array>
#include <algorithm>
#include <utility>
#pragma omp declare target
static NOIPA void
ends (std::array<int, 7> &a, std::pair<int, int> &p)
{
  std::sort (a.begin (), a.end ());
  p = std::make_pair (a.front (), a.back ());
}
#pragma omp end declare target
#define BODY "std-array.C"
#include "forms.h"
#else
  std::array<int, 7> a;
  for (int j = 0; j < 7; j++)
    a[j] = (i * 5 + j * 11) % 23;
  std::array<int, 7> c = a;
  std::pair<int, int> p;
  ends (a, p);
  std::swap (c[0], c[i % 7]);
  b[i] = p.second * 100 + p.first + c[0]
	 + *std::max_element (c.begin (), c.begin () + 3)
	 + (int) (std::find (a.begin (), a.end (), c[2]) - a.begin ());
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
