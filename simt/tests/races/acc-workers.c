/* OpenACC: an iteration reads what the one before it stores, and workers share
   the loop.  */
#ifdef RIGHT
# define FROM b
#else
# define FROM a
#endif

int
main (void)
{
  int a[128], b[128], bad = 0;
  for (int i = 0; i < 128; i++)
    a[i] = b[i] = i;
#pragma acc parallel num_gangs(1) num_workers(8) copy(a) copyin(b)
  {
#pragma acc loop worker
    for (int i = 1; i < 128; i++)
      a[i] = FROM[i - 1] + 7;	/* here */
  }
  for (int i = 1; i < 128; i++)
    bad |= a[i] < 7;
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
