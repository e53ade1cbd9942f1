/* A reduction of an array section in OpenACC is refused at its line.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-refused "11 a reduction of an array is not supported in OpenACC" } */
/* { dg-host-without "crash" } */

int
main (void)
{
  int s[2] = { 0, 0 };

  #pragma acc parallel loop gang vector reduction (+: s[0:2])
  for (int i = 0; i < 1000; i++)
    s[i % 2] += i;
  return s[0] != 249500;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
