/* Sections that a pointer in a structure points to, in clauses of data constructs.  */
/* { dg-accel-gcc "12 13 14 15 16" } */
/* { dg-host-without "crash right 13 right 14 right 15 right 16" } */
#include <stdlib.h>

struct list { int n; double *a; int *b; };

__attribute__ ((noipa)) static void
add (struct list *p)
{
#pragma omp target data map(to: p[0:1]) map(tofrom: p->a[0:10]) map(to: p->b[0:10])
#pragma omp target
  for (int i = 0; i < 10; i++)
    p->a[i] += p->b[i];
}

int
main (void)
{
  double a[10] = { 0 };
  int b[10];
  for (int i = 0; i < 10; i++)
    b[i] = i;
  struct list x = { 10, a, b };
  add (&x);
  add (&x);
  for (int i = 0; i < 10; i++)
    if (a[i] != 2 * i)
      abort ();
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
