/* A region with nowait, which the end of target data does not wait for.  */
/* only ptxvm: on amdgcn libgomp executes the region when the program waits, which is
   never */
/* with the host's plugin */
/* says between .* copy.* of .a.,.*neither of their  */
#ifdef RIGHT
# define TASKWAIT _Pragma ("omp taskwait")
#else
# define TASKWAIT
#endif
enum { N = 20000 };
static int a[N];

int
main (void)
{
#pragma omp target data map(from: a)
  {
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < N; i++)
      a[i] = i;			/* here */
    TASKWAIT;
  }
  int bad = 0;
  for (int i = 0; i < N; i++)
    bad |= a[i] > N;
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
