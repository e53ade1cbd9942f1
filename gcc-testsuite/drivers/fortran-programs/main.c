/* Generator of random Fortran programs with OpenMP or OpenACC: the program.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: GENERATOR SEED [LANGUAGE], where LANGUAGE is omp or acc (by default that which the
   seed chooses), prints a program.  It prints the same however many threads it has, on the
   host and on a device.  */

#include "gen.h"
#include "../directives.h"

#include <stdio.h>

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
  begin_procedure ("subroutine region%u", number);
  decl ("integer :: k1, k2, k3");
  decl ("integer(8) :: digest");
  PICK (kinds, N_OF (kinds))->emit ();
  end_procedure ("end subroutine");
}

int
main (int argc, char **argv)
{
  unsigned long seed = start_program (argc, argv, 3, &acc);
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
