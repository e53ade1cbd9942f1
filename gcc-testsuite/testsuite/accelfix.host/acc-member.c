/* Members of a structure that a pointer reaches, in OpenACC's regions.  */
/* { dg-host-mode "openacc" } */
/* { dg-accel-gcc "12 13 14 15 16" } */
/* { dg-host-without "wrong right 14 right 15 right 16" } */

#include "host.h"

struct s { int first; int v[20]; int last; int *p; };

static void
members (struct s *p)
{
  #pragma acc parallel copy (p->last)
  p->last += 1;
  check ("one member", p->last == 8);

  #pragma acc parallel copy (p->v) copyin (p->first)
  for (int i = 1; i < 20; i++)
    p->v[i] = p->v[i - 1] + p->first;
  check ("two members", p->v[19] == 39);

  #pragma acc serial copy (p->v[3:4], p->last)
  {
    p->v[4] = p->last;
    p->last = 3;
  }
  check ("a section", p->v[4] == 8 && p->last == 3 && p->v[3] == 7);

  #pragma acc kernels copy (p->p[:5], p->v)
  for (int i = 0; i < 5; i++)
    p->p[i] += p->v[i];
  check ("a section of a pointer", p->p[1] == 3 && p->p[4] == 8);
}

int
main (void)
{
  int q[5] = { 0 };
  struct s s = { 2, { 1 }, 7, q };

  members (&s);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
