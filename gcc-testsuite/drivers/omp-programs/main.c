/* Generator of random OpenMP and OpenACC programs: the program.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: GENERATOR SEED [LANGUAGE], where LANGUAGE is omp or acc (by default
   that which the seed chooses), prints a program.  It prints the same however
   many threads it has, on the host and on a device.  */

#include "gen.h"
#include "../directives.h"

#include <stdio.h>

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
  line ("static __attribute__ ((noinline)) void");
  line ("region%u (void)", number);
  open_brace ();
  (acc ? PICK (acc_kinds, N_OF (acc_kinds))
   : PICK (omp_kinds, N_OF (omp_kinds)))->emit ();
  close_brace ();
}

int
main (int argc, char **argv)
{
  unsigned long seed = start_program (argc, argv, 5, &acc);
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
