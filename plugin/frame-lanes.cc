/* Gaps between the private variables of a simd loop.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Variables that are each lane's own in a simd loop are members of a record at the
   end of the lane's stack.  "ompdevlow" makes it of what GOMP_SIMT_ENTER lists,
   members of one alignment in the reverse order of the list.  With frames=gaps,
   this pass, which stands right before, puts a member that nobody uses ahead of
   each in the list, aligned alike: it follows that member in the record.

   The record's end is that of the array %simtstack_ar, wherever the compiler has
   moved the loop to, so its members are told of by their distance from there:

     // accelfix: lane DISTANCE SIZE LINE NAME FILE
     // accelfix: lane-gap DISTANCE SIZE

   Nothing else is there outside the loop.  A function with several such loops has
   several records in one place; then there are no notes.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "frame-notes.h"
#include "simd.h"

const HOST_WIDE_INT LANE_GAP = 32;

/* The variables in the list and the gaps behind them, each pair in turn.  */
static vec<tree, va_gc> *members;

static const struct ggc_root_tab roots[] =
{
  { &members, 1, sizeof members, &gt_ggc_mx_vec_tree_va_gc_,
    &gt_pch_nx_vec_tree_va_gc_ },
  LAST_GGC_ROOT_TAB
};

/* A variable that is a gap behind DECL.  */

static tree
make_gap (tree decl)
{
  tree type = build_array_type_nelts (char_type_node, LANE_GAP);
  tree gap = create_tmp_var_raw (type, "gap");
  DECL_CONTEXT (gap) = cfun->decl;
  DECL_SEEN_IN_BIND_EXPR_P (gap) = 1;
  SET_DECL_ALIGN (gap, DECL_ALIGN (decl));
  DECL_USER_ALIGN (gap) = 1;
  TREE_ADDRESSABLE (gap) = 1;
  add_local_decl (cfun, gap);
  return gap;
}

/* Puts gaps into the list of ENTER, at GSI.  */

static void
extend_enter (gimple_stmt_iterator *gsi, gcall *enter)
{
  auto_vec<tree> args;
  args.safe_push (gimple_call_arg (enter, 0));
  for (unsigned i = 1; i < gimple_call_num_args (enter); i++)
    {
      if (tree decl = simd_listed_var (enter, i))
	{
	  tree gap = make_gap (decl);
	  args.safe_push (build_fold_addr_expr (gap));
	  vec_safe_push (members, decl);
	  vec_safe_push (members, gap);
	}
      args.safe_push (gimple_call_arg (enter, i));
    }
  gcall *more = gimple_build_call_internal_vec (IFN_GOMP_SIMT_ENTER, args);
  gimple_call_set_lhs (more, gimple_call_lhs (enter));
  gimple_set_location (more, gimple_location (enter));
  gimple_move_vops (more, enter);
  gsi_replace (gsi, more, false);
}

/* The member of the record that DECL became, or null.  */

static tree
member_of (tree decl)
{
  if (!DECL_HAS_VALUE_EXPR_P (decl))
    return NULL_TREE;
  tree value = DECL_VALUE_EXPR (decl);
  return (TREE_CODE (value) == COMPONENT_REF ? TREE_OPERAND (value, 1)
	  : NULL_TREE);
}

/* See frame-notes.h.  */

unsigned
frame_note_lanes (rtx_insn **after)
{
  auto_vec<simt_entry> entries;
  unsigned n = 0;
  if (vec_safe_is_empty (members))
    return 0;
  simt_find_entries (&entries);
  tree record = member_of ((*members)[0]);
  record = record ? DECL_CONTEXT (record) : NULL_TREE;
  if (entries.length () != 1 || !record || !CONST_INT_P (*entries[0].size)
      || TYPE_ALIGN_UNIT (record) > UNITS_PER_WORD)
    return 0;
  /* A record that lane-stack.cc has moved.  */
  if (*entries[0].size == const0_rtx)
    return 0;
  HOST_WIDE_INT size = ROUND_UP (UINTVAL (*entries[0].size), UNITS_PER_WORD);
  for (tree decl : *members)
    if (!member_of (decl) || DECL_CONTEXT (member_of (decl)) != record)
      return 0;
  for (unsigned i = 0; i < members->length (); i++)
    {
      tree decl = (*members)[i];
      HOST_WIDE_INT at = size - int_byte_position (member_of (decl));
      HOST_WIDE_INT bytes = tree_to_shwi (DECL_SIZE_UNIT (decl));
      if (i % 2)
	{
	  frame_add_note (after, xasprintf ("lane-gap " HOST_WIDE_INT_PRINT_DEC
					    " " HOST_WIDE_INT_PRINT_DEC, at,
					    bytes));
	  n++;
	}
      else
	frame_note_variable (after, "lane", at, bytes, decl);
    }
  return n;
}

/* Puts gaps into the lists of the current function.  */

static void
add_gaps (function *)
{
  for_each_stmt (cfun, [] (gimple_stmt_iterator &gsi)
    {
      if (simd_call_p (gsi_stmt (gsi), IFN_GOMP_SIMT_ENTER))
	extend_enter (&gsi, as_a<gcall *> (gsi_stmt (gsi)));
    });
}

static bool
want_lane_gaps (void)
{
  vec_safe_truncate (members, 0);
  return accelfix_args.frames == FRAMES_GAPS;
}

opt_pass *
make_accelfix_frame_lanes (gcc::context *ctxt)
{
  register_callback ("accelfix", PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     const_cast<struct ggc_root_tab *> (roots));
  return make_gimple_pass ("accelfix-frame-lanes", ctxt, add_gaps,
			   want_lane_gaps);
}
