/* What an asm ends in is not looked at: one that ends in exit itself, in `trap'
   or in an exit under a predicate gets the exit of a dead end like any other
   code.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */

extern void side (int);
extern int h (int);

int
f (int x)
{
  if (x > 3)
    {
      side (1);
      if (__builtin_acc_on_device (5))
	asm volatile ("trap; exit;" : : : "memory");
      __builtin_unreachable ();
    }
  return h (x);
}

int
g (int x)
{
  if (x > 4)
    {
      side (2);
      if (__builtin_acc_on_device (5))
	asm volatile ("{\n\texit; }" : : : "memory");
      __builtin_unreachable ();
    }
  return h (x);
}

int
k (int x)
{
  if (x > 5)
    {
      side (3);
      if (__builtin_acc_on_device (5))
	asm volatile ("trap;" : : : "memory");
      __builtin_unreachable ();
    }
  return h (x);
}

int
l (int x)
{
  if (x > 6)
    {
      side (4);
      if (__builtin_acc_on_device (5))
	asm volatile ("{ .reg .pred %%p; setp.ne.u32 %%p, %0, 7; @%%p exit; }"
		      : : "r" (x) : "memory");
      __builtin_unreachable ();
    }
  return h (x);
}

int
m (int x)
{
  if (x > 7)
    {
      side (5);
      if (__builtin_acc_on_device (5))
	asm volatile ("{ .reg .pred %%p; setp.ne.u32 %%p, %0, 8; @%%p\n\texit; }"
		      : : "r" (x) : "memory");
      __builtin_unreachable ();
    }
  return h (x);
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { exits-closed 5 {exit=1} } } */
/* { dg-final { exits-closed 5 {exit=2} } } */
/* { dg-final { exits-closed 0 {exit=0} } } */
/* { dg-final { ptx-dead-ends 0 {exit=1} } } */
/* { dg-final { ptx-dead-ends 0 {exit=2} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
