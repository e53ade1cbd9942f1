/* OpenACC: memory of the device's own.  */
#include <openacc.h>
#include <stdlib.h>

/* gcnvm says from element 5 of the allocation at .* allocated by `acc_malloc' at acc-malloc.c:10 (main) */
int
main (void)
{
  int n = 0;
  float *p = acc_malloc (64 * sizeof (float));
  if (!p)
    abort ();
#ifdef RIGHT
#pragma acc parallel loop deviceptr(p)
  for (int i = 0; i < 64; i++)
    p[i] = i;
#endif
#pragma acc serial deviceptr(p) copy(n)
  if (p[5] > 3)	/* here */
    n++;
  acc_free (p);
  return 0 * n;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
