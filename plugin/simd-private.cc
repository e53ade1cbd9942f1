/* Give each SIMD lane variables of its own.
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
#include "ptx-limits.h"
#include "simd-rewrite.h"
#include "simd-linear.h"
#include "simd-nested.h"

/* On nvptx the iterations of a simd loop run in the lanes of a warp.  The
   lanes share one stack, but for the time of the loop each has a small one of
   its own, in .local memory.  What GOMP_SIMT_ENTER lists lives there.  GCC
   forgets most of what belongs there: an array that is declared in the loop's
   body is one array for 32 lanes, in all releases from 8 to 16.
   simd-vars.cc says what is forgotten, and how it is told.

   This pass completes the list.  It stands right before "ompdevlow", which
   replaces the list by a record in the lane's stack.  It cannot stand before:
   lto1 reads functions in that hold the calls already, and inlines others
   into them first.  It cannot stand after: no list is left.

   What a loop needs and does not get by that makes it take its other copy,
   which every loop has for targets without SIMT.  That is slower, and right:

   - whose a variable is cannot be told;
   - the lanes start the loop's iterations without a region (simd with an if
     clause that is not constant), and would share everything;
   - `ordered simd': GCC makes the lanes wait for each other in a way that
     blocks (12) or does nothing (11);
   - a simd loop in a region of another, after inlining: there is one lane
     left to run it.  For a call, see simd-nested.cc;
   - an array of variable size, which the lane's stack may be too small for,
     unless simt-stack=N says how large they get;
   - more variables than PTX allows for one thread.

   Before this pass some of GCC's own clean up the functions that need it
   (simd-clean.cc): a variable that becomes a register is right by itself.  */

static accelfix_counter n_vars ("variables made private to SIMD lanes");
static accelfix_counter n_linear ("linear variables of simd loops repaired");
static accelfix_counter n_plain ("simd loops run without SIMT");

/* One variable that region R is to have for itself.  */
struct addition
{
  simt_region *r;
  simd_var *v;
  bool copy;		/* Whether V stays for the other copy.  */
  const char *reason;
};

/* Tells where -fopt-info goes to that LOOP runs without SIMT, and why.  */

static void
tell_plain (simd_loop *loop)
{
  n_plain.value++;
  gimple *at = loop->use_simt;
  if (!loop->regions.is_empty ())
    at = loop->regions[0]->alloc;
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, simd_location (at),
		     "simd loop runs without SIMT: %s\n", loop->no_simt);
}

/* Whether LOOP has what rules SIMT out without a look at variables.  */

static const char *
find_obstacle (simd_loops *all, simd_loop *loop)
{
  for (simt_region *r : all->regions)
    if (r->has (loop->use_simt))
      return "it is in the region of another simd loop";
  bool lanes = false, regions = !loop->regions.is_empty ();
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (simd_only_over_p (bb, loop->simt))
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	{
	  lanes |= simd_call_p (gsi_stmt (gsi), IFN_GOMP_SIMT_LANE);
	  if (simd_call_p (gsi_stmt (gsi), IFN_GOMP_SIMT_ORDERED_PRED))
	    return "it has an ordered construct";
	}
  if (lanes && !regions)
    return "its if clause is not constant";
  for (simt_region *r : loop->regions)
    {
      if (r->fault)
	return r->fault;
      if (!r->enter)
	return "its region has no list of variables";
    }
  return NULL;
}

/* Whether STMT takes memory of a size that is not constant from the
   stack.  */

static bool
alloca_p (gimple *stmt)
{
  return (gimple_call_builtin_p (stmt, BUILT_IN_ALLOCA)
	  || gimple_call_builtin_p (stmt, BUILT_IN_ALLOCA_WITH_ALIGN)
	  || gimple_call_builtin_p (stmt, BUILT_IN_ALLOCA_WITH_ALIGN_AND_MAX));
}

/* Whether STMT exchanges between lanes what no register holds, as for an
   aggregate in a lastprivate clause.  The back end stops at that, or the lanes
   share the copies.  */

static bool
bulky_exchange_p (gimple *stmt)
{
  if (!simd_call_p (stmt, IFN_GOMP_SIMT_XCHG_IDX)
      && !simd_call_p (stmt, IFN_GOMP_SIMT_XCHG_BFLY))
    return false;
  tree type = TREE_TYPE (gimple_call_arg (stmt, 0));
  if (!is_gimple_reg_type (type))
    return true;
  return !accelfix_exchange_mode_p (TYPE_MODE (type));
}

/* Whether NAME, set in R, is for expand a variable in the frame, as vectors
   without a mode are, and is used outside R.  */

