// Functions with variable arguments in offloaded code: templates, lists in classes.
// { dg-host-without "crash" }
// { dg-host-off "va-lists=0" }

#include <cstdarg>
#include "host.h"

enum { N = 16 };

#pragma omp declare target
struct pair { double a; int b; };
struct log { const char *name; va_list list; int n; };

template <class T> static T
nth (int k, ...)
{
  va_list list;
  T t {};
  va_start (list, k);
  for (int i = 0; i <= k; i++)
    t = va_arg (list, T);
  va_end (list);
  return t;
}

static int
digits (log &l)
{
  int s = 0;
  for (int i = 0; i < l.n; i++)
    s = 10 * s + va_arg (l.list, int);
  return s;
}

static int
with_log (int n, ...)
{
  log l;
  l.name = "";
  l.n = n;
  va_start (l.list, n);
  int r = 100 * digits (l) + va_arg (l.list, int);
  va_end (l.list);
  return r;
}
#pragma omp end declare target

int
main ()
{
  long r[N][5];
  #pragma omp target teams distribute parallel for map (from: r)
  for (int i = 0; i < N; i++)
    {
      pair p = { i * .5, i }, q = { i * 1.5, -i };
      r[i][0] = nth <int> (2, i, i + 1, i + 2);
      r[i][1] = nth <pair> (1, p, q).b;
      r[i][2] = with_log (3, i, 2, 3, 4);
      r[i][3] = 8 * nth <double> (3, .5, 1.5, 2.5, i * 1.25);
      r[i][4] = *nth <long *> (1, (long *) nullptr, &r[i][0]);
    }
  for (int i = 0; i < N; i++)
    {
      check ("int", r[i][0] == i + 2);
      check ("pair", r[i][1] == -i);
      check ("list in a class", r[i][2] == 100 * (100 * i + 23) + 4);
      check ("double", r[i][3] == 10 * i);
      check ("pointer", r[i][4] == i + 2);
    }
  return failed;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
