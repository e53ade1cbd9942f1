// Aliases of functions: constructors and destructors of C++, and by attribute; called,
// and by their addresses in statements and initialisers.
// { dg-host-without "crash wrong 11" }
// { dg-host-off "aliases=0" }
struct B
{
  int k;
  B (int k_) : k (k_) {}
  ~B () { k = 0; }
};

struct D : B
{
  int z;
  D (int a, int b) : B (a), z (b) {}
  int sum () { return k + z; }
};

template <typename T> struct holder
{
  T t;
  holder () : t (3, 4) {}
  ~holder () {}
};

#pragma omp declare target
static int one (int x) { return x + 1; }
extern "C"
{
  int two (int x) __attribute__ ((alias ("three")));
  int three (int x) { return x + 3; }
}
static int (*pointer) (int) = two;

int
use (int k)
{
  int (*f) (int) = k ? two : one;
  return f (k) + pointer (k);
}
#pragma omp end declare target

int
main ()
{
  int r = 0, q = 0;
#pragma omp target map (tofrom: r, q)
  {
    D d (2, 5);
    holder<D> w;
    D e (d);
    r = d.sum () + w.t.sum () + e.sum ();
    q = two (1) + use (1) * 10 + use (0) * 100;
  }
  return r != 21 || q != 484;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
