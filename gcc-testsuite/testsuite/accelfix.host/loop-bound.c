/* Loops that end or begin at the address of a variable that is mapped or shared:
   up, down, by several, with != and >=, collapsed, with lastprivate.  */
/* { dg-host-without "wrong" } */
/* { dg-host-off "loop-pointers=0" } */
/* { dg-host-said "addresses computed before their loops" } */

#include "host.h"

enum { n = 60 };

struct pair { int a, b; };

static struct pair d[n];

/* Makes D what it is before each loop.  */

static void
set (void)
{
  for (int i = 0; i < n; i++)
    d[i] = (struct pair) { i, -i };
}

/* Whether each element of D from FIRST on, by STEP, is once more by 5 than set
   makes it, and the others are not.  */

static int
added (int first, int step)
{
  int ok = 1;
  for (int i = 0; i < n; i++)
    ok &= (d[i].a == i + (i >= first && (i - first) % step == 0 ? 5 : 0)
	   && d[i].b == -i);
  return ok;
}

int
main ()
{
  struct pair *p;
  long last = -1;
  int sum = 0;

  set ();
#pragma omp target map (d)
#pragma omp parallel for simd schedule (static, 7)
  for (p = d; p < &d[n]; p++)
    p->a += 5;
  check ("up", added (0, 1));

  set ();
#pragma omp target parallel for simd map (d)
  for (struct pair *q = &d[3]; q <= &d[n - 1]; q += 4)
    q->a += 5;
  check ("by four", added (3, 4));

  set ();
#pragma omp target parallel for simd map (d) schedule (static, 7)
  for (p = &d[n - 1]; p >= d; p--)
    p->a += 5;
  check ("down", added (0, 1));

  set ();
#pragma omp target map (d)
#pragma omp parallel for simd schedule (dynamic, 3)
  for (p = &d[2]; p != &d[n]; ++p)
    p->a += 5;
  check ("not equal", added (2, 1));

  set ();
#pragma omp target simd map (d) map (tofrom: sum) reduction (+: sum)
  for (p = d; p < &d[n]; p++)
    {
      p->a += 5;
      sum += p->b;
    }
  check ("simd", added (0, 1) && sum == -n * (n - 1) / 2);

  set ();
#pragma omp target map (d) map (from: last)
  {
    struct pair *q;
#pragma omp parallel for lastprivate (q) schedule (static, 4)
    for (q = d; q < &d[n]; q += 3)
      q->a += 5;
    last = q - d;
  }
  check ("lastprivate", added (0, 3) && last == n);

  set ();
#pragma omp target parallel for simd map (d) collapse (2) schedule (static, 7)
  for (p = d; p < &d[n]; p += 3)
    for (int k = 0; k < 3; k++)
      p[k].a += 5;
  check ("collapse", added (0, 1));

  /* Nothing of it is offloaded.  */
  struct pair e[n];
  set ();
  for (int i = 0; i < n; i++)
    e[i] = d[i];
#pragma omp parallel num_threads (3)
  {
#pragma omp for simd lastprivate (p)
    for (p = e; p < &e[n]; p++)
      p->a += 5;
    struct pair own[n];
#pragma omp simd
    for (struct pair *q = own; q < &own[n]; q++)
      q->a = 1;
#pragma omp for reduction (+: sum) nowait
    for (int i = 0; i < n; i++)
      sum += own[i].a;
  }
  for (int i = 0; i < n; i++)
    d[i] = e[i];
  check ("host", added (0, 1) && p == &e[n]
	 && sum == -n * (n - 1) / 2 + n);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
