/* Let a SIMT region refer to a variable by its place in the lane's record.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "simd.h"

/* "ompdevlow" (omp-offload.cc) makes the variables that GOMP_SIMT_ENTER lists
   fields of a record in the lane's stack, and replaces each reference to one
   by gimple_regimplify_operands.  It does not do so for everything:

   - it does not look at PHIs, so that &V there stays the frame's V;
   - MEM_REF [&V + N] is a valid operand, and is left as it is;
   - it puts an argument of a call that is an aggregate in memory into a new
     variable if another argument has to be replaced, and the lanes share
     that;
   - it walks blocks backwards and removes clobbers as it goes, which leaves
     the iterator without a statement where a clobber is the last of its
     block: a segmentation fault.

   So all references are replaced here before, by ones through a pointer:

     pointer = lane (&V);		behind GOMP_SIMT_ENTER_ALLOC

     V	      MEM_REF [pointer]		V.f	MEM_REF [pointer].f
     &V	      pointer			&V.f	&MEM_REF [pointer].f
     MEM_REF [&V + N]			MEM_REF [pointer + N]

   and the first statement is all that is left to "ompdevlow".

   A variable by itself is known not to be what some pointer points to; a field
   of the record is not, as nothing is known of the record.  Values would not
   be forwarded past stores then, and an array that GCC makes into registers
   when it unrolls a loop would stay in memory.  So "lane" is a function of our
   own that returns its argument and is declared like malloc: its result points
   to nothing else.  There is no such function: the calls are taken out before
   expansion (simd-temps.cc).  */

/* The function "lane".  */
static tree lane_decl;

/* Whether STMT is a call of it.  */

static bool
lane_call_p (gimple *stmt)
{
  return lane_decl && is_gimple_call (stmt)
	 && gimple_call_fndecl (stmt) == lane_decl;
}

/* A call of "lane" for the address of DECL, whose result is NAME.  */

static gcall *
build_lane_call (tree name, tree decl)
{
  if (!lane_decl)
    {
      tree type = build_function_type_list (ptr_type_node, ptr_type_node,
					    NULL_TREE);
      lane_decl = build_fn_decl ("accelfix_lane", type);
      accelfix_keep (lane_decl);
      DECL_IS_MALLOC (lane_decl) = 1;
      TREE_READONLY (lane_decl) = 1;
      TREE_NOTHROW (lane_decl) = 1;
    }
  gcall *call = gimple_build_call (lane_decl, 1, build_fold_addr_expr (decl));
  gimple_call_set_lhs (call, name);
  return call;
}

/* What one rewriting is about.  */
struct rewrite
{
  tree from;			/* The variable.  */
  tree pointer;			/* SSA name.  */
  gimple_stmt_iterator gsi;	/* The statement at hand, or
				   gsi_end_p with E.  */
  edge e;
  bool changed;
};

/* MEM_REF for the whole of RW->FROM.  */

static tree
whole (const rewrite *rw)
{
  tree type = TREE_TYPE (rw->from);
  tree ref = build2 (MEM_REF, type, rw->pointer,
		     build_int_cst (build_pointer_type (type), 0));
  TREE_THIS_VOLATILE (ref) = TREE_THIS_VOLATILE (rw->from);
  TREE_SIDE_EFFECTS (ref) = TREE_THIS_VOLATILE (rw->from);
  TREE_THIS_NOTRAP (ref) = 1;
  return ref;
}

/* Replaces RW->FROM, the innermost operand of reference *TP, which is not
   shared.  */

static void
replace_base (const rewrite *rw, tree *tp)
{
  while (handled_component_p (*tp))
    tp = &TREE_OPERAND (*tp, 0);
  if (*tp == rw->from)
    *tp = whole (rw);
  else
    {
      gcc_checking_assert (TREE_CODE (*tp) == MEM_REF
			   || TREE_CODE (*tp) == TARGET_MEM_REF);
      TREE_OPERAND (*tp, 0) = rw->pointer;
    }
}

/* ADDR, an address of RW->FROM or of a part of it, by the pointer.  The result
   is RW->POINTER or an ADDR_EXPR of its own.  */

static tree
replace_address (const rewrite *rw, tree addr)
{
  if (TREE_OPERAND (addr, 0) == rw->from)
    return rw->pointer;
  addr = unshare_expr (addr);
  replace_base (rw, &TREE_OPERAND (addr, 0));
  recompute_tree_invariant_for_addr_expr (addr);
  return addr;
}

/* VALUE, put into an SSA name right before the statement, or on the edge, that
   RW is at.  */

static tree
name_value (rewrite *rw, tree value)
{
  if (TREE_CODE (value) == SSA_NAME)
    return value;
  tree name = make_ssa_name (TREE_TYPE (value));
  gassign *g = gimple_build_assign (name, value);
  if (rw->e)
    gsi_insert_on_edge (rw->e, g);
  else
    {
      gimple_set_location (g, gimple_location (gsi_stmt (rw->gsi)));
      gsi_insert_before (&rw->gsi, g, GSI_SAME_STMT);
    }
  return name;
}

/* Callback of walk_gimple_op: replaces RW->FROM in operand *TP.  */

