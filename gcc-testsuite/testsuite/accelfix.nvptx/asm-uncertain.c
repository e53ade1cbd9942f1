/* An asm sets for certain what its text sets on every path through it: not
   under a predicate, be it on a line of its own, and not where a branch of its
   own may leave the setting out; nor does one with an exit in it end a
   block.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

extern int ext (int);

int
predicated_exit (int *a)
{
  int r;
  if (a[0])
    r = ext (1);
  if (__builtin_acc_on_device (5))
    asm volatile ("{ .reg .pred %%p; setp.eq.s32 %%p, %0, 0; @%%p\n\texit; }"
		  : : "r" (a[1]));
  return a[2] ? r : 3;
}

int
predicated_set (int *a)
{
  int r = 1;
  if (__builtin_acc_on_device (5))
    asm volatile ("{ .reg .pred %%p; setp.eq.s32 %%p, %1, 0; @%%p\n\t"
		  "mov.u32 %0, 4; }" : "=r" (r) : "r" (a[1]));
  return r + ext (2);
}

int
jumped_over (int *a)
{
  int r = 1;
  if (__builtin_acc_on_device (5))
    asm volatile ("bra.uni $Ljumped; mov.u32 %0, %1; $Ljumped:"
		  : "=r" (r) : "r" (a[1]));
  return r + ext (3);
}

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { inserted-moves 3 {init-regs=2} } } */
/* { dg-final { inserted-moves 3 {init-regs=3} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
