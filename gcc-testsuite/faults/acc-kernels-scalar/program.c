/* A scalar that is on the device, in a kernels construct.  */
#include <stdio.h>

int factor = 2;

int
main (void)
{
  int a[100], right = 0;
  for (int i = 0; i < 100; i++)
    a[i] = 1;
#pragma acc enter data copyin (factor)
#pragma acc kernels copy (a)
  for (int i = 0; i < 100; i++)
    a[i] += factor;
#pragma acc exit data delete (factor)
  for (int i = 0; i < 100; i++)
    right += a[i] == 3;
  printf ("%d\n", right);
  return right != 100;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
