/* Addresses of LDS variables that GCC computes with as numbers (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A pointer of the generic address space to an LDS variable is the variable's
   address in LDS plus the aperture, the 32 upper bits that tell the hardware's
   FLAT instructions LDS from memory.  Since GCC 15 the induction variables that
   the pass "ivopts" makes of a gang-private array's elements begin with the
   array's bare address,

     _1 = (unsigned long) &x;
     ...
     _2 = (void *) ivtmp;
     MEM[(int *) _2] = ...;

   which is an access to the first bytes of memory.

   Here, when no pass of GIMPLE comes after, each conversion of a pointer into
   LDS to an integer that is wider becomes one of the generic pointer to the
   same variable.  Where the integer turns into a pointer into LDS again, its
   lower half is taken, which is the address in LDS either way.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "fold-const.h"

#if ACCELFIX_GCN

static accelfix_counter n_converted ("addresses of LDS variables made generic");

/* The type that a pointer with the value VALUE points to in LDS, with its
   address space, or null if VALUE is no such pointer.  An ADDR_EXPR's own type
   often lacks the address space of its variable.  */

static tree
lds_pointed_type (tree value)
{
  if (!POINTER_TYPE_P (TREE_TYPE (value)))
    return NULL_TREE;
  tree type = TREE_TYPE (TREE_TYPE (value));
  if (TREE_CODE (value) == ADDR_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (value, 0));
      if (base && DECL_P (base))
	type = build_qualified_type
	  (type, (TYPE_QUALS_NO_ADDR_SPACE (type)
		  | ENCODE_QUAL_ADDR_SPACE (TYPE_ADDR_SPACE
					    (TREE_TYPE (base)))));
    }
  return AS_LDS_P (TYPE_ADDR_SPACE (type)) ? type : NULL_TREE;
}

/* A new name for VALUE converted to TYPE, set before GSI.  */

static tree
convert_before (gimple_stmt_iterator *gsi, tree_code code, tree type,
		tree value)
{
  tree name = make_ssa_name (type);
  gimple *stmt = gimple_build_assign (name, code, value);
  gimple_set_location (stmt, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
  return name;
}

/* Makes the addresses of LDS variables generic that FUN computes with.  */

static unsigned
convert_addresses (function *fun)
{
  for_each_stmt (fun, [] (gimple_stmt_iterator &gsi)
    {
      gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi));
      if (!stmt
	  || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))
	  || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))))
	return;
      tree value = gimple_assign_rhs1 (stmt);
      tree pointed = lds_pointed_type (value);
      if (!pointed
	  || (TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (stmt)))
	      <= TYPE_PRECISION (build_pointer_type (pointed))))
	return;
      tree generic
	= build_pointer_type (build_qualified_type
			      (pointed, TYPE_QUALS_NO_ADDR_SPACE (pointed)));
      if (TREE_CODE (value) == ADDR_EXPR)
	value = convert_before (&gsi, ADDR_EXPR,
				build_pointer_type (pointed), value);
      value = convert_before (&gsi, ADDR_SPACE_CONVERT_EXPR, generic, value);
      gimple_assign_set_rhs1 (stmt, value);
      update_stmt (stmt);
      n_converted.value++;
    });
  return TODO_update_ssa;
}

opt_pass *
make_accelfix_lds_pointers (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-lds-pointers", ctxt, convert_addresses,
			   [] { return accelfix_args.lds != LDS_OWN; });
}

#endif /* ACCELFIX_GCN */
