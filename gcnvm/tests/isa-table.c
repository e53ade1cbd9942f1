/* Prints the table of instructions, a line a row: ENCODING OPCODE CPUS
   NAME NAME-ON-gfx803 yes|no: the last, whether the machine has it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
