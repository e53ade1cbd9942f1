// Functions that only clauses call: constructors, destructors and assignments, of
// classes with virtual functions and several bases too, and of a template; and for tasks,
// which have no clause.  libgomp's own atomics need libatomic on nvptx.
// { dg-host-nvptx "-latomic" }
// { dg-host-without "crash" }
// { dg-host-off "clause-calls=0" }
// { dg-host-said "functions for devices that clauses call" }

#include "host.h"

static const int offsets[3] = { 1, 2, 3 };
#pragma omp declare target
int made;
#pragma omp end declare target

struct Base
{
  int a;
  Base ();
  virtual int f (int) const;
  virtual ~Base ();
};

struct Other
{
  int b;
  Other () : b (offsets[1]) {}
  virtual int g () const { return b; }
};

struct Both : Base, Other
{
  int c, number;
  Both ();
  Both (const Both &);
  ~Both ();
  Both &operator= (const Both &);
  int f (int) const override;
  int g () const override;
};

Base::Base () : a (offsets[0]) {}
__attribute__ ((noinline)) int Base::f (int i) const { return i + a; }
Base::~Base () { a = -1; }

Both::Both () : c (offsets[2])
{
  #pragma omp atomic capture
  number = ++made;
}

Both::Both (const Both &o) : Base (o), Other (o), c (o.c + 1) {}
Both::~Both () { c = -1; }

__attribute__ ((noinline)) Both &
Both::operator= (const Both &o)
{
  c = o.c + 10;
  a = o.a;
  b = o.b;
  return *this;
}

int Both::f (int i) const { return i + a + b + c; }
int Both::g () const { return 100 * b + c; }

template <class T>
struct Box
{
  T v;
  Box () { fill (); }
  __attribute__ ((noinline)) void fill () { v = T (7); }
  Box &operator+= (const Box &o) { v += o.v; return *this; }
};

#pragma omp declare reduction (+: Box<double>: omp_out += omp_in)

__attribute__ ((noinline)) int
ask (const Base &b, const Other &o, int i)
{
  return b.f (i) * 3 + o.g ();
}

int
main ()
{
  int s = 0, last = 0, tasks = 0, inner = 0;

  #pragma omp target map(tofrom: s)
  {
    Both w;
    #pragma omp parallel for firstprivate (w) reduction (+: s) num_threads (4)
    for (int i = 0; i < 100; i++)
      s += ask (w, w, i);
  }
  // f is i + 1 + 2 + 4, g is 204.
  check ("firstprivate", s == 3 * (4950 + 700) + 20400);

  #pragma omp target map(tofrom: last)
  {
    Both w;
    #pragma omp parallel for lastprivate (w) num_threads (4)
    for (int i = 0; i < 100; i++)
      w.c = i;
    last = ask (w, w, 0);
  }
  // c is 99 + 10.
  check ("lastprivate", last == 3 * 112 + 309);

  #pragma omp target map(tofrom: inner)
  {
    Both w;
    int outer = w.number;
    #pragma omp parallel private (w) num_threads (1)
    inner = w.c + 10 * (w.number - outer);
  }
  check ("private", inner == 13);

  Box<double> d;
  #pragma omp target parallel for reduction (+: d) map (tofrom: d) num_threads (1)
  for (int i = 0; i < 100; i++)
    d.v += i;
  check ("reduction", d.v == 4950 + 7 + 7);

  #pragma omp target map(tofrom: tasks)
  {
    Both w;
    #pragma omp parallel num_threads (2)
    #pragma omp single
    #pragma omp task firstprivate (w) shared (tasks)
    tasks = w.c;
  }
  check ("task", tasks == 4);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
