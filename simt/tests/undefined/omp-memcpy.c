/* memcpy carries along what is undefined.  */
/* flags -O1 */
#include <string.h>

#pragma omp declare target
void __attribute__ ((noipa))
copy (void *a, void *b, int n)
{
  memcpy (a, b, n);
}
#pragma omp end declare target

int
main (void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  {
    int a[32], b[32], m = 31;
#ifdef RIGHT
    m = 32;
#endif
    for (int i = 0; i < m; i++)
      a[i] = i;
    copy (b, a, sizeof a);
    for (int i = 0; i < 32; i++)
      if (b[i] == 1000)		/* here */
	n++;
  }
  return n;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
