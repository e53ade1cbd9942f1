/* OpenACC: reductions that sum up variables of type _Bool.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong" } */
/* { dg-host-off "bool-reduction=0" } */
/* { dg-host-said "sums of truth values" } */

#include <string.h>
#include "host.h"

enum { n = 1000 };

int
main ()
{
  _Bool some = 0, none = 0;
  int count = 0;
  unsigned char byte;

#pragma acc parallel loop gang worker vector num_gangs (4) num_workers (2) \
	vector_length (32) copy (some, none, count) reduction (+: some, none, count)
  for (int i = 0; i < n; i++)
    {
      some += i % 10 == 3;
      none += i < 0;
      count++;
    }
  memcpy (&byte, &some, 1);
  check ("some", byte == 1);
  memcpy (&byte, &none, 1);
  check ("none", byte == 0);
  check ("count", count == n);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
