/* The linker keeps the tables of offloaded functions and variables.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each unit has its functions for devices in one table, its variables in another
   (omp_finish_file in omp-offload.cc), in sections that the linker puts side by side.
   Nothing refers to a unit's part of them, so -Wl,--gc-sections drops it, and the program
   ends when it starts:

     libgomp: Cannot map target functions or variables (expected 0, have 4)

   GCC 11 to 16.  A unit that is compiled for such a link, with
   -ffunction-sections or -fdata-sections, gets a section of one byte that the linker must
   keep (SHF_GNU_RETAIN), with relocations of no bits that refer to the tables.  Under
   -flto the tables are written when the program is linked, and nothing is done.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

static accelfix_counter n_tables ("tables for devices that the linker keeps");

/* Whether NODE is a table of omp_finish_file.  */

static bool
table_p (const varpool_node *node)
{
  tree name = DECL_NAME (node->decl);
  return (name && TREE_ASM_WRITTEN (node->decl)
	  && (id_equal (name, ".offload_func_table")
	      || id_equal (name, ".offload_var_table")));
}

/* See passes.h.  */

void
host_keep_tables (void *, void *)
{
#if HAVE_GAS_SHF_GNU_RETAIN
  if (!accelfix_args.host_flags || !(flag_function_sections || flag_data_sections)
      || !asm_out_file || seen_error ())
    return;
  unsigned long before = n_tables.value;
  varpool_node *node;
  FOR_EACH_VARIABLE (node)
    if (table_p (node))
      {
	if (n_tables.value++ == before)
	  fputs ("\t.pushsection .accelfix.keep,\"aR\",@progbits\n"
		 "\t.byte\t0\n", asm_out_file);
	fputs ("\t.reloc\t0, BFD_RELOC_NONE, ", asm_out_file);
	assemble_name (asm_out_file,
		       IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (node->decl)));
	fputc ('\n', asm_out_file);
      }
  if (n_tables.value != before)
    fputs ("\t.popsection\n", asm_out_file);
#endif
}
