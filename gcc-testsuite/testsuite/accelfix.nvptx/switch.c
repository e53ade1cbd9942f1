/* A switch sets a register in some of its cases.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

extern void g (int);

void
f (int *p, int x, int y)
{
  int r;
  switch (x)
    {
    case 0: r = p[5] * p[4]; break;
    case 1: r = p[7]; break;
    case 2: g (1); break;
    case 3: r = p[9] ^ 77; break;
    case 5: g (2); break;
    case 9: r = p[11]; break;
    default: g (3); r = 3; break;
    }
  g (4);
  if (y)
    *p = r;
}

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { inserted-moves 1 {init-regs=2} } } */
/* { dg-final { inserted-moves-above 0 {init-regs=3} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
