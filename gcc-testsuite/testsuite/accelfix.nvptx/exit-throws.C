/* Calls that GCC knows to throw end blocks of its graph, and nothing that is
   printed leads to their handlers.  The dead end after such a call gets a block
   of its own.  */
/* { dg-do compile } */
/* { dg-accel-gcc "15 16" } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "verify verify,exit=0 verify,exit=2 verify,init-regs=1" } */
/* { dg-accel-options "-mfake-exceptions" } */

extern int g (int);

struct S
{
  int a;
  S (int x) : a (x) {}
  ~S () { a = g (a); }
};

int
f (int x)
{
  int r;
  S s (x);
  if (x > 3)
    r = g (x);
  S t (x + 1);
  if (x > 4)
    {
      g (s.a);
      __builtin_unreachable ();
    }
  return x > 3 ? r + t.a : s.a;
}

int
h (int x)
{
  int r;
  try
    {
      if (x)
	r = g (x);
    }
  catch (int e)
    {
      return e;
    }
  catch (...)
    {
      return 4;
    }
  return r;
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { ptx-dead-ends 0 {!exit=0} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
