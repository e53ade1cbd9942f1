/* A section that a member of a structure points to, in a data construct.  */
#include <stdio.h>

struct list { int n; double *a; };

__attribute__ ((noinline)) static void
add (struct list *p)
{
#pragma omp target data map(to: p[0:1]) map(tofrom: p->a[0:10])
#pragma omp target
  for (int i = 0; i < 10; i++)
    p->a[i] += i;
}

int
main (void)
{
  double a[10] = { 0 };
  struct list x = { 10, a };
  int right = 0;
  add (&x);
  for (int i = 0; i < 10; i++)
    right += a[i] == i;
  printf ("%d\n", right);
  return right != 10;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
