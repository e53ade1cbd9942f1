/* Memory from the device's malloc.  */
/* ptxvm says memory from malloc .*(omp-heap.c:17) */
#include <stdlib.h>

int
main (void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  {
#ifdef RIGHT
    int *p = calloc (10, 4);
#else
    int *p = malloc (40);
#endif
    p[0] = 1;
    if (p[1] > 4)	/* here */
      n = 1;
    free (p);
  }
  return 0 * n;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
