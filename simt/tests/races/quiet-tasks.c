/* libgomp looks at its number of tasks without the lock.  */
int main (void)
{
  int n = 0;
#pragma omp target parallel num_threads(8) map(tofrom: n)
  for (int k = 0; k < 4; k++)
    {
#pragma omp task shared(n)
      {
#pragma omp atomic
	n++;
      }
    }
  return n != 32;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