static bool
escapes_p (simt_region *r, tree name)
{
  if (TREE_CODE (name) != SSA_NAME || virtual_operand_p (name)
      || TYPE_MODE (TREE_TYPE (name)) != BLKmode)
    return false;
  imm_use_iterator it;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, it, name)
    {
      gimple *stmt = USE_STMT (use);
      bool in = (gimple_code (stmt) == GIMPLE_PHI
		 ? r->has (gimple_phi_arg_edge (as_a<gphi *> (stmt),
						PHI_ARG_INDEX_FROM_USE (use)))
		 : r->has (stmt));
      if (!in && !is_gimple_debug (stmt))
	return true;
    }
  return false;
}

/* As find_obstacle, for what is in region R.  */

static const char *
find_obstacle_within (simt_region *r)
{
  for (basic_block bb : r->blocks)
    {
      if (bitmap_bit_p (r->starts, bb->index))
	for (gphi_iterator pi = gsi_start_phis (bb); !gsi_end_p (pi);
	     gsi_next (&pi))
	  if (escapes_p (r, gimple_phi_result (pi.phi ())))
	    return "a vector that no register holds leaves its region";
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	{
	  gimple *stmt = gsi_stmt (gsi);
	  if (!r->has (stmt))
	    continue;
	  if (alloca_p (stmt) && accelfix_args.simt_stack < 0)
	    return "it has an array of variable size";
	  if (bulky_exchange_p (stmt))
	    return "an aggregate is lastprivate in it";
	  tree lhs = gimple_get_lhs (stmt);
	  if (lhs && escapes_p (r, lhs))
	    return "a vector that no register holds leaves its region";
	}
    }
  return NULL;
}

/* Whether V has a reference in R.  */

static bool
uses_p (simt_region *r, const simd_var *v)
{
  for (gimple *stmt : v->refs)
    if (r->has (stmt))
      return true;
  for (edge e : v->phis)
    if (r->has (e))
      return true;
  return false;
}

/* Adds to TODO what the regions of LOOP lack, or sets LOOP->no_simt.  */

static void
find_additions (simd_loop *loop, simd_vars *vars, simd_scopes *scopes,
		vec<addition> *todo)
{
  unsigned begin = todo->length ();
  for (simd_var *v : vars->order)
    {
      if (v->listed || v->dead_p () || !simd_touches_p (loop, v))
	continue;
      const char *reason;
      simd_owner owner = simd_find_owner (loop, v, scopes, &reason);
      if (dump_file)
	{
	  print_generic_expr (dump_file, v->decl, TDF_UID);
	  fprintf (dump_file, ": %s: %s\n",
		   owner == OWNER_ALL ? "shared"
		   : owner == OWNER_LANE ? "each lane's own"
		   : owner == OWNER_REGISTER ? "in a register" : "unknown",
		   reason);
	}
      if (owner == OWNER_UNKNOWN)
	{
	  loop->no_simt = reason;
	  break;
	}
      if (owner != OWNER_LANE)
	continue;
      unsigned users = 0;
      bool elsewhere = false;
      for (simt_region *r : loop->regions)
	users += uses_p (r, v);
      for (gimple *stmt : v->refs)
	elsewhere |= simd_only_over_p (gimple_bb (stmt), loop->plain);
      for (edge e : v->phis)
	elsewhere |= simd_only_over_p (e->src, loop->plain);
      for (simt_region *r : loop->regions)
	if (uses_p (r, v))
	  todo->safe_push ({ r, v, users > 1 || elsewhere, reason });
    }

  for (simt_region *r : loop->regions)
    {
      unsigned HOST_WIDE_INT bytes = 0;
      for (unsigned i = begin; i < todo->length (); i++)
	if ((*todo)[i].r == r)
	  bytes += tree_to_uhwi (DECL_SIZE_UNIT ((*todo)[i].v->decl));
      for (unsigned i = 1; r->enter && i < gimple_call_num_args (r->enter); i++)
	if (tree decl = simd_listed_var (r->enter, i))
	  if (!vars->dead_p (decl))
	    bytes += tree_to_uhwi (DECL_SIZE_UNIT (decl));
      if (bytes > ptx_max_local_bytes)
	loop->no_simt = "its variables are more than the 512 kB that PTX "
			"allows a thread";
    }
  if (loop->no_simt)
    todo->truncate (begin);
}

/* No variable that was there when this pass had the current function has a
   DECL_UID from here on.  */
static unsigned first_late_uid;

/* See simd-loops.h.  */

