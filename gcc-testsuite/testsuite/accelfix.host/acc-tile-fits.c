/* Tiles that divide their loops, and tiles of one loop, stay.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "right" } */
/* { dg-host-said "nothing to do" } */

#include "host.h"

int
main (void)
{
  int a[8][6], b[10], wrong = 0;

  #pragma acc parallel loop tile (2, 3) copyout (a)
  for (int i = 0; i < 8; i++)
    for (int j = 6; j > 0; j--)
      a[i][j - 1] = i + j;
  #pragma acc parallel loop tile (4) copyout (b)
  for (int i = 0; i < 10; i++)
    b[i] = i;
  for (int i = 0; i < 48; i++)
    wrong += (&a[0][0])[i] != i / 6 + i % 6 + 1;
  for (int i = 0; i < 10; i++)
    wrong += b[i] != i;
  check ("both", wrong == 0);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
