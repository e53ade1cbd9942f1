/* One member of a structure; the padding and the other members do not matter.  */
/* flags -O1 */
/* gcnvm says from element 4 of `v', mapped from */
/* ptxvm says decides a branch.* from offset 16 in `v', mapped from .*(omp-member.c:20) */
struct s { char c; double d; int i; };

int
main (void)
{
  struct s v[8];
  int n = 0;
#pragma omp target map(from: v) map(tofrom: n)
  for (int k = 0; k < 8; k++)
    {
      v[k].c = 1;
      v[k].d = k;
#ifdef RIGHT
      v[k].i = k;
#endif
      if (v[k].i == 5)	/* here */
	n++;
      v[k].i = 3;
    }
  return v[0].i - 3;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
