/* Dead ends in the cases of a switch, and in its default.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */

extern void side (int);
extern int h (int);
extern void g (void);

int
f (int x, int *p)
{
  switch (x)
    {
    case 0:
      return p[3];
    case 1:
      side (2);
      return 7;
    case 2:
      p[1] = 2;
      return h (3);
    case 5:
      side (9);
      __builtin_unreachable ();
    default:
      p[2] = h (4);
      __builtin_unreachable ();
    }
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { one-terminator } } */
/* { dg-final { exits-closed 2 {-O0 exit=1} } } */
/* { dg-final { exits-closed 2 {-O1 exit=1} } } */
/* { dg-final { exits-closed 2 {-O2 exit=1} } } */
/* { dg-final { exits-closed 0 {exit=0} } } */
/* { dg-final { ptx-dead-ends 0 {exit=1} } } */
/* { dg-final { ptx-dead-ends 0 {exit=2} } } */
/* { dg-final { scan-ptx {call side, [^;]*;\n\s*\x7d\n(\s*[/]/[^\n]*\n)*\s*exit;\n} {exit=1} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
