/* OpenACC: an array that was created.  */
/* gcnvm says decides .* from element .* of `a', mapped from .* mapped by `data' at acc-create.c:8 (main) */
/* ptxvm says decides a branch.*(acc-create.c:18) */
int
main (void)
{
  int a[512], n = 0;
#pragma acc data create(a)
  {
#ifdef RIGHT
#pragma acc parallel loop
    for (int i = 0; i < 512; i++)
      a[i] = i;
#endif
#pragma acc parallel loop reduction(+: n)
    for (int i = 0; i < 512; i++)
      {
	if (a[i] == 5000)	/* here */
	  __builtin_trap ();
      }
  }
  return n;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
