/* With -g comments tell where in shared memory gang-private variables are; they are in no
   frame then.  */
/* { dg-do compile } */
/* { dg-accel-mode openacc } */
/* { dg-accel-options "-g" } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-accel-args "frames=auto frames=gaps" } */
/* { dg-accel-gcc "12 13 14 15 16" } */

void
f (int *r)
{
#pragma acc parallel num_gangs(4) num_workers(8) copy(r[0:4])
  {
    int wide[64];
    char small[5];
#pragma acc loop gang private(wide, small)
    for (int g = 0; g < 4; g++)
      {
#pragma acc loop worker
	for (int i = 0; i < 64; i++)
	  {
	    wide[i] = i;
	    small[i % 5] = g;
	  }
	r[g] = wide[g] + small[g];
      }
  }
}

/* { dg-final { scan-ptx "accelfix: shared \[0-9\]+ 256 15 wide \[^ \]*shared-notes" } } */
/* { dg-final { scan-ptx "accelfix: shared \[0-9\]+ 5 16 small \[^ \]*shared-notes" } } */
/* { dg-final { scan-ptx-not "accelfix: frame \[0-9\]+ \[0-9\]+ \[0-9\]+ (wide|small)" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
