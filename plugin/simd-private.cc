/* Give each SIMD lane variables of its own.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "simd.h"
#include "functions.h"

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
   - a function with such an array that it calls, over others too, and that
     calls functions with frames: the stack pointers of the lanes differ there,
     and what tells a callee where the stack ends is one word for a warp;
   - code of GCC's or libgomp's that this pass does not know: what it knows is
     right, and everything else goes without SIMT;
   - more variables than PTX allows for one thread.

   Before this pass some of GCC's own clean up the functions that need it
   (simd-clean.cc): a variable that becomes a register is right by itself.  */

static accelfix_counter n_vars ("variables made private to SIMD lanes");
static accelfix_counter n_linear ("linear variables of simd loops repaired");
static accelfix_counter n_guards ("counters of simd loops kept from wrapping");
static accelfix_counter n_plain ("simd loops run without SIMT");

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

/* Whether a statement or a PHI that refers to V is in LOOP's other copy.  */

static bool
used_elsewhere_p (simd_loop *loop, const simd_var *v)
{
  for (gimple *stmt : v->refs)
    if (loop->in_plain_p (gimple_bb (stmt)))
      return true;
  for (edge e : v->phis)
    if (loop->in_plain_p (e->src))
      return true;
  return false;
}

/* The bytes of what R's list names and of what is to be added.  */

static unsigned HOST_WIDE_INT
record_bytes (simt_region *r, simd_vars *vars)
{
  unsigned HOST_WIDE_INT bytes = 0;
  for (const simd_addition &a : r->todo)
    bytes += tree_to_uhwi (DECL_SIZE_UNIT (a.v->decl));
  for (unsigned i = 1; r->enter && i < gimple_call_num_args (r->enter); i++)
    if (tree decl = simd_listed_var (r->enter, i))
      if (!vars->dead_p (decl))
	bytes += tree_to_uhwi (DECL_SIZE_UNIT (decl));
  return bytes;
}

/* Adds to what is to be done for the regions of LOOP what they lack, or sets
   LOOP->no_simt.  Variables that will be in registers go to REGISTERS.  */

static void
find_additions (simd_loop *loop, simd_vars *vars, simd_scopes *scopes,
		vec<tree> *registers)
{
  if (loop->regions.is_empty ())
    /* No lanes run it (simd_plan::make).  */
    return;
  for (simd_var *v : loop->vars)
    {
      if (v->listed || v->dead_p ())
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
	  return;
	}
      if (owner == OWNER_REGISTER)
	registers->safe_push (v->decl);
      if (owner != OWNER_LANE)
	continue;
      unsigned users = 0;
      for (simt_region *r : loop->regions)
	users += uses_p (r, v);
      for (simt_region *r : loop->regions)
	if (uses_p (r, v))
	  r->todo.safe_push ({ v, users > 1 || used_elsewhere_p (loop, v),
			       reason });
    }
  for (simt_region *r : loop->regions)
    if (record_bytes (r, vars) > ptx_max_local_bytes)
      loop->no_simt = "its variables are more than the 512 kB that PTX "
		      "allows a thread";
}

/* No variable that was there when this pass had the current function has a
   DECL_UID from here on.  */
static unsigned first_late_uid;

/* The DECL_UIDs of those that will be in registers.  */
static hash_set<int_hash<unsigned, UINT_MAX, UINT_MAX - 1> > *register_uids;

/* See simd.h.  */

