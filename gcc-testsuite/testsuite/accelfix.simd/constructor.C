/* Objects with constructors, without destructors, one within the other.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct queue
{
  int first, n, v[5];
  queue () : first (0), n (0) { }
  explicit queue (int x) : first (x % 5), n (0) { put (x); }
  NOIPA void put (int x) { v[(first + n++) % 5] = x; }
  NOIPA int get () { int x = v[first]; first = (first + 1) % 5; n--; return x; }
};
struct both
{
  queue q, r;
  int more;
  both (int x) : r (x + 1), more (x) { q.put (x); q.put (r.get ()); }
};
#pragma omp end declare target
#define BODY "constructor.C"
#include "forms.h"
#else
  both o (i);
  queue q (i * 2), c (q);
  q.put (o.q.get ());
  o.r.put (q.get ());
  c.put (3);
  int s = o.q.get () + o.more;
  s = s * 3 + o.r.get ();
  s = s * 3 + q.get ();
  s = s * 3 + c.get ();
  b[i] = s * 3 + c.get ();
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
