// What of the C++ library needs new, delete and functions that throw.
// { dg-host-without "crash right 15 right 16" }
// { dg-host-off "cxx-runtime=0" }

#include <bitset>
#include <memory>
#include <new>
#include <vector>
#include "host.h"

struct node
{
  int v;
  std::unique_ptr<node> next;
  node (int x) : v (x) {}
};

#pragma omp declare target
int ended;
struct counted
{
  int k;
  counted (int x = 3) : k (x) {}
  ~counted () { ended += k; }
};

static __attribute__ ((noipa)) int
checked (int x)
{
  if (x < 0)
    throw x;
  return x + 1;
}
#pragma omp end declare target

int
main ()
{
  int sum = 0, at = 0, list = 0, array = 0, objects = 0, bits = 0, rows = 0;
  int thrown = 0, none = 0;

  #pragma omp target map(tofrom: sum, at, list, array, objects, bits, rows)
  {
    std::vector<int> v;
    for (int i = 0; i < 10; i++)
      v.push_back (i * i);
    for (int x : v)
      sum += x;
    v.resize (3);
    v.insert (v.begin () + 1, 42);
    at = v.at (1) * 10 + v.size ();
    v.erase (v.begin ());
    auto p = std::make_unique<node> (5);
    p->next.reset (new node (6));
    list = p->next->v * 10 + p->v;
    int *q = new int[7] ();
    q[3] = 4;
    array = q[3] + q[6];
    delete[] q;
    counted *c = new counted (4);
    delete c;
    objects = ended;
    std::bitset<50> b;
    b.set (7);
    bits = b.test (7) + b.count () * 10;
    std::vector<std::vector<double>> m (3, std::vector<double> (4, .5));
    m[1][2] = 3;
    double s = 0;
    for (auto &row : m)
      for (double d : row)
	s += d;
    rows = s * 2;
  }
  #pragma omp target map(tofrom: thrown, none)
  {
    try
      {
	thrown = checked (4);
      }
    catch (int i)
      {
	thrown = i;
      }
    char *e = new char[thrown - 5], *f = new char[thrown - 5];
    int *t = new (std::nothrow) int[thrown];
    none = e && f && e != f && t;
    delete[] t;
    delete[] e;
    delete[] f;
  }
  check ("a vector", sum == 285);
  check ("elements", at == 424);
  check ("pointers", list == 65);
  check ("an array", array == 4);
  check ("an object", objects == 4);
  check ("bits", bits == 11);
  check ("vectors of vectors", rows == 17);
  check ("a function that may throw", thrown == 5);
  check ("no bytes", none);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
