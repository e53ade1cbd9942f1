/* Regions that depend on the same variable, but only to read it.  */
#ifdef RIGHT
# define KIND inout
#else
# define KIND in
#endif
#define PRAGMA(X) _Pragma (#X)
#define DEPEND(KIND) PRAGMA (omp target teams distribute parallel for nowait depend(KIND: x))
#define TARGET(KIND) DEPEND (KIND)
enum { N = 5000 };
static int a[N];

int
main (void)
{
  int x = 0, bad = 0;
#pragma omp target enter data map(to: a)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    TARGET (KIND)
    for (int i = 0; i < N; i++)
      a[i] += 3;		/* here */
    TARGET (KIND)
    for (int i = 0; i < N; i++)
      a[i] *= 2;		/* here */
  }
#pragma omp target exit data map(from: a)
#ifdef RIGHT
  bad = a[N - 1] != 6;
#endif
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
