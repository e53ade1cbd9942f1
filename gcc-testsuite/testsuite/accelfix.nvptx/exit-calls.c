/* Dead ends behind calls: direct, through a pointer, with a result, several in
   a row, and of a function that GCC knows not to return.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */

extern void side (int);
extern int h (int);
extern void gone (int) __attribute__ ((noreturn));

int
f (int x, void (*p) (int), int *q)
{
  if (x == 1)
    {
      p (x);
      __builtin_unreachable ();
    }
  if (x == 2)
    {
      *q = h (x);
      __builtin_unreachable ();
    }
  if (x == 3)
    {
      side (1);
      side (2);
      __builtin_unreachable ();
    }
  if (x == 4)
    gone (x);
  return x * 2;
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { one-terminator } } */
/* { dg-final { exits-closed 3 {exit=1} } } */
/* { dg-final { exits-closed 3 {exit=2} } } */
/* { dg-final { exits-closed 0 {exit=0} } } */
/* { dg-final { ptx-dead-ends 0 {exit=1} } } */
/* { dg-final { ptx-dead-ends 0 {exit=2} } } */
/* { dg-final { scan-ptx-times {trap; [/][/] \(noreturn\)} 1 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
