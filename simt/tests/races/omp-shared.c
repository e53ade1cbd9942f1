/* A variable of the initial thread that all threads of a team add to.  */
/* ptxvm says data race.*nothing orders it after the .*(omp-shared.c:16).*(omp-shared.c:16) */
/* once */
int
main (void)
{
  int bad = 0;
#pragma omp target map(tofrom: bad)
  {
    int s = 0;
#pragma omp parallel num_threads(8)
    {
#ifdef RIGHT
#pragma omp atomic
#endif
      s += 3;			/* here */
    }
    bad = s != 24;
  }
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
