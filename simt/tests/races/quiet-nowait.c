/* All that waits for regions with nowait.  */
#include <omp.h>
#define PRAGMA(X) _Pragma (#X)
#define TARGET(CLAUSES) PRAGMA (omp target teams distribute parallel for nowait CLAUSES)
enum { N = 200 };
static int a[N], b[N], c[N];

static void
add (int k)
{
  TARGET (firstprivate(k))
  for (int i = 0; i < N; i++)
    a[i] += k;
}

static void
chain (void)
{
  TARGET (depend(out: a))
  for (int i = 0; i < N; i++)
    a[i] = i;
  TARGET (depend(in: a) depend(out: b))
  for (int i = 0; i < N; i++)
    b[i] = a[i];
  TARGET (depend(in: a) depend(out: c))
  for (int i = 0; i < N; i++)
    c[i] = a[i] + 1;
  /* Behind both, through the first one's variable.  */
  TARGET (depend(inout: a))
  for (int i = 0; i < N; i++)
    a[i] = b[i] + c[i] - a[i];
#pragma omp target update from(a) nowait depend(in: a)
#pragma omp taskwait depend(inout: a)
}

/* Without a team.  From then on libgomp keeps a team of one thread, and frees the team
   of a later parallel region while its threads still leave the last barrier, which is a
   fault of libgomp's: so no parallel region comes behind these.  */
static void
waits (void)
{
  add (1);
#pragma omp taskwait
#pragma omp taskgroup
  add (2);
  add (3);
#pragma omp taskwait
#pragma omp taskloop
  for (int i = 0; i < 3; i++)
    if (i == 2)
      add (11);
}

static void
waits_in_teams (void)
{
#pragma omp parallel num_threads(3)
  {
#pragma omp single
    add (4);
#pragma omp single nowait
    add (5);
#pragma omp barrier
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 3; i++)
      if (i == 1)
	add (6);
#pragma omp sections
    {
#pragma omp section
      add (7);
    }
#pragma omp master
    add (8);
  }
#pragma omp parallel for schedule(guided) num_threads(2)
  for (int i = 0; i < 2; i++)
    if (i)
      add (9);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    add (10);
  }
}

/* The host's tasks and the device's depend on each other.  */
static void
tasks (void)
{
  static int d[3];
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int k = 0; k < 3; k++)
    {
#pragma omp task depend(inout: a) firstprivate(k)
      {
	d[k] = k;
#pragma omp target teams distribute parallel for map(to: d[k:1])
	for (int i = 0; i < N; i++)
	  a[i] += d[k];
      }
      TARGET (depend(inout: a))
      for (int i = 0; i < N; i++)
	a[i]++;
    }
}

/* While the first region waits for the task, the thread executes that: what is copied
   there is none of the region's.  */
static void
task_within (void)
{
  int k = 3, h = 0, device = omp_get_default_device ();
  int *p = omp_target_alloc (sizeof k, device);
  if (!p)
    return;
#pragma omp parallel num_threads(1)
  {
#pragma omp task depend(out: h) shared(k)
    omp_target_memcpy (p, &k, sizeof k, 0, 0, device,
		       omp_get_initial_device ());
    TARGET (depend(in: h) is_device_ptr(p))
    for (int i = 0; i < N; i++)
      a[i] += p[0];
    TARGET (depend(in: h) is_device_ptr(p))
    for (int i = 0; i < N; i++)
      c[i] = p[0];
  }
  omp_target_free (p, device);
}

/* Each region has its own copy; what is only read is no race.  */
static void
copies (void)
{
  static int x[N], y[N], z[N];
  TARGET (map(to: x) map(from: y))
  for (int i = 0; i < N; i++)
    y[i] = x[i] + 1;
  TARGET (map(to: x) map(from: z))
  for (int i = 0; i < N; i++)
    z[i] = x[i] + 2;
#pragma omp taskwait
#pragma omp target map(tofrom: y)
  y[0]++;
  int p = 5;
  TARGET (map(to: z))
  for (int i = 0; i < N; i++)
    a[i] += p * z[i];
  TARGET (map(to: z))
  for (int i = 0; i < N; i++)
    b[i] = p + z[i];
#pragma omp taskwait
}

int
main (void)
{
#pragma omp target enter data map(to: a, b, c)
  waits_in_teams ();
  tasks ();
  task_within ();
#pragma omp target exit data map(from: a, c) map(delete: b)
  for (int i = 0; i < N; i++)
    if (a[i] != 49 + 6 + 3 || c[i] != 3)
      return 1;
#pragma omp target enter data map(to: a, b, c)
  chain ();
  waits ();
  copies ();
#pragma omp target exit data map(from: a, b, c)
  for (int i = 0; i < N; i++)
    if (a[i] != i + 1 + 17 + 10 || b[i] != 7 || c[i] != i + 1)
      return 1;
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
