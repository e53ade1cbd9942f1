/* A dead end behind a store: a volatile one, since from GCC 13 on others go.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */

extern void side (int);
extern int h (int);
extern void g (void);

void
f (volatile int *p, int x)
{
  if (x)
    {
      p[2] = 3;
      __builtin_unreachable ();
    }
  side (1);
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { one-terminator } } */
/* { dg-final { exits-closed 1 {-O0 exit=1} } } */
/* { dg-final { exits-closed 1 {-O0 exit=2} } } */
/* { dg-final { exits-closed 1 {-O1 exit=1} } } */
/* { dg-final { exits-closed 1 {-O1 exit=2} } } */
/* { dg-final { exits-closed 1 {-O2 exit=1} } } */
/* { dg-final { exits-closed 1 {-O2 exit=2} } } */
/* { dg-final { exits-closed 0 {exit=0} } } */
/* { dg-final { ptx-dead-ends 0 {exit=1} } } */
/* { dg-final { ptx-dead-ends 0 {exit=2} } } */
/* { dg-final { scan-ptx {st\.u32\t[^;]*;\n(\s*[/]/[^\n]*\n)*\s*exit;\n} {exit=1} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
