/* OpenACC: a dead end in code that neutered lanes jump round; the exit stands
   behind the label they jump to, so that they leave too.  */
/* { dg-do compile } */
/* { dg-accel-mode openacc } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */

#pragma acc routine seq
extern void side (int);

int
main ()
{
  int a[64] = { 0 }, x = 3;
#pragma acc parallel copy(a) copyin(x) num_workers(4) vector_length(32)
  {
    if (x > 77)
      {
	a[1] = x;
	side (x);
	__builtin_unreachable ();
      }
#pragma acc loop worker vector
    for (int i = 0; i < 64; i++)
      a[i] += x;
  }
  return a[2];
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { one-terminator } } */
/* { dg-final { exits-closed 1 {exit=1} } } */
/* { dg-final { scan-ptx {\$L\d+:\n(\s*[/]/[^\n]*\n)*\s*exit;\n} {exit=1} } } */
/* { dg-final { scan-ptx-not {call side, [^;]*;\n\s*\x7d\n(\s*[/]/[^\n]*\n)*\s*exit;\n} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
