/* A reduction of an element in OpenACC is refused at its line.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-refused "12 a reduction of an array is not supported in OpenACC" } */
/* { dg-host-without "crash" } */

int
main (void)
{
  int s[2] = { 0, 0 };

  #pragma acc parallel copy (s)
  #pragma acc loop reduction (+: s[1])
  for (int i = 0; i < 10; i++)
    s[1] += i;
  return s[1] != 45;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
