/* OpenMP: arrays of variable length in simd loops of offloaded code.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* For offloaded code, scan_omp_simd (omp-low.cc) makes two loops of a simd
   loop; see simd-atomic.cc.  copy_gimple_seq_and_replace_locals (tree-inline.cc)
   gives the copy its own variables for those that the body declares.  For an
   array of variable length, "int b[n]", or a pointer to one, that leads to the
   temporaries in which gimplification has put its bounds, its size and its
   address.  They get copies too, but they are declared outside the loop, so that
   nothing declares the copies, and "omplower" replaces them by error marks: GCC
   stops.  GCC 11 to 16.

   replace_locals_stmt means to leave such temporaries alone
   (prevent_decl_creation_for_types).  It does not, if

   - the variable is in the block for the debugger, which it copies before.  This
     pass takes variables with such types out of it.

   - it is an array, whose size is copied with it.  Each reference to the array is
     written as *b.1 by now, with the temporary b.1 for its address, and the array
     is there for the debugger alone.  This pass takes it out of the body.

   The two loops then share the temporaries, as they share all others.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_variables ("variables of variable size in simd loops");

/* Whether DECL is an array of variable length that stands for *TEMPORARY.  */

static bool
array_p (tree decl)
{
  return (VAR_P (decl) && DECL_HAS_VALUE_EXPR_P (decl)
	  && DECL_SIZE (decl) && TREE_CODE (DECL_SIZE (decl)) != INTEGER_CST
	  && TREE_CODE (DECL_VALUE_EXPR (decl)) == INDIRECT_REF);
}

/* Whether DECL has a type that depends on temporaries.  */

static bool
variable_p (tree decl)
{
  return variably_modified_type_p (TREE_TYPE (decl), current_function_decl);
}

/* Takes the arrays out of the body at GSI, and what has such a type out of the
   body's block.  The block's variables are the last ones of the body's.  */

static bool
visit_bind (gimple_stmt_iterator *gsi, void *)
{
  gbind *bind = dyn_cast <gbind *> (gsi_stmt (*gsi));
  if (!bind)
    return false;
  tree block = gimple_bind_block (bind);
  tree first = block ? BLOCK_VARS (block) : NULL_TREE;
  /* The body's own variables, those of the block that have such types, and the
     block's others.  */
  tree list[3], *end[3], next;
  for (int i = 0; i < 3; i++)
    end[i] = &list[i];
  bool in_block = false;
  int n = 0;
  for (tree decl = gimple_bind_vars (bind); decl; decl = next)
    {
      next = DECL_CHAIN (decl);
      in_block |= decl == first;
      if (variable_p (decl))
	n++;
      if (array_p (decl))
	{
	  host_repaired (DECL_SOURCE_LOCATION (decl),
			 "the copies of the loop share the size of %T", decl);
	  continue;
	}
      int i = !in_block ? 0 : variable_p (decl) ? 1 : 2;
      *end[i] = decl;
      end[i] = &DECL_CHAIN (decl);
    }
  *end[2] = NULL_TREE;
  *end[1] = list[2];
  *end[0] = list[1];
  gimple_bind_set_vars (bind, list[0]);
  if (in_block)
    BLOCK_VARS (block) = list[2];
  n_variables.value += n;
  return false;
}

/* Sets *DATA if there is a loop at GSI, whose clauses may name arrays.  */

static bool
visit_inner (gimple_stmt_iterator *gsi, void *data)
{
  if (gimple_code (gsi_stmt (*gsi)) == GIMPLE_OMP_FOR)
    *(bool *) data = true;
  return false;
}

/* Looks for loops that scan_omp_simd will copy.  */

static bool
visit_simd (gimple_stmt_iterator *gsi, void *)
{
  gomp_for *loop = host_copied_simd (gsi_stmt (*gsi));
  if (!loop)
    return false;
  bool inner = false;
  host_visit_seq (gimple_omp_body_ptr (loop), visit_inner, &inner);
  if (!inner)
    host_visit_seq (gimple_omp_body_ptr (loop), visit_bind, NULL);
  return false;
}

static void
visit_function (function *)
{
  host_visit_offloaded (visit_simd, NULL);
}

static bool
wanted_p (void)
{
  return accelfix_args.simd_vla && host_copies_simd_p ();
}

opt_pass *
make_accelfix_simd_vla (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-simd-vla", ctxt, visit_function, wanted_p);
}
