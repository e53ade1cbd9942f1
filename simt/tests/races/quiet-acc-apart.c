/* OpenACC: queues that have nothing in common but the compiler's own libraries.  */
#include <stdlib.h>
#define N 4096
int main (void)
{
  static int a[N], b[N];
  int s = 0, t = 0;
#pragma acc data copy(a, b, s, t)
  {
#pragma acc parallel loop gang worker vector async(1)
    for (int i = 0; i < N; i++)
      a[i] = i + 1;
#pragma acc parallel loop gang worker vector async(2)
    for (int i = 0; i < N; i++)
      b[i] = i + 2;
#pragma acc parallel loop gang worker vector reduction(+: s) async(1)
    for (int i = 0; i < N; i++)
      s += a[i];
#pragma acc parallel loop gang worker vector reduction(+: t) async(2)
    for (int i = 0; i < N; i++)
      t += b[i];
#pragma acc wait
#pragma acc parallel loop gang vector async(3)
    for (int i = 0; i < N; i++)
      a[i] += b[i];
#pragma acc wait(3)
  }
  if (s + N != t || a[5] != 13)
    abort ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
