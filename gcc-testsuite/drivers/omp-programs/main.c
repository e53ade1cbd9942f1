/* Generator of random OpenMP and OpenACC programs: the program.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: GENERATOR SEED [LANGUAGE], where LANGUAGE is omp or acc (by default
   that which the seed chooses), prints a program.  It prints the same however
   many threads it has, on the host and on a device.  */

#include "gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_REGIONS = 5 };

static const struct kind
{
  void (*emit) (void);
  unsigned char weight;
}
omp_kinds[] =
{
  { loop_region, 45 }, { nested_region, 15 }, { threads_region, 15 },
  { tasks_region, 7 }, { data_region, 8 }, { struct_region, 5 },
  { async_region, 5 }
},
acc_kinds[] =
{
  { acc_loop_region, 50 }, { acc_nested_region, 30 }, { acc_data_region, 20 }
};

static void
emit_region (unsigned number)
{
  const struct kind *kinds = acc ? acc_kinds : omp_kinds;
  unsigned n = acc ? sizeof acc_kinds / sizeof *acc_kinds
	       : sizeof omp_kinds / sizeof *omp_kinds;
  unsigned char weights[sizeof omp_kinds / sizeof *omp_kinds];
  for (unsigned i = 0; i < n; i++)
    weights[i] = kinds[i].weight;
  line ("static __attribute__ ((noinline)) void");
  line ("region%u (void)", number);
  open_brace ();
  kinds[weighted (weights, n)].emit ();
  close_brace ();
}

int
main (int argc, char **argv)
{
  char *end;
  if (argc < 2 || argc > 3)
    {
      fprintf (stderr, "usage: %s SEED [omp|acc]\n", argv[0]);
      return 2;
    }
  unsigned long seed = strtoul (argv[1], &end, 10);
  if (!*argv[1] || *end
      || (argc == 3 && strcmp (argv[2], "omp") && strcmp (argv[2], "acc")))
    {
      fprintf (stderr, "%s: %s is wrong: a number, then omp or acc\n", argv[0],
	       *end || !*argv[1] ? argv[1] : argv[2]);
      return 2;
    }
  acc = argc == 3 ? !strcmp (argv[2], "acc") : seed % 5 == 0;
  gen_seed (seed);
  printf ("/* %s, seed %lu.  */\n", acc ? "OpenACC" : "OpenMP", seed);
  emit_program_head ();
  emit_functions ();
  for (unsigned i = 0; i < N_REGIONS; i++)
    emit_region (i);
  line ("int");
  line ("main (void)");
  open_brace ();
  for (unsigned i = 0; i < N_REGIONS; i++)
    line ("region%u ();", i);
  line ("return 0;");
  close_brace ();
  return 0;
}
