/* Constant arrays of functions and regions that are offloaded.  */
/* { dg-host-without "crash" } */

#include "host.h"

typedef struct { long a, b, c, d; } four;
typedef struct { int n; const char *name; } entry;
typedef union { int i; unsigned char bytes[16]; } bytes16;

#pragma omp declare target
static int
constant_index (void)
{
  const int t[4] = { 1, 2, 3, 4 };
  return t[1];
}

static four __attribute__ ((noinline))
structures (int i)
{
  const four t[3] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 } };
  return t[i];
}

static four __attribute__ ((noinline))
one_structure (void)
{
  const four t = { 21, 22, 23, 24 };
  return t;
}

static bytes16 __attribute__ ((noinline))
a_union (void)
{
  const bytes16 t[2] = { { .bytes = { 1, 2, 3 } }, { .bytes = { 4, 5, 6 } } };
  return t[1];
}

static int __attribute__ ((noinline))
names (int i)
{
  static const char *const t[] = { "one", "three", "five", "seventeen" };
  const char *const u[] = { "a", "bc", "def" };
  int n = 0;
  for (const char *p = t[i & 3]; *p; p++)
    n++;
  for (const char *p = u[i % 3]; *p; p++)
    n += 100;
  return n;
}

static int __attribute__ ((noinline))
entries (int i)
{
  const entry t[] = { { 3, "x" }, { 4, "yy" }, { 5, "zzz" } };
  return t[i].n * 10 + t[i].name[0] - 'x';
}

static int __attribute__ ((noinline))
by_switch (int i)
{
  switch (i)
    {
    case 0: return 17;
    case 1: return 4;
    case 2: return 93;
    case 3: return -5;
    case 4: return 61;
    case 5: return 1000;
    case 6: return 7;
    default: return 0;
    }
}

static const char * __attribute__ ((noinline))
name_by_switch (int i)
{
  switch (i)
    {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    default: return "many";
    }
}

static int __attribute__ ((noinline))
by_pointer (const int *p)
{
  const int t[3] = { 5, 6, 7 };
  const int *q = p ? p : t;
  return q[2];
}
#pragma omp end declare target

int
main (void)
{
  int r[12] = { 0 }, n = 2;
  four f[2];
  bytes16 u;

  #pragma omp target map(from: r, f, u) map(to: n)
  {
    const int t[5] = { 10, 20, 30, 40, 50 };
    const double d[3] = { 0.5, 1.5, 2.5 };
    r[0] = constant_index ();
    f[0] = structures (n);
    f[1] = one_structure ();
    u = a_union ();
    r[1] = names (n + 1);
    r[2] = entries (n);
    r[3] = by_switch (n) + by_switch (n + 3);
    r[4] = name_by_switch (n + 1)[1];
    r[5] = by_pointer (0);
    r[6] = t[1] + t[n];
    r[7] = (int) (d[1] * 2 + d[n] * 2);
  }
  check ("a constant index", r[0] == 2);
  check ("structures", f[0].a == 9 && f[0].d == 12);
  check ("one structure", f[1].a == 21 && f[1].d == 24);
  check ("a union", u.bytes[0] == 4 && u.bytes[2] == 6 && !u.bytes[9]);
  check ("names", r[1] == 109);
  check ("entries", r[2] == 52);
  check ("a switch", r[3] == 93 + 1000);
  check ("a switch with names", r[4] == 'h');
  check ("a pointer", r[5] == 7);
  check ("in a region", r[6] == 50 && r[7] == 8);

  int sum = 0;
  #pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum)
  for (int i = 0; i < 64; i++)
    {
      const int t[4] = { 1, 2, 3, 4 };
      sum += t[3] + t[i & 3] + constant_index ();
    }
  check ("in a loop", sum == 64 * 6 + 160);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
