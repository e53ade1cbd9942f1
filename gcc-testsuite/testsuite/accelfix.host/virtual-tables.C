// Virtual functions of objects that a region makes: bases, thunks, virtual bases,
// constructors that call them, classes that are declared for the device.
// { dg-host-without "crash" }
// { dg-host-off "virtual-tables=0" }
// { dg-host-said "tables of virtual functions for devices" }

#include "host.h"

struct A
{
  int a;
  A () : a (1) {}
  virtual int fa (int x) { return x + a; }
  virtual A *self () { return this; }
  virtual ~A () { a = 0; }
};
struct B
{
  int b;
  B () : b (2) {}
  virtual int fb (int x) { return x * b; }
  virtual ~B () { b = 0; }
};
struct C : A, B
{
  int c;
  C (int c) : c (c) {}
  int fa (int x) { return x - c; }
  int fb (int x) { return c - x; }
  C *self () { return this; }
};

struct V
{
  int v;
  V (int v = 0) : v (v) {}
  virtual int fv (int x) { return x + 100 * v; }
};
struct L : virtual V
{
  int l;
  L () : l (7) {}
  virtual int fl (int x) { return fv (x) + l; }
};
struct R : virtual V
{
  int r;
  R () : r (9) {}
  int fv (int x) { return x * r + v; }
};
struct D : L, R
{
  D () : V (5) {}
  int fl (int x) { return L::fl (x) * 2; }
};

template <class T> struct P
{
  virtual T get (T x) const { return x + T (1); }
};
template <class T> struct Q : P<T>
{
  T k;
  Q (T k) : k (k) {}
  T get (T x) const { return P<T>::get (x) * k; }
};

// Results that are adjusted, by a thunk that another thunk hands over to.
struct X
{
  int x;
  X () : x (10) {}
  virtual X *me () { return this; }
  virtual int val () { return x; }
  virtual ~X () {}
};
struct Y
{
  int y;
  Y () : y (20) {}
  virtual Y *who () { return this; }
  virtual int val2 () { return y; }
  virtual ~Y () {}
};
struct Z : virtual X, Y
{
  int z;
  Z () : z (30) {}
  Z *me () override { return this; }
  Z *who () override { return this; }
  int val () override { return z + x; }
  int val2 () override { return z + y; }
};
struct W : Z
{
  int w;
  W () : w (40) {}
  W *me () override { return this; }
  int val () override { return Z::val () + w; }
};

static int
adjusted (int n)
{
  Z z;
  W w;
  X *px[2] = { &z, &w };
  Y *py[2] = { &z, &w };
  int s = 0;
  for (int i = 0; i < n; i++)
    s += px[i & 1]->me ()->val () * (i + 1) + py[i & 1]->who ()->val2 ();
  X *e = new W;
  s += e->val ();
  delete e;
  return s;
}

static int
work (int n)
{
  int s = 0;
  C c (n);
  D d;
  Q<int> qi (n);
  Q<double> qd (1.5);
  A *pa[2] = { &c, new A };
  B *pb[2] = { &c, new B };
  L *pl = &d;
  R *pr = &d;
  V *pv = &d;
  P<int> *pi = &qi;
  P<double> *pd = &qd;
  int (A::*m) (int) = &A::fa;
  for (int i = 0; i < 10; i++)
    {
      s += pa[i & 1]->fa (i) + pb[i & 1]->fb (i) + pa[i & 1]->self ()->a;
      s += pl->fl (i) + pr->fv (i) + pv->fv (i) + (pa[i & 1]->*m) (i);
      s += pi->get (i) + (int) pd->get (i);
    }
  delete pa[1];
  delete pb[1];
  return s;
}

// The table is made where "name" is defined, as it is not inline.
#pragma omp declare target
struct S
{
  int id;
  S (int i);
  virtual int name (int x);
  int call (int x) { return name (x) * 2; }
  virtual ~S ();
};
struct T : S
{
  T (int i) : S (i) { id += name (1); }
  int name (int x) override;
};
#pragma omp end declare target
S::S (int i) : id (i) { id += name (3); }
S::~S () {}
int S::name (int x) { return x + 1; }
int T::name (int x) { return x * 10 + (id & 1); }

namespace
{
  struct U : T
  {
    U (int i) : T (i) {}
    int name (int x) override { return T::name (x) + 5; }
  };
}

static int
made (int i)
{
  U u (i);
  T t (i);
  S s (i);
  S *p = i % 3 == 0 ? (S *) &u : i % 3 == 1 ? (S *) &t : &s;
  return p->call (i) + p->id;
}

int
main ()
{
  int s = 0, t[64], u[50], bad = 0;
  #pragma omp target map(tofrom: s)
  s = work (4);
  check ("one thread", s == work (4));

  #pragma omp target map(tofrom: s)
  s = adjusted (6);
  check ("results", s == adjusted (6));

  #pragma omp target teams distribute parallel for map(from: t)
  for (int i = 0; i < 64; i++)
    t[i] = work (i);
  for (int i = 0; i < 64; i++)
    bad += t[i] != work (i);
  check ("many threads", bad == 0);

  #pragma omp target parallel for map(from: u)
  for (int i = 0; i < 50; i++)
    u[i] = made (i);
  for (int i = 0; i < 50; i++)
    bad += u[i] != made (i);
  check ("classes for the device", bad == 0);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
