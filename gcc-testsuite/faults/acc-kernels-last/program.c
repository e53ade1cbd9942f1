/* A loop in a kernels construct whose bounds are both variables.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>

int
main (int argc, char **argv)
{
  int t[100], first = argc, last = argc + 49, wrong = 0;

  (void) argv;
  for (int i = 0; i < 100; i++)
    t[i] = 1;
  #pragma acc kernels copy(t)
  for (int i = first; i <= last; i++)
    t[i] = t[i] + 1;

  for (int i = first; i <= last; i++)
    if (t[i] != 2)
      wrong++;
  printf ("%d wrong\n", wrong);
  return wrong != 0;
}
