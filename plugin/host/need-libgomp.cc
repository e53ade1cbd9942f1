/* Units with offloaded functions and no construct need libgomp.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A program with code for devices registers it at the start: an object that the
   linker plugin makes calls GOMP_offload_register_ver.  That object comes after
   the libraries, and a linker that drops libraries which nothing has needed so
   far (--as-needed) has dropped libgomp, if the program has functions with
   "declare target" but no construct: "undefined reference".  GCC 11 to 16.

   This adds a reference to a unit that has none, by a relocation of no bits in a
   section that is not linked.  What calls libgomp is looked up after the small
   passes; whether one of these calls is left is known when all is written: a
   construct may be in code that is never reached.  The reference is written at the
   end of the unit, and not as an asm of the unit, which the devices' compilers would
   get as well.  Under -flto there is no assembly to write it to, and nothing is
   done.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

static accelfix_counter n_references ("references to libgomp");

/* Whether a reference to NODE, a function of libgomp's, makes the linker keep it.  */

static bool
libgomp_function_p (const cgraph_node *node)
{
  if (node->definition || !TREE_PUBLIC (node->decl))
    return false;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (node->decl));
  if (startswith (name, "__builtin_"))
    name += strlen ("__builtin_");
  return (startswith (name, "GOMP_") || startswith (name, "GOACC_")
	  || startswith (name, "omp_") || startswith (name, "acc_"));
}

/* Whether the unit may want a reference, and the functions of libgomp that it calls
   as far as is known, by their names in the assembly.  */
static bool wanted;
static auto_vec<char *> called;

/* The pass.  */

static void
need_libgomp (function *)
{
  wanted = !flag_lto;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (libgomp_function_p (node)
	&& (node->callers || node->ref_list.first_referring ()))
      called.safe_push (xstrdup (IDENTIFIER_POINTER
				 (DECL_ASSEMBLER_NAME (node->decl))));
}

/* Whether the assembly has a reference to NAME.  */

static bool
referenced_p (const char *name)
{
  tree id = maybe_get_identifier (name);
  return id && TREE_SYMBOL_REFERENCED (id);
}

/* See passes.h.  */

void
host_finish_unit (void *, void *)
{
  bool needed = false;
  for (unsigned i = 0; i < called.length (); i++)
    {
      needed |= referenced_p (called[i]);
      free (called[i]);
    }
  called.truncate (0);
  if (!wanted || needed || !asm_out_file || seen_error ())
    return;
  fputs ("\t.pushsection .accelfix.needs,\"e\",@progbits\n"
	 "\t.byte\t0\n"
	 "\t.reloc\t0, BFD_RELOC_NONE, GOMP_offload_register_ver\n"
	 "\t.popsection\n", asm_out_file);
  n_references.value++;
}

static bool
asked_for_p (void)
{
  return accelfix_args.need_libgomp && ENABLE_OFFLOADING && g->have_offload;
}

opt_pass *
make_accelfix_need_libgomp (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-need-libgomp", ctxt, need_libgomp,
			 asked_for_p);
}
