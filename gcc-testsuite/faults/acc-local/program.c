/* A scalar that is declared inside a data construct.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>

int
main (void)
{
  int t[4] = { 0, 0, 0, 0 }, wrong = 0;

  #pragma acc data copy(t)
  for (int i = 0; i < 4; i++)
    {
      int value = 5;
      /* VALUE is firstprivate: what the region assigns to it stays there.  */
      #pragma acc parallel num_gangs(1)
      {
	value += i;
	t[i] = value;
      }
      wrong += value != 5;
    }

  for (int i = 0; i < 4; i++)
    wrong += t[i] != 5 + i;
  printf ("%d wrong\n", wrong);
  return wrong != 0;
}
