/* Loops, phases, reductions, atomics, tasks, locks, and teams that are smaller than
   the pool of threads.  */
/* only ptxvm: libgomp's taskwait hangs on amdgcn (gcn-tasks) */
#include <stdlib.h>
#include <omp.h>
#define N 512
int total, locked, crit;
omp_lock_t lk;
#pragma omp declare target (total, locked, crit, lk)
static int
fib (int n)
{
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib (n - 1);
#pragma omp task shared(b)
  b = fib (n - 2);
#pragma omp taskwait
  return a + b;
}
#pragma omp declare target (fib)
static void
need (int x)
{
  if (!x)
    abort ();
}
int
main (void)
{
  int a[N], b[N], red = 0, at = 0, f = 0, sec = 0, ord = 0, m = 0, dep = 0;
  int x[N], sum = 0;
  long hist[16] = { 0 };
#pragma omp target teams distribute parallel for reduction(+: red) \
  reduction(max: m)
  for (int i = 0; i < N; i++)
    {
      red += i;
      m = i > m ? i : m;
    }
  need (red == N * (N - 1) / 2 && m == N - 1);
#pragma omp target teams distribute parallel for map(tofrom: at, hist)
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      at += i;
#pragma omp atomic
      hist[i % 16]++;
    }
  need (at == red && hist[3] == N / 16);
#pragma omp target parallel map(tofrom: sec) num_threads(8)
  {
#pragma omp critical
    {
      crit += omp_get_thread_num ();
      sec++;
    }
#pragma omp critical (named)
    sec += 0;
  }
  need (sec == 8);
#pragma omp target map(from: a, b)
#pragma omp parallel num_threads(8)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp for schedule(dynamic, 3)
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];
#pragma omp for schedule(guided)
    for (int i = 0; i < N; i++)
      a[i] = b[(i + 7) % N];
#pragma omp single
    a[0] = 5;
#pragma omp master
    a[1] = 6;
  }
  need (a[0] == 5 && a[1] == 6 && a[2] == N - 10);
#pragma omp target map(tofrom: f)
#pragma omp parallel num_threads(8)
#pragma omp single
  f = fib (8);
  need (f == 21);
#pragma omp target map(tofrom: locked)
  {
    omp_init_lock (&lk);
#pragma omp parallel num_threads(8)
    for (int i = 0; i < 10; i++)
      {
	omp_set_lock (&lk);
	locked++;
	omp_unset_lock (&lk);
      }
    omp_destroy_lock (&lk);
  }
#pragma omp target map(tofrom: ord)
#pragma omp parallel for ordered num_threads(8)
  for (int i = 0; i < 8; i++)
#pragma omp ordered
    ord = ord * 2 + (i & 1);
  need (ord == 0x55);
#pragma omp target teams num_teams(4)
#pragma omp parallel num_threads(4)
#pragma omp atomic
  total += omp_get_thread_num ();
#pragma omp target parallel map(tofrom: dep)
#pragma omp single
  {
#pragma omp task depend(out: dep)
    dep = 1;
#pragma omp task depend(inout: dep)
    dep += 2;
  }
  need (dep == 3);
#pragma omp target teams distribute parallel for simd map(from: x)
  for (int i = 0; i < N; i++)
    x[i] = i;
#pragma omp target parallel for simd reduction(+: sum) map(to: x)
  for (int i = 0; i < N; i++)
    sum += x[i];
  need (sum == red);
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
