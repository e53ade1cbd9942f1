/* Two devices: data on each, regions on both at a time from several threads of
   the host, and tasks that wait for each other.
   { dg-accel-mode openmp }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=gfx906" }
   { dg-accel-run "--device=gfx906,gfx906 --hazards=off --uninit=error --time-limit=60" }
   { dg-accel-levels "-O2" }
   { dg-accel-args "-" }  */
#include <omp.h>
#include <stdio.h>

enum { N = 100 };
static int bad;
#define CHECK(C) \
  do if (!(C)) bad++, printf ("line %d: %s\n", __LINE__, #C); while (0)

#pragma omp declare target
static int global = 5;
#pragma omp end declare target

/* Each device has its own copy of GLOBAL and its own memory.  */

static void
memory (void)
{
  int host = omp_get_initial_device (), a[N];
  for (int d = 0; d < 2; d++)
    {
      int number = -1, value = 0;
#pragma omp target device (d) map (from: number)
      {
	number = omp_get_device_num ();
	global += 10 * (number + 1);
      }
#pragma omp target device (d) map (from: value)
      value = global;
      CHECK (number == d && value == 15 + 10 * d);
      int *p = omp_target_alloc (sizeof a, d);
      for (int i = 0; i < N; i++)
	a[i] = i;
      CHECK (!omp_target_memcpy (p, a, sizeof a, 0, 0, d, host));
#pragma omp target device (d) is_device_ptr (p)
      for (int i = 0; i < N; i++)
	p[i] = 3 * p[i] + d;
      CHECK (!omp_target_memcpy (a, p, sizeof a, 0, 0, host, d));
      for (int i = 0; i < N; i++)
	CHECK (a[i] == 3 * i + d);
      omp_target_free (p, d);
    }
  CHECK (global == 5);
}

static void
threads (void)
{
  int wrong = 0;
#pragma omp parallel for num_threads (6) reduction (+: wrong)
  for (int i = 0; i < 24; i++)
    {
      int sum = i;
#pragma omp target teams distribute parallel for device (i % 2) \
  reduction (+: sum) map (tofrom: sum)
      for (int k = 0; k < N; k++)
	sum += k + i;
      wrong += sum != N * (N - 1) / 2 + N * i + i;
    }
  CHECK (wrong == 0);
}

static void
tasks (void)
{
  int x[8] = { 0 };
  for (int i = 0; i < 8; i++)
    {
#pragma omp target nowait device (i % 2) map (tofrom: x[i:1]) \
  depend (inout: x[i])
      x[i] += i;
      /* The next one is the other device's.  */
#pragma omp target nowait device (1 - i % 2) map (tofrom: x[i:1]) \
  depend (inout: x[i])
      x[i] *= 3;
    }
#pragma omp taskwait
  for (int i = 0; i < 8; i++)
    CHECK (x[i] == 3 * i);
}

int
main (void)
{
  CHECK (omp_get_num_devices () == 2);
  memory ();
  threads ();
  tasks ();
  puts (bad ? "wrong" : "right");
  return bad != 0;
}
/* { dg-final { gcn-right {} right } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
