/* Padding that goes to the host; without it there is nothing to report.  */
/* says the host copies 88 undefined bytes of 192 from */
struct s
{
  char c;
#ifdef RIGHT
  char fill[7];
#endif
  double d;
  int i;
#ifdef RIGHT
  int more;
#endif
};

int
main (void)
{
  struct s v[8];
#pragma omp target map(from: v)
  for (int k = 0; k < 8; k++)
    {
      v[k].c = 1;
      v[k].d = k;
      v[k].i = k;
#ifdef RIGHT
      for (int i = 0; i < 7; i++)
	v[k].fill[i] = 0;
      v[k].more = k;
#endif
    }
  return v[0].i;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
