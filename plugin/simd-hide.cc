/* Keep the addresses of variables and of temporaries apart in SIMT regions.
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


#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "simd-loops.h"
#include "simd-exits.h"
#include "simd-rewrite.h"
#include "simd-temps.h"

/* Expansion lays out the variables of the frame first, and temporaries behind
   them as it meets the need.  simd-temps.cc tells them apart by offsets.  An
   address that lies outside its variable, such as the one behind the last
   element of an array that a loop stops at, may look like that of a temporary
   then.  In SIMT regions this pass makes such an address in two steps, the
   first of which is opaque:

     p = &array;
     asm ("" : "=r" (q) : "0" (p));
     r = q + 64;

   What simd-rewrite.cc and simd-exits.cc left in the code goes first.

   It stands behind "optimized", the last pass before "expand" that always
   runs, as everything before may make such addresses, and notes for
   simd-temps.cc which variables there are: expansion forgets some.  */

/* The variables of the current function, as a TREE_LIST, up to simd-temps.cc.
   A root of the garbage collector: between two passes it may run.  */
static tree variables;

static const struct ggc_root_tab roots[] =
{
  { &variables, 1, sizeof variables, &gt_ggc_mx_tree_node,
    &gt_pch_nx_tree_node },
  LAST_GGC_ROOT_TAB
};

/* See simd-temps.h.  */

tree
simd_frame_variables (void)
{
  return variables;
}

/* If VALUE is an address in the frame with a constant offset, puts the
   variable into *BASE and the offset into *OFFSET.  */

static bool
frame_address_p (tree value, tree *base, HOST_WIDE_INT *offset, int depth)
{
  if (TREE_CODE (value) == ADDR_EXPR)
    {
      poly_int64 bytes;
      *base = get_addr_base_and_unit_offset (TREE_OPERAND (value, 0), &bytes);
      return (*base && simd_frame_var_p (*base)
	      && bytes.is_constant (offset));
    }
  if (TREE_CODE (value) != SSA_NAME || depth > 8)
    return false;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
  if (!def)
    return false;
  HOST_WIDE_INT more = 0;
  switch (gimple_assign_rhs_code (def))
    {
    case POINTER_PLUS_EXPR:
    case PLUS_EXPR:
    case MINUS_EXPR:
      {
	tree step = gimple_assign_rhs2 (def);
	if (TREE_CODE (step) != INTEGER_CST || !cst_and_fits_in_hwi (step))
	  return false;
	more = int_cst_value (step);
	if (gimple_assign_rhs_code (def) == MINUS_EXPR)
	  more = -more;
      }
      break;
    case ADDR_EXPR:
    case SSA_NAME:
    CASE_CONVERT:
      break;
    default:
      return false;
    }
  if (!frame_address_p (gimple_assign_rhs1 (def), base, offset, depth + 1))
    return false;
  *offset += more;
  return true;
}

/* Whether OFFSET is outside variable BASE.  */

static bool
outside_p (tree base, HOST_WIDE_INT offset)
{
  return (offset < 0
	  || offset >= (HOST_WIDE_INT) tree_to_uhwi (DECL_SIZE_UNIT (base)));
}

/* An SSA name for the address of BASE that nothing sees through, set before
   GSI's statement.  */

static tree
opaque_address (gimple_stmt_iterator *gsi, tree base)
{
  tree addr = build_fold_addr_expr (base);
  tree name = make_ssa_name (TREE_TYPE (addr));
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  tree in = build_tree_list (NULL_TREE, build_string (2, "0"));
  tree out = build_tree_list (NULL_TREE, build_string (3, "=r"));
  tree from = make_ssa_name (TREE_TYPE (addr));
  gsi_insert_before (gsi, gimple_build_assign (from, addr), GSI_SAME_STMT);
  vec_safe_push (inputs, build_tree_list (in, from));
  vec_safe_push (outputs, build_tree_list (out, name));
  gasm *a = gimple_build_asm_vec ("", inputs, outputs, NULL, NULL);
  SSA_NAME_DEF_STMT (name) = a;
  gsi_insert_before (gsi, a, GSI_SAME_STMT);
  return name;
}

/* VALUE is an operand of GSI's statement: where it is an address outside its
   variable, makes it in two steps and returns the result; otherwise null.  */

static tree
hide_value (gimple_stmt_iterator *gsi, tree value)
{
  tree base;
  HOST_WIDE_INT offset;
  if (!frame_address_p (value, &base, &offset, 0)
      || !outside_p (base, offset))
    return NULL_TREE;
  tree name = opaque_address (gsi, base);
  tree sum = make_ssa_name (TREE_TYPE (name));
  gsi_insert_before (gsi, gimple_build_assign (sum, POINTER_PLUS_EXPR, name,
					       size_int (offset)),
		     GSI_SAME_STMT);
  if (useless_type_conversion_p (TREE_TYPE (value), TREE_TYPE (sum)))
    return sum;
  tree converted = make_ssa_name (TREE_TYPE (value));
  gsi_insert_before (gsi, gimple_build_assign (converted, NOP_EXPR, sum),
		     GSI_SAME_STMT);
  return converted;
}

/* Callback of walk_gimple_op: finds the operands that are addresses, and the
   bases of memory references.  */

