// Lambda functions without captures that target regions hand on.
// { dg-host-without "crash right 11 right 14 right 15 right 16" }

#include <algorithm>
#include "host.h"

struct by_key
{
  int key, value;
};

template <class F> static int
apply (F f, int x)
{
  return f (x);
}

template <class F> static int
twice (const F &f, int x)
{
  return f (f (x));
}

template <class T> static int
in_template (T a)
{
  int r = 0;
  #pragma omp target map(tofrom: r)
  r = apply ([] (T b) { return (int) b * 2; }, a);
  return r;
}

int
main ()
{
  int list[6] = { 4, 1, 5, 2, 0, 3 }, count = 0, variable = 0, reference = 0;
  int pointer = 0, nested = 0, sum = 0;
  by_key keys[4] = { { 3, 30 }, { 1, 10 }, { 2, 20 }, { 0, 0 } };

  #pragma omp target map(tofrom: list, keys, count)
  {
    std::sort (list, list + 6, [] (int a, int b) { return a > b; });
    std::sort (keys, keys + 4, [] (const by_key &a, const by_key &b)
	       { return a.key < b.key; });
    count = std::count_if (list, list + 6, [] (int a) { return a % 2; });
  }
  #pragma omp target map(tofrom: variable, reference, pointer, nested)
  {
    auto f = [] (int a) { return a + 1; };
    const auto g = [] (int a) { return a * 3; };
    variable = apply (f, 41) + apply (g, 1);
    reference = twice (f, 5) + twice (g, 1);
    int (*p) (int) = [] (int a) { return a - 1; };
    pointer = p (10) + apply (p, 3);
    nested = apply ([] (int a) { return apply ([] (int b) { return b * b; }, a); }, 7);
  }
  #pragma omp target teams distribute parallel for map(tofrom: sum) reduction(+: sum)
  for (int i = 0; i < 20; i++)
    sum += apply ([] (int a) { return a % 3; }, i);

  for (int i = 0; i < 6; i++)
    check ("sorting", list[i] == 5 - i);
  for (int i = 0; i < 4; i++)
    check ("sorting structures", keys[i].key == i && keys[i].value == 10 * i);
  check ("counting", count == 3);
  check ("variables", variable == 45);
  check ("references", reference == 16);
  check ("pointers", pointer == 11);
  check ("one in another", nested == 49);
  check ("loops", sum == 19);
  check ("templates", in_template (2.5) == 4 && in_template ('a') == 2 * 'a');
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
