// new [] and delete [] of objects with destructors in target regions.
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

// In a declaration, and as a statement.
static int
plain ()
{
  int sum = 0;
  #pragma omp target map (from: sum)
  {
    ended = 0;
    counted *two = new counted[2];
    two[1].a = 7;
    delete[] two;
    sum = ended;
  }
  return sum;
}

// In other statements, and where variables with destructors are in the block.
template <typename T>
static int
statements (int n)
{
  int sum = 0;
  #pragma omp target map (tofrom: sum) map (to: n)
  {
    ended = 0;
    T *p, *q;
    if (n > 2)
      p = new T[n + 1];
    else
      p = nullptr;
    q = p ? p : new T[7];
    T one (2), many[2];
    sum = q[2].a + one.a + many[1].a;
    switch (n)
      {
      case 3:
	delete[] p;
	sum += 100;
	break;
      default:
	delete[] q;
      }
    while (n-- > 0)
      delete[] new T[n + 1];
    auto more = [] (int a) { return a + 1; };
    sum = more (sum) + ended;
  }
  return sum;
}

// In loops of several threads.
static int
in_teams ()
{
  int sums[8] = {};
  #pragma omp target teams distribute parallel for map (tofrom: sums)
  for (int i = 0; i < 8; i++)
    {
      counted *p;
      p = new counted[i + 1];
      sums[i] = p[i].a;
      delete[] p;
      int (*q)[2] = new int[i + 1][2];
      q[i][1] = i;
      sums[i] += q[i][1];
      delete[] q;
    }
  int sum = 0;
  for (int s : sums)
    sum += s;
  return sum;
}

// A block of its own ends what is hidden from the front end.
struct member
{
  int v;

  int
  block ()
  {
    int sum = 0;
    #pragma omp target map (tofrom: sum)
    {
      counted *q = new counted[4];
      sum = q[1].a + v;
      {
	delete[] q;
      }
      sum += v;
    }
    return sum;
  }
};

int
main ()
{
  member m = { 4 };
  check ("plain", plain () == 12);
  check ("statements", statements<counted> (1) == 12 + 1 + 7 * 5 + 5);
  check ("statements", statements<counted> (3) == 112 + 1 + 4 * 5 + 6 * 5);
  check ("in_teams", in_teams () == 40 + 28);
#if __GNUC__ >= 12
  check ("block", m.block () == 13);
#endif
  return failed;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
