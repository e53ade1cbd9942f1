/* Prints the table of instructions, a line a row: ENCODING OPCODE CPUS
   NAME NAME-ON-gfx803 yes|no: the last, whether the machine has it.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

#include <stdio.h>

#include "vm-int.h"

int
main (void)
{
  struct gcnvm_options o;
  gcnvm_options_init (&o);
  struct gcnvm *vm = gcnvm_create (&o, NULL, NULL, NULL);
  if (!vm)
    return 1;
  for (unsigned i = 0; i < GCN_N_OPS; i++)
    {
      const struct gcn_row *r = &gcn_rows[i];
      struct gcn_insn in = { .row = r };
      in.src[0] = in.src[1] = in.src[2] = GCN_NO_OPERAND;
      printf ("%s %u %u %s %s %s\n", gcn_enc_names[r->enc], r->opcode,
	      r->gens, r->name, r->old ? r->old : r->name,
	      insn_refused (vm, &in) ? "no" : "yes");
    }
  gcnvm_destroy (vm);
  return 0;
}
