/* A function that returns no value on one path: its register is only
   clobbered in RTL, so that no liveness problem of the compiler's sees the
   read of it.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

extern int g (int);

int
f (int x)
{
  if (x)
    return g (x);
}

int
nothing (void)
{
}

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
