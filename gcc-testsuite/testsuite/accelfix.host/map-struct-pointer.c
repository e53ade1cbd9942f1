/* The same as map-struct.c, through pointers.  */
/* { dg-accel-gcc "12 13 14 15 16" } */
/* { dg-host-without "wrong right 14 right 15 right 16" } */
/* { dg-host-on "nvptx amdgcn" } */

#include "host.h"

struct list { int a; int *v; int n; int *u; };

static void
regions (struct list *s, int argc)
{
  int sum = 0;
  #pragma omp target map (to: s->v[:10]) map (to: s->n) map (tofrom: sum)
  sum += s->v[argc] + s->n;
  check ("through a pointer", sum == 301);

  sum = 0;
  #pragma omp target map (to: s->a, s->n) map (to: s->u[:10], s->v[:10]) \
    map (tofrom: sum)
  sum += s->a + s->u[argc] + s->n + s->v[argc];
  check ("two pointers", sum == 4321);

  sum = 0;
  #pragma omp target map (to: s[1].v[:10]) map (to: s[1].n) map (tofrom: sum)
  sum += s[1].v[argc] + s[1].n;
  check ("an element", sum == 601);

  sum = 0;
  #pragma omp target map (to: s->n) map (tofrom: sum)
  sum += s->n;
  check ("without a section", sum == 300);

  sum = 0;
  #pragma omp target data map (to: s[0:2])
  #pragma omp target map (to: s->n, s->v[:10]) map (tofrom: sum)
  sum += s->v[argc] + s->n + s[1].n;
  check ("mapped before", sum == 901);
}

int
main (int argc, char **argv)
{
  int v[10] = { 1, 1, 1 }, u[10] = { 20, 20, 20 };
  struct list s[2] = { { 4000, v, 300, u }, { 8000, v, 600, u } };

  (void) argv;
  regions (s, argc);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
