/* Offloaded functions that take and return structures without members.  */
/* { dg-host-without "wrong right 16" } */
/* { dg-host-off "struct-return=0" } */

#include <algorithm>
#include "host.h"

struct tag {};
struct less
{
  bool operator() (int a, int b) const { return a < b; }
};
struct wrapped
{
  less by;
  int factor;
};
template <class T> struct maker
{
  static __attribute__ ((noipa)) T make () { return T (); }
};

#pragma omp declare target
static __attribute__ ((noipa)) less
make_less ()
{
  return less ();
}

static __attribute__ ((noipa)) int
weighted (tag, int a, less by, int b, const tag, double c)
{
  return (by (a, b) ? 100 : 200) + a * 10 + b + (int) (c * 2);
}

static __attribute__ ((noipa)) tag
pass_on (tag t, int *where)
{
  *where += 5;
  return t;
}

static __attribute__ ((noipa)) void
set_factor (wrapped *w, less by, int k)
{
  w->by = by;
  w->factor = k;
}
#pragma omp end declare target

int
main ()
{
  int list[6] = { 4, 1, 5, 2, 0, 3 }, best = 0, sum = 0, through = 0, made = 0;
  int factor = 0;

  #pragma omp target map(tofrom: list, best, sum, through, made, factor)
  {
    std::sort (list, list + 6);
    best = *std::max_element (list, list + 6, make_less ());
    sum = weighted (tag (), 3, make_less (), 4, tag (), 2.5);
    pass_on (pass_on (tag (), &through), &through);
    tag (*p) (tag, int *) = pass_on;
    p (maker<tag>::make (), &through);
    made = maker<less>::make () (7, 6);
    wrapped w;
    set_factor (&w, make_less (), 9);
    factor = w.by (1, 2) ? w.factor : 0;
  }
  for (int i = 0; i < 6; i++)
    check ("sorting", list[i] == i);
  check ("a function object as an argument", best == 5);
  check ("arguments around empty ones", sum == 139);
  check ("an empty result", through == 15);
  check ("a template's result", made == 0);
  check ("a member", factor == 9);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
