/* No barrier between two loops.  */
/* names a */
#ifdef RIGHT
# define NOWAIT
#else
# define NOWAIT nowait
#endif
#define PRAGMA(X) _Pragma (#X)
#define FOR(CLAUSE) PRAGMA (omp for CLAUSE)

int
main (void)
{
  int a[256], b[256], bad = 0;
  for (int i = 0; i < 256; i++)
    a[i] = -1;
#pragma omp target map(tofrom: a) map(from: b)
#pragma omp parallel num_threads(8)
  {
    FOR (NOWAIT)
    for (int i = 0; i < 256; i++)
      a[i] = i;			/* here */
#pragma omp for
    for (int i = 0; i < 256; i++)
      b[i] = a[255 - i];	/* here */
  }
  for (int i = 0; i < 256; i++)
    bad |= b[i] != 255 - i;
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
