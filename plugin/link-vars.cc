/* nvptx: the pointers of "declare target link" come before the lists of symbols.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* At the end of a unit GCC lists the variables that are on the device, as comments
   "//:VAR_MAP", in the order in which the host lists them (omp_finish_file).  Of a
   "declare target link" variable it lists the pointer, and that is defined right
   then, between two comments:

     //:VAR_MAP "v$linkptr"
     // BEGIN GLOBAL VAR DEF: v$linkptr
     	.visible .global .align 8 .u64 v$linkptr[1];
     //:VAR_MAP "st"

   The assembler sorts definitions and declarations, and takes a comment along
   with what follows it.  So the two lists differ: libgomp stops with "size
   mismatch", or, if the variables have the same size, takes one for the other.
   GCC 11 and 12.

   This pass defines the pointers when all functions are known, so that they are
   printed with the other variables, and the comments stand together.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"

static accelfix_counter n_links ("pointers of link variables defined earlier");

static void
define_pointers (function *)
{
  varpool_node *var;
  auto_vec<tree> pointers;
  FOR_EACH_VARIABLE (var)
    if (lookup_attribute ("omp declare target link",
			  DECL_ATTRIBUTES (var->decl))
	&& DECL_HAS_VALUE_EXPR_P (var->decl))
      pointers.safe_push (TREE_OPERAND (DECL_VALUE_EXPR (var->decl), 0));
  for (tree pointer : pointers)
    {
      varpool_node::finalize_decl (pointer);
      varpool_node::get (pointer)->force_output = 1;
      n_links.value++;
    }
}

opt_pass *
make_accelfix_link_vars (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-link-vars", ctxt, define_pointers,
			 [] { return accelfix_args.link_vars != 0; });
}
