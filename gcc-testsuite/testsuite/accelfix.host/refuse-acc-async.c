/* A big firstprivate variable of an asynchronous region is refused.  */
/* { dg-host-mode "openacc" } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-host-refused "14 'big' is 'firstprivate' in a region with 'async'" } */

#include "host.h"

int
main (void)
{
  int big[200] = { 1, 2 }, seen = 0;

  #pragma acc enter data copyin (seen)
  #pragma acc parallel async (1) present (seen) firstprivate (big)
  seen = big[1];
  #pragma acc wait (1)
  #pragma acc exit data copyout (seen)
  check ("a big array", seen == 2);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