static tree
hide_operand (tree *tp, int *walk_subtrees, void *data)
{
  gimple_stmt_iterator *gsi
    = (gimple_stmt_iterator *) ((walk_stmt_info *) data)->info;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  if (TREE_CODE (t) != ADDR_EXPR && TREE_CODE (t) != SSA_NAME)
    {
      if (TREE_CODE (t) != MEM_REF
	  || TREE_CODE (TREE_OPERAND (t, 0)) != ADDR_EXPR)
	return NULL_TREE;
      poly_int64 bytes;
      HOST_WIDE_INT offset;
      tree base = get_addr_base_and_unit_offset (t, &bytes);
      if (base && simd_frame_var_p (base) && bytes.is_constant (&offset)
	  && outside_p (base, offset))
	TREE_OPERAND (t, 0) = opaque_address (gsi, base);
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  *walk_subtrees = 0;
  if (tree hidden = hide_value (gsi, t))
    *tp = hidden;
  return NULL_TREE;
}

/* Treats the statements of R.  */

static void
hide_in_region (simt_region *r)
{
  for (basic_block bb : r->blocks)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	if (!r->has (stmt) || is_gimple_debug (stmt) || gimple_clobber_p (stmt))
	  continue;
	/* Chains of constants are looked at where they are used.  */
	walk_stmt_info wi;
	memset (&wi, 0, sizeof wi);
	wi.info = &gsi;
	tree lhs = gimple_get_lhs (stmt);
	if (lhs && TREE_CODE (lhs) == SSA_NAME && is_gimple_assign (stmt)
	    && (gimple_assign_rhs_code (stmt) == ADDR_EXPR
		|| gimple_num_ops (stmt) == 3
		|| CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))))
	  {
	    tree base;
	    HOST_WIDE_INT offset;
	    if (frame_address_p (lhs, &base, &offset, 0))
	      {
		if (outside_p (base, offset))
		  if (tree hidden = hide_value (&gsi, lhs))
		    {
		      gimple_assign_set_rhs_from_tree (&gsi, hidden);
		      update_stmt (gsi_stmt (gsi));
		    }
		continue;
	      }
	  }
	walk_gimple_op (stmt, hide_operand, &wi);
	update_stmt (stmt);
      }
}

/* What simd_largest_object is to say.  */
static unsigned HOST_WIDE_INT largest;

/* See simd-temps.h.  */

unsigned HOST_WIDE_INT
simd_largest_object (void)
{
  return largest;
}

/* Sets LARGEST for the current function.  */

static void
find_largest (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      for (unsigned i = 0; i < gimple_num_ops (gsi_stmt (gsi)); i++)
	if (tree op = gimple_op (gsi_stmt (gsi), i))
	  if (tree size = (TREE_TYPE (op) && COMPLETE_TYPE_P (TREE_TYPE (op))
			   ? TYPE_SIZE_UNIT (TREE_TYPE (op)) : NULL_TREE))
	    if (tree_fits_uhwi_p (size))
	      largest = MAX (largest, tree_to_uhwi (size));
}

/* Makes the calls of simd-rewrite.cc assignments.  */

static void
take_out_lane_calls (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (simd_lane_call_p (gsi_stmt (gsi)))
	{
	  gimple *call = gsi_stmt (gsi);
	  tree arg = gimple_call_arg (call, 0);
	  gimple *g = (gimple_call_lhs (call)
		       ? gimple_build_assign (gimple_call_lhs (call), arg)
		       : gimple_build_nop ());
	  gimple_set_location (g, gimple_location (call));
	  unlink_stmt_vdef (call);
	  gsi_replace (&gsi, g, false);
	}
}

namespace {

const pass_data pass_data_accelfix_simd_hide =
{
  GIMPLE_PASS, /* type */
  "accelfix-simd-hide", /* name */
  OPTGROUP_OMP, /* optinfo_flags */
  TV_NONE, /* tv_id */
  PROP_cfg | PROP_ssa, /* properties_required */
  0, /* properties_provided */
  0, /* properties_destroyed */
  0, /* todo_flags_start */
  TODO_update_ssa, /* todo_flags_finish */
};

class pass_accelfix_simd_hide : public gimple_opt_pass
{
public:
  pass_accelfix_simd_hide (gcc::context *ctxt)
    : gimple_opt_pass (pass_data_accelfix_simd_hide, ctxt)
  {}

  bool gate (function *) override { return simd_on_p (); }
  unsigned int execute (function *) override;
};

unsigned int
pass_accelfix_simd_hide::execute (function *)
{
  variables = NULL_TREE;
  largest = 0;
  take_out_lane_calls ();
  simd_take_out_marks ();
  bool had = dom_info_available_p (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
  {
    simd_loops loops;
    if (!loops.regions.is_empty ())
      {
	unsigned i;
	tree decl;
	FOR_EACH_LOCAL_DECL (cfun, i, decl)
	  if (simd_frame_var_p (decl))
	    variables = tree_cons (NULL_TREE, decl, variables);
	find_largest ();
      }
    for (simt_region *r : loops.regions)
      if (!r->fault)
	hide_in_region (r);
  }
  if (!had)
    free_dominance_info (CDI_DOMINATORS);
  return 0;
}

} // anon namespace

opt_pass *
make_accelfix_simd_hide (gcc::context *ctxt)
{
  register_callback ("accelfix", PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     const_cast<ggc_root_tab *> (roots));
  return new pass_accelfix_simd_hide (ctxt);
}
