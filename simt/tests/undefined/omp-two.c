/* One load that is called for two objects of one block.  */
/* flags -O0 */
/* ptxvm says loaded in get.* from offset 20 in `one.*used in */
/* ptxvm says loaded in get.* from offset 28 in `other.*used in */
int one[64], other[64], n;

static __attribute__ ((noinline)) int
get (int *p, int i)
{
  return p[i];
}

int
main (void)
{
#ifdef RIGHT
#pragma omp target map(to: one, other) map(tofrom: n)
#else
#pragma omp target map(alloc: one, other) map(tofrom: n)
#endif
  {
    if (get (one, 5) > 3)	/* here */
      n++;
    if (get (other, 7) > 3)	/* here */
      n++;
  }
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
