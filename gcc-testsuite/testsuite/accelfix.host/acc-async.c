/* An asynchronous region has its firstprivate variables as they were when the
   program came to it.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong right 11" } */
/* { dg-host-on "host nvptx amdgcn" } */

#include <complex.h>
#define ALL_IN_QUEUES
#include "acc-queue.h"
#include "host.h"

struct odd { char text[11]; short last; };
enum colour { red, green, blue };

static int of_static = 5;

/* Its variables are gone when the region runs.  */

static void
leaving (int *seen, int k)
{
  int local = k * 3;
  #pragma acc parallel async (1) present (seen[0:12])
  seen[11] = local + k;
  local = k = 99;
}

int
main (int argc, char **argv)
{
  int seen[12] = { 0 };
  double d = 2.5;
  float f = 0.25f;
  _Bool b = 1;
  signed char c = -3;
  short s = -300;
  long long l = -5000000000LL;
  enum colour e = blue;
  _Complex double z = 3 + 4 * I;
  struct odd o = { "abcdefghij", 77 };
  int array[5] = { 1, 2, 3, 4, 5 };
  int gangs[8];

  (void) argv;
  #pragma acc enter data create (seen, gangs)
  hold ();
  #pragma acc parallel async (1) present (seen) firstprivate (z, o, array)
  {
    seen[0] = of_static;
    seen[1] = d * 2;
    seen[2] = f * 8;
    seen[3] = b;
    seen[4] = c;
    seen[5] = s;
    seen[6] = l / 1000000000;
    seen[7] = e;
    seen[8] = __real__ z * 10 + __imag__ z;
    seen[9] = o.text[argc] + o.last;
    array[argc] += 10;
    seen[10] = array[argc] + array[4];
  }
  of_static = 6;
  d = f = b = c = s = l = e = 0;
  z = 0;
  o.text[1] = o.last = 0;
  array[1] = array[4] = 0;
  leaving (seen, argc);

  int n = 20;
  #pragma acc parallel loop gang num_gangs (8) async (1) present (gangs)
  for (int i = 0; i < 8; i++)
    gangs[i] = n + i;
  n = 0;

  release ();
  #pragma acc exit data copyout (seen, gangs)
  check ("int", seen[0] == 5);
  check ("double and float", seen[1] == 5 && seen[2] == 2);
  check ("bool, char and short", seen[3] == 1 && seen[4] == -3
				 && seen[5] == -300);
  check ("long long and enum", seen[6] == -5 && seen[7] == 2);
  check ("complex", seen[8] == 34);
  check ("structure", seen[9] == 'b' + 77);
  check ("array", seen[10] == 12 + 5);
  check ("variables that are gone", seen[11] == 4);
  check ("gangs", gangs[0] == 20 && gangs[7] == 27);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
