/* Generators of random OpenMP and OpenACC programs, in C and in Fortran: what both have.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "directives.h"
#include "simd-programs/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned long
start_program (int argc, char **argv, unsigned share, bool *acc)
{
  char *end;
  if (argc < 2 || argc > 3)
    {
      fprintf (stderr, "usage: %s SEED [omp|acc]\n", argv[0]);
      exit (2);
    }
  unsigned long seed = strtoul (argv[1], &end, 10);
  if (!*argv[1] || *end
      || (argc == 3 && strcmp (argv[2], "omp") && strcmp (argv[2], "acc")))
    {
      fprintf (stderr, "%s: %s is wrong: a number, then omp or acc\n", argv[0],
	       *end || !*argv[1] ? argv[1] : argv[2]);
      exit (2);
    }
  *acc = argc == 3 ? !strcmp (argv[2], "acc") : seed % share == 0;
  gen_seed (seed);
  return seed;
}

char *
size_clauses (bool dist, bool teams, bool threads)
{
  char *text = "";
  if (dist && chance (15))
    text = str ("%s dist_schedule(static, %u)", text, between (1, 40));
  if (teams && chance (40))
    text = str ("%s num_teams(%u)", text, between (1, 7));
  if (teams && chance (20))
    text = str ("%s thread_limit(%u)", text, between (1, 16));
  if (threads && chance (20))
    text = str ("%s num_threads(%u)", text, between (1, 12));
  return text;
}
