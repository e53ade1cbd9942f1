/* Regions with nowait of several threads, of which none depends on the other.  */
#ifdef RIGHT
# define INOUT depend(inout: a)
# define IN(X) depend(in: a) depend(out: X)
#else
# define INOUT
# define IN(X)
#endif
#define PRAGMA(X) _Pragma (#X)
#define TARGET(CLAUSES) PRAGMA (omp target teams distribute parallel for nowait CLAUSES)
enum { N = 5000 };
static int a[N], b[N], c[N];

int
main (void)
{
#pragma omp target enter data map(to: a, b, c)
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    TARGET (INOUT)
    for (int i = 0; i < N; i++)
      a[i] += i;		/* here */
    TARGET (INOUT)
    for (int i = 0; i < N; i++)
      a[i] *= 2;		/* here */
    TARGET (IN (b))
    for (int i = 0; i < N; i++)
      b[i] = a[i];		/* here */
    TARGET (IN (c))
    for (int i = 0; i < N; i++)
      c[i] = a[N - 1 - i];	/* here */
#pragma omp taskwait
    TARGET ()
    for (int i = 0; i < N; i++)
      c[i] += b[i];
  }
#pragma omp target exit data map(from: a, b, c)
#ifdef RIGHT
  return c[7] != 2 * (N - 1);
#else
  return 0;
#endif
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
