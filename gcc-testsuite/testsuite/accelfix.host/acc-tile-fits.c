/* Tiles that divide their loops, and tiles of one loop.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong" } */
/* { dg-host-said "1 tile clause" } */

#include "host.h"

int
main (void)
{
  static int a[32][32];
  int b[10] = { 0 }, wrong = 0;

  #pragma acc parallel loop tile (8, 8) copy (a)
  for (int i = 0; i < 24; i++)
    for (int j = 24; j > 0; j--)
      #pragma acc atomic
      a[i][j - 1]++;
  #pragma acc parallel loop tile (4) copy (b)
  for (int i = 0; i < 10; i++)
    #pragma acc atomic
    b[i]++;
  for (int i = 0; i < 32 * 32; i++)
    wrong += (&a[0][0])[i] != (i / 32 < 24 && i % 32 < 24);
  for (int i = 0; i < 10; i++)
    wrong += b[i] != 1;
  check ("both", wrong == 0);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
