/* Constant arrays in OpenACC regions: nothing is written back to them.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong" } */
/* { dg-host-on "nvptx amdgcn" } */

#include "host.h"

static const int t[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };

int
main (int argc, char **argv)
{
  int sum = 0, other = 0, third = 0;

  #pragma acc parallel loop reduction(+: sum)
  for (int i = 0; i < 8 * argc; i++)
    sum += t[i];
  check ("by itself", sum == 36);
  #pragma acc data copy(t)
  #pragma acc parallel loop reduction(+: other)
  for (int i = 0; i < 8 * argc; i++)
    other += t[i];
  check ("in a data region", other == 36);
  #pragma acc kernels copy(third)
  for (int i = 0; i < 8 * argc; i++)
    third += t[i];
  check ("kernels", third == 36);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
