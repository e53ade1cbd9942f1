// C++: a function that has to return a value and does not, an infinite wait, a
// member that does not return.
// { dg-do compile }
// { dg-accel-levels "-O0 -O1 -O2" }
// { dg-accel-args "exit=0 exit=1 exit=2" }
// { dg-options "-w -fno-exceptions" }

extern "C" void side (int);
extern "C" int h (int);

enum kind { A, B };

extern "C" int
f (kind k, int x)
{
  switch (k)
    {
    case A: return h (x);
    case B: side (x); return h (3);
    }
  side (7);
}

struct failure
{
  [[noreturn]] void raise (int);
};

extern "C" int
g (failure *e, int x)
{
  if (x < 0)
    e->raise (x);
  return h (x);
}

// GCC 11 and 12 let f's end be a dead end when they optimise; at -O0 GCC 11
// lets it return.
// { dg-final { ptx-uninit 0 0 } }
// { dg-final { one-terminator } }
// { dg-final { ptx-dead-ends 0 {exit=1} } }
// { dg-final { ptx-dead-ends 0 {exit=2} } }
// { dg-final { exits-closed 1 {-O1 exit=1} } }
// { dg-final { exits-closed 1 {-O2 exit=1} } }

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
