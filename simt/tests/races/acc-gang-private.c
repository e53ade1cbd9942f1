/* OpenACC: an array of each gang, which GCC has in LDS; workers add to the same
   elements of it.  Another kernel has one at the same place.  */
#ifdef RIGHT
# define AT(I) (I)
#else
# define AT(I) (I / 8 * 8)
#endif

int
main (void)
{
  int r[4] = { 0 }, bad = 0;
#pragma acc parallel num_gangs(4) num_workers(8) copy(r)
  {
    int other[16];
#pragma acc loop gang private(other)
    for (int g = 0; g < 4; g++)
      {
#pragma acc loop worker
	for (int i = 0; i < 16; i++)
	  other[i] = i;
	r[g] += other[g];
      }
  }
#pragma acc parallel num_gangs(4) num_workers(8) copy(r)
  {
    int s[64];	/* in LDS: s */
#pragma acc loop gang private(s)
    for (int g = 0; g < 4; g++)
      {
#pragma acc loop worker
	for (int i = 0; i < 64; i++)
	  s[i] = 0;
#pragma acc loop worker
	for (int i = 0; i < 64; i++)
	  s[AT (i + 3 & 63)] += i;	/* here */
	r[g] = s[8];
      }
  }
  for (int g = 0; g < 4; g++)
    bad |= r[g] < 0;
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
