/* Nothing to report: atomic operations that GCC makes of compare-and-swap, in
   memory and in LDS, begin with a plain load.  */
enum { N = 400 };
static double sum;
static float product;

int
main (void)
{
  int gangs = 0;
  sum = 0;
  product = 1;
#pragma acc parallel loop gang worker num_gangs(8) num_workers(4) copy(sum)
  for (int i = 0; i < N; i++)
    {
#pragma acc atomic update
      sum += i;
    }
#pragma acc parallel loop gang worker num_gangs(8) num_workers(4) copy(product)
  for (int i = 0; i < 20; i++)
    {
#pragma acc atomic update
      product *= 2;
    }
#pragma acc parallel num_gangs(8) num_workers(16) reduction(+: gangs)
  {
    int own = 3;
#pragma acc loop worker
    for (int i = 0; i < N; i++)
      {
#pragma acc atomic update
	own++;
      }
    gangs = own == 3 + N;
  }
  return !(gangs == 8 && sum == N * (N - 1) / 2 && product == 1 << 20);
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
