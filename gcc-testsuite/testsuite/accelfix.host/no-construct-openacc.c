/* The same with a routine of OpenACC.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-on "host" } */
/* { dg-host-without "crash" } */

#pragma acc routine seq
int
next (int x)
{
  return x + 1;
}

int
main (void)
{
  return next (1) != 2;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
