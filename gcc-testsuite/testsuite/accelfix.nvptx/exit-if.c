/* A dead end in an if.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */

extern void side (int);
extern int h (int);
extern void g (void);

int
f (int x)
{
  int r;
  if (x)
    r = h (x);
  else
    {
      side (x);
      __builtin_unreachable ();
    }
  return r;
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
/* { dg-final { scan-ptx {call side, [^;]*;\n\s*\x7d\n(\s*[/]/[^\n]*\n)*\s*exit;\n} {exit=1} } } */
/* The read behind the if has no way that leaves the register unset: nothing
   to initialise, unless the dead end runs on.  */
/* { dg-final { summary-says-not "moves inserted" {exit=1 -O2} } } */
/* { dg-final { summary-says "1 moves inserted" {exit=0 -O2} } } */
/* { dg-final { scan-ptx-times "accelfix: exit" 1 {exit=1} } } */
/* { dg-final { scan-ptx-not "accelfix: exit" {exit=0} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
