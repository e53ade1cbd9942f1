/* A dead end behind inline asm.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */

extern void side (int);
extern int h (int);
extern void g (void);

int
f (int x, int *p)
{
  if (x > 3)
    {
      if (__builtin_acc_on_device (5))
	asm volatile ("membar.gl;" : : : "memory");
      p[1] = 4;
      if (__builtin_acc_on_device (5))
	asm volatile ("membar.cta;" : : : "memory");
      __builtin_unreachable ();
    }
  return h (x);
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { one-terminator } } */
/* { dg-final { exits-closed 1 {-O1 exit=1} } } */
/* { dg-final { exits-closed 1 {-O1 exit=2} } } */
/* { dg-final { exits-closed 1 {-O2 exit=1} } } */
/* { dg-final { exits-closed 1 {-O2 exit=2} } } */
/* { dg-final { exits-closed 0 {exit=0} } } */
/* { dg-final { ptx-dead-ends 0 {exit=1} } } */
/* { dg-final { ptx-dead-ends 0 {exit=2} } } */
/* { dg-final { scan-ptx {membar\.cta;\n(\s*[/]/[^\n]*\n)*\s*exit;\n} {exit=1} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