bool
simd_late_var_p (tree decl)
{
  return DECL_UID (decl) >= first_late_uid;
}

/* What the DECL_UID of a variable that comes to the current function from now
   on is not below.  None is used up for that: GCC's output may depend on
   them.  */

static unsigned
next_uid (void)
{
  unsigned last = 0, i;
  tree decl;
  FOR_EACH_LOCAL_DECL (cfun, i, decl)
    last = MAX (last, DECL_UID (decl));
  for (decl = DECL_ARGUMENTS (cfun->decl); decl; decl = DECL_CHAIN (decl))
    last = MAX (last, DECL_UID (decl));
  return last + 1;
}

/* What is to be done in the current function.  */
struct simd_plan
{
  simd_loops loops;
  simd_vars vars;
  auto_vec<addition> todo;
  auto_vec<gphi *> linear;

  simd_plan ();
  bool repairs_p ();
};

/* All that the analysis needs for as long as it lasts.  */
struct analysis_frame
{
  bool own_loops;
  analysis_frame ()
    : own_loops (!loops_for_fn (cfun))
  {
    if (own_loops)
      loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
    calculate_dominance_info (CDI_DOMINATORS);
    mark_irreducible_loops ();
  }
  ~analysis_frame ()
  {
    /* In 11 loops that may have several latches cannot be kept with that.  */
    loops_state_clear (LOOPS_HAVE_MARKED_IRREDUCIBLE_REGIONS);
    if (own_loops)
      loop_optimizer_finalize ();
    free_dominance_info (CDI_DOMINATORS);
  }
};

simd_plan::simd_plan ()
{
  simd_scopes scopes;
  for (simd_loop *loop : loops.loops)
    {
      loop->no_simt = find_obstacle (&loops, loop);
      for (simt_region *r : loop->regions)
	if (!loop->no_simt)
	  loop->no_simt = find_obstacle_within (r);
      unsigned n_linear = linear.length ();
      for (simt_region *r : loop->regions)
	if (!loop->no_simt)
	  loop->no_simt = simd_find_linear (r, &linear);
      if (!loop->no_simt)
	find_additions (loop, &vars, &scopes, &todo);
      if (loop->no_simt)
	linear.truncate (n_linear);
    }
}

/* Gives REGION's GOMP_SIMT_ENTER the variables DECLS, and takes from it those
   that nothing refers to, with their clobbers: the private clauses' copies of
   variables of the body.  */

static void
extend_list (simt_region *r, simd_vars *vars, const vec<tree> &decls)
{
  auto_vec<tree> args;
  args.safe_push (gimple_call_arg (r->enter, 0));
  for (unsigned i = 1; i < gimple_call_num_args (r->enter); i++)
    if (tree decl = simd_listed_var (r->enter, i))
      {
	if (!vars->dead_p (decl))
	  {
	    args.safe_push (gimple_call_arg (r->enter, i));
	    continue;
	  }
	simd_var *v = vars->find (decl);
	for (gimple *stmt : v->clobbers)
	  {
	    gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
	    unlink_stmt_vdef (stmt);
	    gsi_remove (&gsi, true);
	    release_defs (stmt);
	  }
	v->clobbers.truncate (0);
      }
  for (tree decl : decls)
    {
      if (!lookup_attribute ("omp simt private", DECL_ATTRIBUTES (decl)))
	DECL_ATTRIBUTES (decl)
	  = tree_cons (get_identifier ("omp simt private"), NULL_TREE,
		       DECL_ATTRIBUTES (decl));
      TREE_ADDRESSABLE (decl) = 1;
      args.safe_push (build_fold_addr_expr (decl));
    }
  gcall *enter = gimple_build_call_internal_vec (IFN_GOMP_SIMT_ENTER, args);
  gimple_call_set_lhs (enter, gimple_call_lhs (r->enter));
  gimple_set_location (enter, gimple_location (r->enter));
  gimple_move_vops (enter, r->enter);
  gimple_stmt_iterator gsi = gsi_for_stmt (r->enter);
  gsi_replace (&gsi, enter, false);
  r->enter = enter;
}

/* A variable like DECL.  */

static tree
copy_of (tree decl)
{
  tree copy = create_tmp_var_raw (TREE_TYPE (decl), get_name (decl));
  DECL_CONTEXT (copy) = cfun->decl;
  DECL_SEEN_IN_BIND_EXPR_P (copy) = 1;
  SET_DECL_ALIGN (copy, DECL_ALIGN (decl));
  DECL_USER_ALIGN (copy) = DECL_USER_ALIGN (decl);
  TREE_THIS_VOLATILE (copy) = TREE_THIS_VOLATILE (decl);
  TREE_SIDE_EFFECTS (copy) = TREE_SIDE_EFFECTS (decl);
  DECL_SOURCE_LOCATION (copy) = DECL_SOURCE_LOCATION (decl);
  add_local_decl (cfun, copy);
  return copy;
}

