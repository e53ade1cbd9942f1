/* What is inserted on the edge of a jump reaches that edge and no other.  */
/* { dg-do run } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3 init-regs=3,exit=0" } */
/* { dg-accel-run "--uninit=error" } */
#include "edges.h"

extern void abort (void);

int
main ()
{
  int p[5] = { 1, 2, 3, 4, 5 };
  if (edge_open (p, 5, 0) != 4 || edge_open (p, 1, 3) != 3
      || edge_open (p, 2, 4) != 4 || edge_open (p, 2, 5) != -1
      || edge_open (p, 2, 10) != -7 || edge_open (p, 2, 9) != -1
      || p[3] != 4 || p[4] != 11)
    abort ();
  if (edge_closed (p, 4) != 3 || edge_closed (p, 1) != -1
      || edge_closed (p, 2) != 2 || p[3] != 5 || p[4] != 14)
    abort ();
  if (edge_two (p, 1, 9) != 297 || edge_two (p, 1, 1) != -99
      || edge_two (p, 0, 1) != -99 || edge_two (p, 0, 2) != 199
      || edge_two (p, 1, 2) != 203 || p[3] != 8 || p[4] != 19)
    abort ();
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
