/* The initial threads of two teams, and a variable that both change.  */
int turn;
#pragma omp declare target (turn)

int
main (void)
{
  int all = 0;
#pragma omp target teams num_teams(4)
#pragma omp parallel num_threads(1)
  {
#ifdef RIGHT
#pragma omp atomic
#endif
    turn += 2;			/* here */
  }
#pragma omp target map(from: all)
  all = turn;
  return all != 8;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
