/* A square root that the target has no instruction for (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Where the bounds of a collapsed loop depend on an outer loop, as in a triangle, a
   thread finds the outer iteration that it begins with by a square root
   (expand_omp_for_init_vars).  The compiler for the host writes the internal function
   IFN_SQRT for that, since the host has an instruction; amdgcn has none without
   -ffast-math, and expansion stops with an internal compiler error.

   This pass computes the root instead, without libm, which may not be linked.  The bits
   of a floating-point number are nearly its logarithm, so half of them, with the
   exponent's bias made good, are within 6 % of the root.  Each round of Newton's method,

     y = (y + x / y) / 2,

   squares the relative error and halves it: after four rounds it is less than the last
   bit's.  GCC asks afterwards whether the iteration is the right one, and counts if it
   is not, so a last bit does no harm.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "gimple-fold.h"
#include "internal-fn.h"
#include "tree-cfg.h"

#if ACCELFIX_GCN

enum { ROUNDS = 4 };

static accelfix_counter n_roots ("square roots computed without an instruction");

/* If STMT is a root that cannot be expanded, returns its operand, else null.  */

static tree
root_operand (gimple *stmt)
{
  if (!gimple_call_internal_p (stmt, IFN_SQRT) || !gimple_call_lhs (stmt))
    return NULL_TREE;
  tree x = gimple_call_arg (stmt, 0), type = TREE_TYPE (x);
  if (TYPE_MODE (type) != TYPE_MODE (double_type_node)
      || direct_internal_fn_supported_p (IFN_SQRT, type, OPTIMIZE_FOR_BOTH))
    return NULL_TREE;
  return x;
}

/* The root of X, by statements that are added to *SEQ.  */

static tree
build_root (gimple_seq *seq, location_t loc, tree x)
{
  tree type = TREE_TYPE (x), bits = long_long_unsigned_type_node;
  const HOST_WIDE_INT bias = HOST_WIDE_INT_C (1023) << 52;
  tree y = gimple_build (seq, loc, VIEW_CONVERT_EXPR, bits, x);
  y = gimple_build (seq, loc, RSHIFT_EXPR, bits, y,
		    build_one_cst (unsigned_type_node));
  y = gimple_build (seq, loc, PLUS_EXPR, bits, y,
		    build_int_cst (bits, bias / 2));
  y = gimple_build (seq, loc, VIEW_CONVERT_EXPR, type, y);
  for (int k = 0; k < ROUNDS; k++)
    {
      tree other = gimple_build (seq, loc, RDIV_EXPR, type, x, y);
      y = gimple_build (seq, loc, PLUS_EXPR, type, y, other);
      y = gimple_build (seq, loc, MULT_EXPR, type, y,
			build_real (type, dconsthalf));
    }
  return y;
}

static void
replace_roots (function *fun)
{
  for_each_stmt (fun, [] (gimple_stmt_iterator &gsi)
    {
      tree x = root_operand (gsi_stmt (gsi));
      if (!x)
	return;
      gimple_seq seq = NULL;
      tree lhs = gimple_call_lhs (gsi_stmt (gsi));
      tree root = build_root (&seq, gimple_location (gsi_stmt (gsi)), x);
      gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
      gassign *set = gimple_build_assign (lhs, root);
      gimple_set_location (set, gimple_location (gsi_stmt (gsi)));
      gsi_replace (&gsi, set, true);
      n_roots.value++;
    });
}

opt_pass *
make_accelfix_square_root (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-square-root", ctxt, replace_roots,
			   [] { return accelfix_args.square_root > 0; });
}

#endif /* ACCELFIX_GCN */
