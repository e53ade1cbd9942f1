/* Generators of random OpenMP and OpenACC programs, in C and in Fortran: what both have.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GEN_DIRECTIVES_H
#define GEN_DIRECTIVES_H

#include <stdbool.h>

/* Read the arguments of main, SEED [omp|acc], begin with the seed, and return it.  *ACC:
   OpenACC is wanted; where nothing says so, for one seed of SHARE.  Wrong arguments end
   the program with 2.  */
unsigned long start_program (int argc, char **argv, unsigned share, bool *acc);
/* Clauses that say how many iterations, teams and threads; or nothing.  DIST, TEAMS and
   THREADS: the construct may have those.  */
char *size_clauses (bool dist, bool teams, bool threads);

#endif
