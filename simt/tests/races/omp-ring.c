/* Each thread writes for the next one, several times; the second barrier of a
   round is missing.  */
/* ptxvm with --schedule=1 */
#include <omp.h>

int
main (void)
{
  int box[6] = { 0 }, bad = 0;
#pragma omp target parallel num_threads(6) map(tofrom: box, bad)
  {
    int me = omp_get_thread_num ();
    for (int k = 1; k < 5; k++)
      {
	box[(me + 1) % 6] = 10 * k + me;	/* here */
#pragma omp barrier
	if (box[me] < 10)			/* here */
	  {
#pragma omp atomic
	    bad++;
	  }
#ifdef RIGHT
#pragma omp barrier
#endif
      }
  }
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
