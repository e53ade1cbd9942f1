/* Constant arrays of OpenACC routines and regions.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "crash" } */

#include "host.h"

typedef struct { long a, b, c; } three;

#pragma acc routine seq
static three __attribute__ ((noinline))
weight (int i)
{
  const three t[2] = { { 1, 2, 3 }, { 4, 5, 6 } };
  return i ? t[1] : t[0];
}

int
main (void)
{
  long a[100], sum = 0;

  #pragma acc parallel loop copyout(a)
  for (int i = 0; i < 100; i++)
    {
      const int t[3] = { 7, 8, 9 };
      a[i] = weight (i & 1).b * t[1];
    }
  for (int i = 0; i < 100; i++)
    sum += a[i];
  check ("weights", sum == 50 * 8 * 7);
  return failed;
}
