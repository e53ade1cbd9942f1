/* A region with nowait, and one that uses the same without depending on it.  */
#ifdef RIGHT
# define IN depend(in: a)
# define TASKWAIT _Pragma ("omp taskwait")
#else
# define IN
# define TASKWAIT
#endif
#define PRAGMA(X) _Pragma (#X)
#define TARGET(CLAUSES) PRAGMA (omp target teams distribute parallel for CLAUSES)
enum { N = 20000 };
static int a[N], b[N], c[N];

int
main (void)
{
  int bad = 0;
#pragma omp target data map(a, b, c)
  {
    TARGET (nowait depend(out: a))
    for (int i = 0; i < N; i++)
      a[i] = i;			/* here */
    TARGET (IN)
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];	/* here */
#pragma omp taskwait
    TARGET (nowait)
    for (int i = 0; i < N; i++)
      c[i] = i;			/* here */
    TASKWAIT
    TARGET ()
    for (int i = 0; i < N; i++)
      c[i] += b[i];		/* here */
#pragma omp taskwait
  }
  for (int i = 0; i < N; i++)
    bad |= b[i] > N;
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