/* Carries out what PLAN says of region R.  */

static bool
repair_region (simd_plan *plan, simt_region *r)
{
  auto_vec<tree> decls;
  for (addition &a : plan->todo)
    if (a.r == r)
      {
	tree decl = a.copy ? copy_of (a.v->decl) : a.v->decl;
	decls.safe_push (decl);
	simd_rewrite (r, a.v, decl);
	n_vars.value++;
	if (dump_enabled_p ())
	  dump_printf_loc (MSG_OPTIMIZED_LOCATIONS,
			   simd_location (r->alloc),
			   "%T made private to SIMD lanes: %s\n", a.v->decl,
			   a.reason);
      }
  /* What GCC has listed, too, if the region changes anyway, or where
     "ompdevlow" would fail.  */
  bool any = !decls.is_empty ();
  for (unsigned i = 1; i < gimple_call_num_args (r->enter); i++)
    if (tree decl = simd_listed_var (r->enter, i))
      {
	simd_var *v = plan->vars.find (decl);
	if (v && !v->dead_p ()
	    && (!decls.is_empty () || simd_needs_rewrite_p (r, v)))
	  {
	    simd_rewrite (r, v, decl);
	    any = true;
	  }
      }
  /* The list may also name what is no variable: GCC stops at that.  */
  bool stale = false;
  for (unsigned i = 1; i < gimple_call_num_args (r->enter); i++)
    stale |= (gimple_call_arg (r->enter, i) != null_pointer_node
	      && !simd_listed_var (r->enter, i));
  if (!decls.is_empty () || stale)
    extend_list (r, &plan->vars, decls);
  return any || stale;
}

/* The pass.  */

static unsigned
make_private (void)
{
  analysis_frame frame;
  simd_plan plan;
  if (plan.loops.loops.is_empty () && plan.loops.regions.is_empty ())
    return 0;

  unsigned todo = 0;
  for (simt_region *r : plan.loops.regions)
    {
      simd_loop *loop = plan.loops.loop_of (r);
      if (r->enter && !r->fault && (!loop || !loop->no_simt)
	  && repair_region (&plan, r))
	todo |= TODO_update_ssa;
    }
  for (gphi *phi : plan.linear)
    {
      n_linear.value++;
      simd_repair_linear (phi);
      todo |= TODO_update_ssa;
    }
  gsi_commit_edge_inserts ();
  bool nested = simd_may_be_nested_p (cgraph_node::get (cfun->decl));
  for (simd_loop *loop : plan.loops.loops)
    if (loop->no_simt)
      {
	tell_plain (loop);
	simd_take_plain_copy (loop);
	todo |= TODO_cleanup_cfg | TODO_update_ssa;
      }
    else
      {
	simd_note_calls (loop);
	if (nested && !loop->regions.is_empty ())
	  {
	    simd_ask_warp (loop);
	    todo |= TODO_update_ssa;
	  }
      }
  first_late_uid = next_uid ();
  if (todo && cfun->gimple_df)
    pt_solution_reset (&cfun->gimple_df->escaped);
  return todo;
}

/* Whether the current function has a loop with variables that this pass would
   make private, for the passes in simd-clean.cc.  */

bool
simd_wants_private_p (void)
{
  analysis_frame frame;
  simd_plan plan;
  return !plan.todo.is_empty ();
}

namespace {

const pass_data pass_data_accelfix_simd_private =
{
  GIMPLE_PASS, /* type */
  "accelfix-simd-private", /* name */
  OPTGROUP_OMP, /* optinfo_flags */
  TV_NONE, /* tv_id */
  PROP_cfg | PROP_ssa, /* properties_required */
  0, /* properties_provided */
  0, /* properties_destroyed */
  0, /* todo_flags_start */
  0, /* todo_flags_finish */
};

class pass_accelfix_simd_private : public gimple_opt_pass
{
public:
  pass_accelfix_simd_private (gcc::context *ctxt)
    : gimple_opt_pass (pass_data_accelfix_simd_private, ctxt)
  {}

  bool gate (function *fun) override { return simd_gate (fun); }
  unsigned int execute (function *) override { return make_private (); }
};

} // anon namespace

opt_pass *
make_accelfix_simd_private (gcc::context *ctxt)
{
  return new pass_accelfix_simd_private (ctxt);
}