static tree
rewrite_operand (tree *tp, int *walk_subtrees, void *data)
{
  rewrite *rw = (rewrite *) ((walk_stmt_info *) data)->info;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (t == rw->from)
    {
      *tp = whole (rw);
      *walk_subtrees = 0;
      rw->changed = true;
    }
  else if (TREE_CODE (t) == ADDR_EXPR)
    {
      *walk_subtrees = 0;
      if (get_base_address (TREE_OPERAND (t, 0)) != rw->from)
	return NULL_TREE;
      gimple *stmt = gsi_stmt (rw->gsi);
      tree value = replace_address (rw, t);
      /* What is assigned to an SSA name may be any address; any other operand
	 only one that is invariant, or an SSA name.  */
      if (!(gimple_assign_single_p (stmt)
	    && tp == gimple_assign_rhs1_ptr (stmt)
	    && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME))
	value = name_value (rw, value);
      *tp = value;
      rw->changed = true;
    }
  else if ((TREE_CODE (t) == MEM_REF || TREE_CODE (t) == TARGET_MEM_REF)
	   && TREE_CODE (TREE_OPERAND (t, 0)) == ADDR_EXPR
	   && get_base_address (t) == rw->from)
    {
      tree addr = TREE_OPERAND (t, 0);
      TREE_OPERAND (t, 0) = name_value (rw, replace_address (rw, addr));
      rw->changed = true;
    }
  return NULL_TREE;
}

/* Rewrites the argument of the PHIs at the end of E.  */

static void
rewrite_phis (rewrite *rw, edge e)
{
  rw->e = e;
  for (gphi_iterator pi = gsi_start_phis (e->dest); !gsi_end_p (pi);
       gsi_next (&pi))
    {
      use_operand_p use = PHI_ARG_DEF_PTR_FROM_EDGE (pi.phi (), e);
      tree arg = USE_FROM_PTR (use);
      if (TREE_CODE (arg) == ADDR_EXPR
	  && get_base_address (TREE_OPERAND (arg, 0)) == rw->from)
	SET_USE (use, name_value (rw, replace_address (rw, arg)));
    }
  rw->e = NULL;
}

/* A clobber of the variable that RW is about becomes one of its place in the
   record, unless "ompdevlow" might stumble over it.  Dead stores are found by
   that.  */

static void
rewrite_clobber (rewrite *rw, gimple *stmt)
{
  tree lhs = whole (rw);
  TREE_THIS_NOTRAP (lhs) = 1;
  gimple_assign_set_lhs (stmt, lhs);
  update_stmt (stmt);
}

/* See simd.h.  */

void
simd_rewrite (simt_region *r, simd_var *v, tree decl)
{
  rewrite rw;
  rw.from = v->decl;
  rw.pointer = make_ssa_name (build_pointer_type (TREE_TYPE (decl)));
  rw.e = NULL;

  for (gimple *stmt : v->refs)
    if (r->has (stmt))
      {
	rw.gsi = gsi_for_stmt (stmt);
	rw.changed = false;
	simd_walk_op (stmt, rewrite_operand, &rw);
	if (rw.changed)
	  update_stmt (stmt);
      }
  for (gimple *stmt : v->clobbers)
    if (r->has (stmt))
      rewrite_clobber (&rw, stmt);
  for (gimple *stmt : v->debugs)
    if (r->has (stmt) && gimple_debug_bind_p (stmt)
	&& gimple_debug_bind_has_value_p (stmt))
      {
	gimple_debug_bind_reset_value (stmt);
	update_stmt (stmt);
      }
  for (edge e : v->phis)
    if (r->has (e))
      rewrite_phis (&rw, e);

  gcall *call = build_lane_call (rw.pointer, decl);
  gimple_set_location (call, gimple_location (r->alloc));
  gimple_stmt_iterator gsi = gsi_for_stmt (r->alloc);
  gsi_insert_after (&gsi, call, GSI_SAME_STMT);
}

/* Callback of walk_gimple_op: finds a MEM_REF of the address of DATA's
   variable.  */

static tree
hidden_base (tree *tp, int *walk_subtrees, void *data)
{
  tree decl = (tree) ((walk_stmt_info *) data)->info;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TREE_CODE (*tp) == MEM_REF
      && TREE_CODE (TREE_OPERAND (*tp, 0)) == ADDR_EXPR
      && get_base_address (*tp) == decl)
    return *tp;
  return NULL_TREE;
}

/* Whether STMT is a call with an aggregate for an argument.  */

static bool
aggregate_argument_p (gimple *stmt)
{
  if (is_gimple_call (stmt))
    for (unsigned i = 0; i < gimple_call_num_args (stmt); i++)
      if (!is_gimple_val (gimple_call_arg (stmt, i)))
	return true;
  return false;
}

/* See simd.h.  */

bool
simd_needs_rewrite_p (simt_region *r, const simd_var *v)
{
  for (edge e : v->phis)
    if (r->has (e))
      return true;
  for (gimple *stmt : v->clobbers)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
      gsi_next (&gsi);
      if (r->has (stmt) && gsi_end_p (gsi))
	return true;
    }
  for (gimple *stmt : v->refs)
    if (r->has (stmt) && (aggregate_argument_p (stmt)
			  || simd_walk_op (stmt, hidden_base, v->decl)))
      return true;
  return false;
}

/* See simd.h.  The calls become assignments.  */

void
simd_take_out_calls (void)
{
  for_each_stmt (cfun, [] (gimple_stmt_iterator &gsi)
    {
      gimple *call = gsi_stmt (gsi);
      if (!lane_call_p (call))
	return;
      tree lhs = gimple_call_lhs (call);
      gimple *g = (lhs ? gimple_build_assign (lhs, gimple_call_arg (call, 0))
		   : gimple_build_nop ());
      gimple_set_location (g, gimple_location (call));
      unlink_stmt_vdef (call);
      gsi_replace (&gsi, g, false);
    });
}
