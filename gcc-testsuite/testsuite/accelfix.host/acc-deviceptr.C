/* Device pointers that are references, members' copies and arguments of templates.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-on "nvptx amdgcn" } */
/* { dg-host-without "wrong right 11" } */
#include "acc-queue.h"
#include "host.h"

enum { N = 100, PARTS = 4 };

struct array
{
  int *data;
  __attribute__ ((noipa)) void add (int n)
  {
    int *mine = data;
#pragma acc parallel loop deviceptr (mine) async (1)
    for (int i = 0; i < n; i++)
      mine[i]++;
  }
};

template <typename T> __attribute__ ((noipa)) static void
of_template (T d, int n)
{
#pragma acc parallel loop deviceptr (d) async (1)
  for (int i = 0; i < n; i++)
    d[i]++;
}

#if __GNUC__ < 13
__attribute__ ((noipa)) static void
of_reference (int *&d, int n)
{
#pragma acc parallel loop deviceptr (d) async (1)
  for (int i = 0; i < n; i++)
    d[i]++;
}
#else
/* Later ones stop with an internal error there.  */
#define of_reference of_template
#endif

__attribute__ ((noipa)) static void
of_data (int *&d, int n)
{
#pragma acc data deviceptr (d)
#pragma acc parallel loop async (1)
  for (int i = 0; i < n; i++)
    d[i]++;
}

/* The pointers that are referred to are gone when the regions run.  */
__attribute__ ((noipa)) static void
launch (int *d)
{
  array all = { d };
  all.add (N);
  int *second = d + N, *third = d + 2 * N;
  of_reference (second, N);
  of_data (third, N);
  of_template (d + 3 * N, N);
  second = third = nullptr;
}

int
main ()
{
  static int a[PARTS * N];
  for (int i = 0; i < PARTS * N; i++)
    a[i] = i;
  int *d = static_cast <int *> (acc_copyin (a, sizeof a));
  hold ();
  launch (d);
  release ();
  acc_copyout (a, sizeof a);
  static const char *const names[PARTS] = { "member", "reference", "data", "template" };
  for (int p = 0; p < PARTS; p++)
    for (int i = p * N; i < (p + 1) * N; i++)
      if (a[i] != i + 1)
	{
	  check (names[p], 0);
	  break;
	}
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
