/* OpenACC: a copy to the device in another queue than the launch that stores.  */
/* ptxvm says between .* copy.*element [0-9]* of .a.,.*neither of their streams */
#include <stdlib.h>
#ifdef RIGHT
# define WAIT _Pragma ("acc wait(1) async(2)")
#else
# define WAIT
#endif
#define N 4096

int
main (void)
{
  int *a = calloc (N, sizeof *a);
#pragma acc data copyin(a[:N])
  {
#pragma acc parallel loop gang vector async(1)
    for (int i = 0; i < N; i++)
      a[i] = i + 1;		/* here */
    WAIT
#pragma acc update device(a[:N]) async(2)
#pragma acc wait
  }
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
