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
   section that is not linked.  The pass looks where everything is lowered, after
   the small passes.  The reference is written at the end of the unit, and not as
   an asm of the unit, which the devices' compilers would get as well.  Under
   -flto there is no assembly to write it to, and nothing is done.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

static accelfix_counter n_references ("references to libgomp");

/* Whether the unit calls something in libgomp.  */

static bool
needs_libgomp_p (void)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (!node->definition && TREE_PUBLIC (node->decl)
	&& (node->callers || node->ref_list.first_referring ()))
      {
	const char *name = IDENTIFIER_POINTER (DECL_NAME (node->decl));
	if (startswith (name, "__builtin_"))
	  name += strlen ("__builtin_");
	if (startswith (name, "GOMP_") || startswith (name, "GOACC_")
	    || startswith (name, "omp_") || startswith (name, "acc_"))
	  return true;
      }
  return false;
}

/* Whether this unit wants a reference.  */
static bool wanted;

/* The pass.  */

static void
need_libgomp (function *)
{
  wanted = !flag_lto && !needs_libgomp_p ();
}

/* See passes.h.  */

void
host_finish_unit (void *, void *)
{
  if (!wanted || !asm_out_file || seen_error ())
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
