// Reductions that sum up variables of type bool.  Each loop has another one beside
// it, or devices would need __atomic_fetch_add_1, which amdgcn has nowhere.  libgomp's
// own atomics need libatomic on nvptx.
// { dg-host-without "wrong" }
// { dg-host-nvptx "-latomic" }
// { dg-host-off "bool-reduction=0" }
// { dg-host-said "sums of truth values" }

#include <string.h>
#include "host.h"

enum { n = 1000 };

// The byte that T is in memory: that of a bool is 0 or 1.

static int
byte (const bool &t)
{
  unsigned char c;
  memcpy (&c, &t, 1);
  return c;
}

// T stands for a variable elsewhere.

static int
by_reference (bool &t)
{
  int count = 0;
#pragma omp target teams distribute parallel for map (tofrom: t, count) \
	num_teams (4) thread_limit (8) reduction (+: t, count)
  for (int i = 0; i < n; i++)
    {
      t += i % 10 == 3;
      count++;
    }
  return count;
}

int
main ()
{
  bool some = false, none = false, was = true, less = false, both[3] = { };
  int count = 0;

#pragma omp target teams distribute parallel for num_teams (4) thread_limit (8) \
	map (tofrom: some, none, was, count) reduction (+: some, none, was, count)
  for (int i = 0; i < n; i++)
    {
      some += i % 10 == 3;
      none += i < 0;
      count++;
    }
  check ("some", byte (some) == 1);
  check ("none", byte (none) == 0);
  check ("was", byte (was) == 1);
  check ("count", count == n);

  count = 0;
#pragma omp target parallel for num_threads (8) map (tofrom: both, less, count) \
	reduction (+: both, count) reduction (-: less)
  for (int i = 0; i < n; i++)
    {
      both[0] += i % 10 == 3;
      both[2] += i % 3 == 1;
      less -= i % 10 == 3;
      count++;
    }
  check ("an array", byte (both[0]) == 1 && byte (both[1]) == 0
	 && byte (both[2]) == 1);
  check ("a difference", byte (less) == 1);
  check ("count of an array", count == n);

  some = false;
  check ("count of a reference", by_reference (some) == n);
  check ("a reference", byte (some) == 1);

  some = false;
  count = 0;
#pragma omp target map (tofrom: some, count)
#pragma omp simd reduction (+: some, count)
  for (int i = 0; i < n; i++)
    {
      some += i % 10 == 3;
      count++;
    }
  check ("simd", byte (some) == 1 && count == n);

  // What needs nothing.
  bool all = true, any = false, odd = false;
#pragma omp target teams distribute parallel for num_teams (4) thread_limit (8) \
	map (tofrom: all, any, odd) reduction (&&: all) reduction (||: any) \
	reduction (^: odd)
  for (int i = 0; i < n; i++)
    {
      all = all && i < 990;
      any = any || i == 17;
      odd ^= i < 3;
    }
  check ("other operators", byte (all) == 0 && byte (any) == 1 && byte (odd) == 1);
  return failed;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
