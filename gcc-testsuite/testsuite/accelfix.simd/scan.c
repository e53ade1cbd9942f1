/* A scan: GCC gives such a loop one lane.  */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
#include "simd.h"

#pragma omp declare target
static NOIPA int
fold (const int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s % 100;
}
#pragma omp end declare target

int
main ()
{
  int b[N], sum = 2, want = 2;
#pragma omp target map(from: b) map(tofrom: sum)
#pragma omp simd reduction(inscan, +: sum)
  for (int i = 0; i < N; i++)
    {
      {
	int a[3] = { i, 4, i & 1 };
	sum += fold (a, 3);
      }
#pragma omp scan inclusive(sum)
      b[i] = sum;
    }
  for (int i = 0; i < N; i++)
    {
      int a[3] = { i, 4, i & 1 };
      want += fold (a, 3);
      expect ("b", i, b[i], want);
    }
  expect ("sum", 0, sum, want);
  return simd_status ();
}
