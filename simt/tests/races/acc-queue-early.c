/* OpenACC: a queue that waits for another one knows only what was in it then.  */
/* up to 8 runs */
/* ptxvm says data race between launches.*(acc-queue-early.c:\(25\|32\)).*(acc-queue-early.c:\(25\|32\)) */
#ifdef RIGHT
# define FIRST
# define THEN _Pragma ("acc wait(1) async(2)")
#else
# define FIRST _Pragma ("acc wait(1) async(2)")
# define THEN
#endif
#define N 4096
int a[N], b[N];

int
main (void)
{
#pragma acc data copy(a, b)
  {
#pragma acc parallel loop gang vector async(1)
    for (int i = 0; i < N; i++)
      a[i] = i + 1;
    FIRST
#pragma acc parallel loop async(1)
    for (int i = 0; i < N; i++)
      a[i] = i + 2;		/* here */
    THEN
    /* From here on queue 2.  */

#pragma acc parallel loop gang vector async(2)
    for (int i = 0; i < N; i++)
      /* What queue 1 stores.  */
      b[i] = a[N - 1 - i];	/* here */
#pragma acc wait
  }
}


/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
