/* OpenACC: an array of each gang, which GCC has in LDS.  */
/* gcnvm says from byte .* of LDS */
int
main (void)
{
  int r[4] = { 0 };
#ifdef RIGHT
  int m = 64;
#else
  int m = 63;
#endif
#pragma acc parallel num_gangs(4) num_workers(8) copy(r)
  {
    int s[64];
#pragma acc loop gang private(s)
    for (int g = 0; g < 4; g++)
      {
#pragma acc loop worker
	for (int i = 0; i < m; i++)
	  s[i] = i;
#pragma acc loop worker
	for (int i = 0; i < 64; i++)
	  if (s[i] == 70)	/* here */
	    __builtin_trap ();
	r[g] = s[5];
      }
  }
  return r[0] - 5;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
