/* Generator of random Fortran programs with OpenMP or OpenACC: the program.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: GENERATOR SEED [LANGUAGE], where LANGUAGE is omp or acc (by default that which the
   seed chooses), prints a program.  It prints the same however many threads it has, on the
   host and on a device.  */

#include "gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_REGIONS = 4 };

static const struct kind
{
  void (*emit) (void);
  unsigned char weight;
}
kinds[] =
{
  { loop_region, 45 }, { nested_region, 20 }, { data_region, 20 }, { record_region, 8 },
  { array_region, 10 }
};

static void
emit_region (unsigned number)
{
  unsigned char weights[sizeof kinds / sizeof *kinds];
  for (unsigned i = 0; i < sizeof weights; i++)
    weights[i] = kinds[i].weight;
  begin_procedure ("subroutine region%u", number);
  decl ("integer :: k1, k2, k3");
  decl ("integer(8) :: digest");
  kinds[weighted (weights, sizeof weights)].emit ();
  end_procedure ("end subroutine");
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
  acc = argc == 3 ? !strcmp (argv[2], "acc") : seed % 3 == 0;
  gen_seed (seed);
  printf ("! %s, seed %lu.\n", acc ? "OpenACC" : "OpenMP", seed);
  print_module_head ();
  emit_functions ();
  for (unsigned i = 0; i < N_REGIONS; i++)
    emit_region (i);
  print_procedures ();
  puts ("end module\n\nprogram main\n  use m");
  for (unsigned i = 0; i < N_REGIONS; i++)
    printf ("  call region%u\n", i);
  puts ("end program");
  return 0;
}
