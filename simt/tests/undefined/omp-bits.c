/* Bit-fields: what is beside one that is written.  */
struct s { unsigned a : 3, b : 7, c : 20; };

int
main (void)
{
  struct s v[8];
  int n = 0;
#pragma omp target map(alloc: v) map(tofrom: n)
  for (int k = 0; k < 8; k++)
    {
      v[k].b = k;
#ifdef RIGHT
      v[k].c = k;
#endif
      if (v[k].b == 4)
	n++;
      if (v[k].c == 4)	/* here */
	n++;
    }
  return 0 * n;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