bool
simd_lane_var_p (tree decl)
{
  return ((DECL_ARTIFICIAL (decl) && DECL_UID (decl) >= first_late_uid)
	  || (register_uids && register_uids->contains (DECL_UID (decl))));
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

/* What is to be done in the current function: for each region what it says
   itself, and the following.  */
struct simd_plan
{
  simd_loops loops;
  simd_vars vars;
  auto_vec<gphi *> linear;
  auto_vec<simd_guard> guards;
  auto_vec<tree> registers;	/* Variables that will be in registers.  */

  void make ();
  bool private_p ();

private:
  void find_vars ();
  void add_var (simd_var *v, basic_block bb);
};

/* Adds V to the loops whose copy for SIMT has BB, after those before it.  */

void
simd_plan::add_var (simd_var *v, basic_block bb)
{
  for (simd_copy *c = loops.copy_of (bb); c; c = c->outer)
    if (c->simt && (c->loop->vars.is_empty () || c->loop->vars.last () != v))
      c->loop->vars.safe_push (v);
}

/* Tells each loop what it refers to.  */

void
simd_plan::find_vars ()
{
  for (simd_var *v : vars.order)
    {
      for (gimple *stmt : v->refs)
	add_var (v, gimple_bb (stmt));
      for (edge e : v->phis)
	add_var (v, e->src);
    }
}

/* Whether a loop has variables that are to be made private.  That others may
   keep it from SIMT is no matter.  */

bool
simd_plan::private_p ()
{
  simd_scopes scopes;
  find_vars ();
  for (simd_loop *loop : loops.loops)
    {
      find_additions (loop, &vars, &scopes, &registers);
      for (simt_region *r : loop->regions)
	if (!loop->no_simt && !r->todo.is_empty ())
	  return true;
    }
  return false;
}

void
simd_plan::make ()
{
  simd_scopes scopes;
  find_vars ();
  for (simd_loop *loop : loops.loops)
    {
      loop->no_simt = simd_find_obstacle (&loops, loop);
      unsigned n_linear = linear.length (), n_guards = guards.length ();
      for (simt_region *r : loop->regions)
	if (!loop->no_simt)
	  loop->no_simt = simd_find_linear (r, &linear);
      for (simt_region *r : loop->regions)
	if (!loop->no_simt)
	  loop->no_simt = simd_find_wrap (r, &guards);
      for (simt_region *r : loop->regions)
	if (!loop->no_simt)
	  loop->no_simt = simd_find_leaving (r);
      if (!loop->no_simt)
	find_additions (loop, &vars, &scopes, &registers);
      if (loop->no_simt)
	{
	  linear.truncate (n_linear);
	  guards.truncate (n_guards);
	}
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
  for (const simd_addition &a : r->todo)
    {
      tree decl = a.copy ? copy_of (a.v->decl) : a.v->decl;
      decls.safe_push (decl);
      simd_rewrite (r, a.v, decl);
      n_vars.value++;
      if (dump_enabled_p ())
	dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, simd_location (r->alloc),
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

/* Notes for later passes what PLAN, null if there was none, takes for variables
   of a lane that need no place in its record.  */

static void
note_lane_vars (const simd_plan *plan)
{
  if (!register_uids)
    register_uids = new hash_set<int_hash<unsigned, UINT_MAX, UINT_MAX - 1> >;
  register_uids->empty ();
  if (plan)
    for (tree decl : plan->registers)
      register_uids->add (DECL_UID (decl));
  first_late_uid = next_uid ();
}

/* Says that nothing can be done about the regions of the current function, for
   which there is no other copy.  */

static void
refuse (simd_plan *plan)
{
  error_at (simd_location (plan->loops.regions[0]->alloc).get_location_t (),
	    "what chooses between the copies of a %<simd%> loop is not known; "
	    "%<-fplugin-arg-accelfix-simd-private=0%> leaves it as it is");
}

/* Whether the current function has a simd loop or a region.  Most have none,
   and nothing is asked of them.  */

static bool
has_loops_p (void)
{
  bool any = false;
  for_each_stmt (cfun, [&] (gimple_stmt_iterator &gsi)
    {
      any |= (simd_call_p (gsi_stmt (gsi), IFN_GOMP_USE_SIMT)
	      || simd_call_p (gsi_stmt (gsi), IFN_GOMP_SIMT_ENTER_ALLOC));
    });
  return any;
}

/* The pass.  */

static unsigned
make_private (function *)
{
  function_facts *facts = facts_of (cfun->decl);
  facts->lowered = true;
  delete facts->region_calls;
  facts->region_calls = NULL;
  note_lane_vars (NULL);
  if (!has_loops_p ())
    return 0;
  analysis_frame frame;
  simd_plan plan;
  if (plan.loops.loops.is_empty ())
    {
      refuse (&plan);
      return 0;
    }
  plan.make ();

  unsigned todo = 0;
  for (simt_region *r : plan.loops.regions)
    if (r->enter && !r->fault && r->loop && !r->loop->no_simt
	&& repair_region (&plan, r))
      todo |= TODO_update_ssa;
  for (gphi *phi : plan.linear)
    {
      n_linear.value++;
      simd_repair_linear (phi);
      todo |= TODO_update_ssa;
    }
  for (const simd_guard &g : plan.guards)
    {
      n_guards.value++;
      simd_repair_wrap (g);
      todo |= TODO_update_ssa;
    }
  gsi_commit_edge_inserts ();
  bool nested = may_be_nested_p (cgraph_node::get (cfun->decl));
  for (simd_loop *loop : plan.loops.loops)
    if (loop->no_simt)
      {
	tell_plain (loop);
	simd_take_plain_copy (&plan.loops, loop);
	todo |= TODO_cleanup_cfg | TODO_update_ssa;
      }
    else
      {
	for (simt_region *r : loop->regions)
	  for (gimple *stmt : r->stmts)
	    note_region_call (stmt);
	if (nested && !loop->regions.is_empty ())
	  {
	    simd_ask_warp (loop);
	    todo |= TODO_update_ssa;
	  }
      }
  for_each_stmt (cfun, simd_widen_exchange);
  note_lane_vars (&plan);
  if (todo && cfun->gimple_df)
    pt_solution_reset (&cfun->gimple_df->escaped);
  return todo;
}

/* See simd.h.  */

bool
simd_wants_private_p (void)
{
  if (!has_loops_p ())
    return false;
  analysis_frame frame;
  simd_plan plan;
  return !plan.loops.loops.is_empty () && plan.private_p ();
}

opt_pass *
make_accelfix_simd_private (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-simd-private", ctxt, make_private,
			   simd_gate);
}
