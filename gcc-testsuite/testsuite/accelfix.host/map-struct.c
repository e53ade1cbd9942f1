/* Sections of pointer members beside other members of the same structure.  */
/* { dg-host-without "wrong right 11" } */
/* { dg-host-on "nvptx amdgcn" } */

#include "host.h"

struct inner { int *w; int k; };
struct list { int a; int *v; int n; int *u; struct inner i; };
static struct list g;

/* The pointer comes before, after and between the other members, and the
   clauses are in either order.  */

static void
regions (struct list s, int argc)
{
  int sum = 0;
  #pragma omp target map (to: s.v[:10]) map (to: s.n) map (tofrom: sum)
  sum += s.v[argc] + s.n;
  check ("pointer first", sum == 301);

  sum = 0;
  #pragma omp target map (to: s.n) map (to: s.v[:10]) map (tofrom: sum)
  sum += s.v[argc] + s.n;
  check ("pointer last", sum == 301);

  sum = 0;
  #pragma omp target map (to: s.v[:10], s.u[1:4]) map (to: s.n, s.a) \
    map (tofrom: sum)
  sum += s.v[argc] + s.n + s.u[argc + 1] + s.a;
  check ("two pointers", sum == 4321);

  sum = 0;
  #pragma omp target map (to: s.i.w[:10]) map (to: s.a, s.i.k) map (tofrom: sum)
  sum += s.i.w[argc] + s.a + s.i.k;
  check ("an inner structure", sum == 54001);

  sum = 0;
  #pragma omp target map (to: s.v, s.v[:10]) map (to: s.n) map (tofrom: sum)
  sum += s.v[argc] + s.n;
  check ("the pointer is named, too", sum == 301);
}

/* Outside "target" the members are mapped for longer.  */

static void
data (int argc)
{
  int sum = 0;
  #pragma omp target data map (to: g.u[:10]) map (to: g.n)
  #pragma omp target map (alloc: g.u, g.n) map (tofrom: sum)
  sum += g.u[argc] + g.n;
  check ("target data", sum == 320);

  for (int i = 0; i < 2; i++)
    {
      sum = 0;
      g.n = 300 + i;
      #pragma omp target enter data map (to: g.v[:10]) map (to: g.n)
      #pragma omp target map (alloc: g.v, g.n) map (tofrom: sum)
      sum += g.v[argc] + g.n;
      check (i ? "enter data again" : "enter data", sum == 301 + i);
      #pragma omp target exit data map (release: g.v[:10]) map (release: g.n)
    }

  /* Nothing may be left of it.  */
  #pragma omp target map (tofrom: g)
  g.n = 5;
  check ("exit data", g.n == 5);
}

int
main (int argc, char **argv)
{
  int v[10] = { 1, 1, 1 }, u[10] = { 20, 20, 20 };

  (void) argv;
  g = (struct list) { 4000, v, 300, u, { v, 50000 } };
  regions (g, argc);
  data (argc);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
