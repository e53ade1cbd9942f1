/* Constant arrays that OpenACC's clauses copy back.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong" } */
/* { dg-host-on "nvptx amdgcn" } */

#include "host.h"

static const int t[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };

int
main (int argc, char **argv)
{
  int sum = 0;

  (void) argv;
  #pragma acc enter data copyin (t)
  #pragma acc parallel loop reduction (+: sum) present (t)
  for (int i = 0; i < 8 * argc; i++)
    sum += t[i];
  #pragma acc update self (t)
  #pragma acc exit data copyout (t)
  check ("exit data", sum == 36);

  sum = 0;
  #pragma acc parallel loop reduction (+: sum) copyout (t)
  for (int i = 0; i < 8 * argc; i++)
    sum += t[i];
  check ("a region", sum == 36);

  sum = 0;
  #pragma acc enter data copyin (t[2:4])
  #pragma acc exit data copyout (t[2:4]) finalize
  #pragma acc parallel loop reduction (+: sum)
  for (int i = 0; i < 8 * argc; i++)
    sum += t[i];
  check ("finalize", sum == 36);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
