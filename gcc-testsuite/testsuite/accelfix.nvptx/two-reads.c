/* Two registers on two sides: method 2 sets both at the entry, in one
   place; method 3 each where it is needed.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O2" } */
/* { dg-accel-args "init-regs=2 init-regs=3" } */

extern void g (int);

void
f (int *p, float *q, int x, int y, int z)
{
  int r;
  float s;
  if (z)
    {
      if (x)
	r = p[1];
      g (1);
      if (y)
	p[2] = r;
    }
  else
    {
      if (y)
	s = q[1];
      g (2);
      if (x)
	q[2] = s;
    }
}

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { inserted-moves 2 } } */
/* { dg-final { scan-ptx-times "accelfix: init-regs=2" 1 {init-regs=2} } } */
/* { dg-final { scan-ptx-times "accelfix: init-regs=3" 2 {init-regs=3} } } */
/* The first statement of the function is the group of moves.  */
/* { dg-final { scan-ptx {ld\.param\.u32 %ar4, \[%in_ar4\];\n(\t\.reg\.\w+ %\w+;\n)+\s+// #APP\s+// accelfix: init-regs=2} {init-regs=2} } } */
/* { dg-final { scan-ptx {bra\t\$L\d+;\n([^\n]*\n){0,9}\s+// accelfix: init-regs=3} {init-regs=3} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
