// C++: objects with constructors, virtual calls, templates.
// { dg-do compile }
// { dg-accel-levels "-O1 -O2" }
// { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" }
// { dg-options "-fno-exceptions -fno-rtti" }

extern void g (int);

struct pair
{
  int a;
  double b;
  pair (int x) : a (x) {}
};

template <typename T>
T __attribute__ ((noinline, noclone))
choose (int x, T *p)
{
  T r;
  if (x)
    r = p[1];
  g (x);
  if (x > 3)
    return r;
  return p[0];
}

double
f (int x, double *p, long *q)
{
  pair u (x);
  if (x > 1)
    u.b = p[3];
  g (1);
  if (x < 9)
    p[2] = u.b;
  return choose (x, p) + choose (x, q);
}

// { dg-final { needs-init {-O2} } }
// { dg-final { ptx-uninit 0 0 } }

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
