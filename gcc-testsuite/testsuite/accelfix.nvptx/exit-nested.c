/* A dead end in two loops and two ifs.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */

extern void side (int);
extern int h (int);
extern void g (void);

int
f (int *p, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < h (i); j++)
      {
	if (p[i] == j)
	  {
	    if (p[j])
	      {
		side (1);
		__builtin_unreachable ();
	      }
	    side (3);
	  }
	p[i] = j;
      }
  return 1;
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
/* { dg-final { only-adds {exit=1} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
