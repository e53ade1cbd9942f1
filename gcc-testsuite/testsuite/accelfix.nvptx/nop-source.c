/* GCC's own nop between a branch and its label reads a register that nothing
   sets; the nop stays, and its source is set.  */
/* { dg-do compile } */
/* { dg-accel-gcc "12" } */
/* { dg-accel-levels "-O0" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

extern int h (int);

int
f (int x)
{
  if (x)
    asm volatile ("");
  return h (2);
}

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { nop-kept } } */
/* { dg-final { summary-says "1 (sources of nops|inner registers)" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
