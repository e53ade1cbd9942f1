// Types that are described: std::function, typeid; pure functions; exceptions.
// { dg-host-without "crash" }
// { dg-host-off "virtual-tables=0 cxx-runtime=0" }

#include <functional>
#include <memory>
#include <stdexcept>
#include <typeinfo>
#include <vector>
#include "host.h"

struct op
{
  virtual void run (double *x, int n) const = 0;
  virtual ~op () = default;
};
struct scale : op
{
  double k;
  scale (double k) : k (k) {}
  void
  run (double *x, int n) const override
  {
    #pragma omp simd
    for (int i = 0; i < n; i++)
      x[i] *= k;
  }
};
struct sum : op
{
  void
  run (double *x, int n) const override
  {
    double s = 0;
    #pragma omp simd reduction(+: s)
    for (int i = 0; i < n; i++)
      s += x[i];
    x[0] = s;
  }
};
struct chain : op
{
  std::vector<std::unique_ptr<op>> ops;
  void
  run (double *x, int n) const override
  {
    for (auto &o : ops)
      o->run (x, n);
  }
};

static void
all (double *x, int n)
{
  chain c;
  c.ops.push_back (std::unique_ptr<op> (new scale (2)));
  c.ops.emplace_back (new sum);
  op *o = &c;
  o->run (x, n);
}

static int
repeat (const std::function<int (int)> &f, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += f (i);
  return s;
}

static __attribute__ ((noipa)) int
positive (int x)
{
  if (x < 0)
    throw std::runtime_error ("negative");
  return x + 1;
}

int
main ()
{
  double x[100], y[100];
  int bad = 0, functions = 0, types = 0, sum = 0, k = 3;
  for (int i = 0; i < 100; i++)
    x[i] = y[i] = i;
  #pragma omp target map(tofrom: x)
  all (x, 100);
  all (y, 100);
  for (int i = 0; i < 100; i++)
    bad += x[i] != y[i];

  #pragma omp target map(tofrom: functions)
  {
    std::function<int (int)> f = [=] (int x) { return x * k; };
    functions = repeat (f, 5);
    f = [=] (int x) { return x + k; };
    functions += repeat (f, 5);
  }

  #pragma omp target map(tofrom: types)
  {
    scale a (1);
    chain b;
    op *p[2] = { &a, &b };
    for (int i = 0; i < 4; i++)
      types += typeid (*p[i & 1]) == typeid (chain);
  }

  #pragma omp target map(tofrom: sum)
  for (int i = 0; i < 5; i++)
    sum += positive (i);

  check ("pure functions", bad == 0);
  check ("std::function", functions == 55);
  check ("typeid", types == 2);
  check ("exceptions", sum == 15);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
