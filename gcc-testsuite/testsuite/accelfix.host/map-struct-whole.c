/* A whole structure by its pointer, with sections of its pointer members.  */
/* { dg-accel-gcc "12 13" } */
/* { dg-host-without "wrong" } */

#include "host.h"

struct list { int a; int *v; int n; double *w; };

static void
whole (struct list *p)
{
  int sum = 0;
  #pragma omp target map (to: p[:1], p->v[:10]) map (tofrom: sum)
  for (int j = 0; j < p->n; j++)
    sum += p->v[j] + p->a;
  check ("one section", sum == 45 + 40);

  sum = 0;
  #pragma omp target map (to: p[:1], p->v[:10], p->w[:3]) map (tofrom: sum)
  for (int j = 0; j < p->n; j++)
    sum += p->v[j] + (int) p->w[j % 3];
  check ("two sections", sum == 45 + 19);

  sum = 0;
  #pragma omp target map (to: p[:1], p->v[2:5]) map (tofrom: sum)
  for (int j = 2; j < 7; j++)
    sum += p->v[j] + p->n;
  check ("a section that begins later", sum == 20 + 50);

  #pragma omp target teams distribute parallel for \
    map (tofrom: p[:1], p->v[:10])
  for (int j = 0; j < 10; j++)
    p->v[j] += p->a;
  check ("tofrom", p->v[0] == 4 && p->v[9] == 13 && p->a == 4);
}

int
main (void)
{
  int v[10];
  double w[3] = { 1, 2, 3 };
  struct list s = { 4, v, 10, w };

  for (int j = 0; j < 10; j++)
    v[j] = j;
  whole (&s);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
