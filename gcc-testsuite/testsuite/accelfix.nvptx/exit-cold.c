/* Dead ends in what the compiler takes for unlikely, and behind calls to
   cold functions.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */

extern void side (int);
extern int h (int);
extern void g (void);

extern void report (int) __attribute__ ((cold));

int
f (int *p, int x)
{
  if (__builtin_expect (x == 77, 0))
    {
      report (x);
      __builtin_unreachable ();
    }
  p[0] = x;
  if (__builtin_expect (p[1] < 0, 0))
    {
      report (p[1]);
      p[3] = 2;
      __builtin_unreachable ();
    }
  return h (p[2]);
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { one-terminator } } */
/* { dg-final { exits-closed 2 {-O0 exit=1} } } */
/* { dg-final { exits-closed 2 {-O0 exit=2} } } */
/* { dg-final { exits-closed 2 {-O1 exit=1} } } */
/* { dg-final { exits-closed 2 {-O1 exit=2} } } */
/* { dg-final { exits-closed 2 {-O2 exit=1} } } */
/* { dg-final { exits-closed 2 {-O2 exit=2} } } */
/* { dg-final { exits-closed 0 {exit=0} } } */
/* { dg-final { ptx-dead-ends 0 {exit=1} } } */
/* { dg-final { ptx-dead-ends 0 {exit=2} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
