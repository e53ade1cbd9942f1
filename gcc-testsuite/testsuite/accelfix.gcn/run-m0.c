/* A worker loop in OpenACC reads what it needs from LDS; the asm has left
   something else in M0 before that.  On gfx803 LDS then has no bytes.  (libgomp's
   own plugin, which is that of one release, takes code of that release alone.)
   { dg-accel-mode openacc }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=fiji" }
   { dg-accel-levels "-O1 -O2 -O3" }
   { dg-accel-args "-" }  */
#include "m0.h"
#include <stdio.h>

int
main (void)
{
  int a[64], b[16], zero = 0, bad = 0;
  for (int i = 0; i < 16; i++)
    b[i] = 100 * i;
#pragma acc parallel num_gangs (4) num_workers (4) copyout (a) copyin (b, zero)
  {
#pragma acc loop gang
    for (int g = 0; g < 16; g++)
      {
	int x = b[g];
	CLOBBER (zero);
#pragma acc loop worker
	for (int w = 0; w < 4; w++)
	  a[4 * g + w] = x + w;
      }
  }
  for (int i = 0; i < 64; i++)
    bad += a[i] != 100 * (i / 4) + i % 4;
  printf ("%d wrong, a[5] is %d\n", bad, a[5]);
  return bad != 0;
}

/* { dg-final { gcn-right {} "0 wrong, a\\\[5\\\] is 101" } } */
/* { dg-final { gcn-wrong none {} "beyond M0, which is 0x0" } } */
/* { dg-final { gcn-wrong m0=0 {} "beyond M0, which is 0x0" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
