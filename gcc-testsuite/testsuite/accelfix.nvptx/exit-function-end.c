/* A function that would run off its closing brace.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */
/* { dg-options "-w" } */

extern void side (int);
extern int h (int);
extern void g (void);

void __attribute__ ((noreturn))
f (int x)
{
  side (x);
}

void
k (int x)
{
  h (x);
  __builtin_unreachable ();
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { one-terminator } } */
/* { dg-final { exits-closed 1 {-O0 exit=1} } } */
/* { dg-final { exits-closed 1 {-O0 exit=2} } } */
/* { dg-final { exits-closed 2 {-O1 exit=1} } } */
/* { dg-final { exits-closed 2 {-O1 exit=2} } } */
/* { dg-final { exits-closed 2 {-O2 exit=1} } } */
/* { dg-final { exits-closed 2 {-O2 exit=2} } } */
/* { dg-final { exits-closed 0 {exit=0} } } */
/* { dg-final { ptx-dead-ends 0 {exit=1} } } */
/* { dg-final { ptx-dead-ends 0 {exit=2} } } */
/* { dg-final { scan-ptx-not {\n\s*exit;\n(\s*[/]/[^\n]*\n)*[^\n\x7d]*[a-z][^\n\x7d]*;\n} {exit=1 -O2} } } */
/* { dg-final { scan-ptx-times {exit;\n\x7d\n} 2 {exit=1 -O2} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
