// Arrays of objects with destructors in target regions.
// { dg-host-without "crash right 11 right 15 right 16" }
// At -O0 GCC 12 makes aliases of the constructors, which PTX lacks.
// { dg-accel-levels "-O1 -O2 -O3" }

#include "host.h"

#pragma omp declare target
int ended;

struct counted
{
  int a;
  counted () : a (5) {}
  counted (int n) : a (n) {}
  ~counted () { ended += a; }
};
#pragma omp end declare target

static int
plain ()
{
  int sum = 0;
  #pragma omp target map (from: sum)
  {
    ended = 0;
    {
      counted two[2];
      two[1].a = 7;
    }
    sum = ended;
  }
  return sum;
}

template <int n>
static int
nested ()
{
  int sum = 0;
  #pragma omp target map (from: sum)
  {
    ended = 0;
    for (int i = 0; i < n; i++)
      {
	counted many[n][2] = { { counted (1) }, { counted (2), counted (3) } };
	many[0][1].a = i;
      }
    sum = ended;
  }
  return sum;
}

static int
in_teams ()
{
  int sums[8] = {};
  #pragma omp target teams distribute parallel for map (tofrom: sums)
  for (int i = 0; i < 8; i++)
    {
      const counted two[2] = { counted (i), counted (1) };
      sums[i] = two[0].a + two[1].a;
    }
  int sum = 0;
  for (int s : sums)
    sum += s;
  return sum;
}

int
main ()
{
  check ("plain", plain () == 12);
  check ("nested", nested<3> () == 3 * (1 + 2 + 3 + 2 * 5) + 3);
  check ("in_teams", in_teams () == 36);
  return failed;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
