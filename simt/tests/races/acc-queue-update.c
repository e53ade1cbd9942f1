/* OpenACC: the host fetches what a queue has not been waited for.  */
/* only gcnvm: a copy in CUDA's default stream waits for the others */
#ifdef RIGHT
# define WAIT _Pragma ("acc wait(1)")
#else
# define WAIT
#endif
enum { N = 20000 };
static int a[N];

int
main (void)
{
  int bad = 0;
#pragma acc data copy(a)
  {
#pragma acc parallel loop gang vector async(1)
    for (int i = 0; i < N; i++)
      a[i] = i;			/* here */
    WAIT
#pragma acc update self(a)
#pragma acc wait
    for (int i = 0; i < N; i++)
      bad |= a[i] > N;
  }
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
