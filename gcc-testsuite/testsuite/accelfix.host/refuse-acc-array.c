/* A reduction of an array in OpenACC is refused at its line.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-refused "14 a reduction of an array is not supported in OpenACC" } */

#include "host.h"

int
main (void)
{
  int s[2] = { 0, 0 }, a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  #pragma acc parallel copyin (a) copy (s)
  #pragma acc loop gang vector reduction (+: s)
  for (int i = 0; i < 1000; i++)
    s[i % 2] += a[i];
  check ("sums", s[0] == 249500 && s[1] == 250000);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
