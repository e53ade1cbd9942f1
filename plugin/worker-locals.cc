/* OpenACC: structures and arrays that one worker sets for all (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Outside of loops over workers one worker executes the code for all.  GCC's pass
   omp_oacc_neuter_broadcast hands scalars that it sets on to the others, and has all
   workers execute stores to single components.  Gang-private variables whose address
   is taken are moved to LDS.  What remains is a structure or an array that is set as a
   whole, or in a way that the pass does not look for:

     struct range r = given;		// one worker, on its own stack
     #pragma acc loop worker
     for (int i = r.lo; i < r.hi; i++)	// the others' are not set

   and so it is with an array in a clause "private" of the compute construct.

   Here such a variable, if a loop over workers accesses it, is added to those that GCC
   moves to LDS.  So is one whose address is stored to a component of a local variable,
   as a lambda function's object has it: all workers execute such stores, each with the
   address on its own stack, and the variable that they store to may be in LDS.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "functions.h"
#include "workers.h"
#include "gimple-walk.h"
#include "tree-into-ssa.h"

#if ACCELFIX_GCN

#if ACCELFIX_GCN_WORKERS

static accelfix_counter n_locals ("structures and arrays that workers share");

/* How a variable is accessed: in loops over workers, and by one worker, other than by
   loads of it and stores to its components.  */
enum { SHARED = 1, BY_ONE = 2 };

struct local_uses
{
  hash_map<tree, int> how;
  hash_set<tree> marked;		/* GCC moves these.  */

  void note (tree, int, bool = false);
  void note_stmt (gimple *, bool);
};

/* Notes that VARIABLE is accessed as WHAT says, if it is a local one, and a structure or
   an array, or SCALARS count, too.  */

void
local_uses::note (tree variable, int what, bool scalars)
{
  if (variable && VAR_P (variable) && !is_global_var (variable)
      && (scalars || AGGREGATE_TYPE_P (TREE_TYPE (variable)))
      && !marked.contains (variable))
    how.get_or_insert (variable) |= what;
}

/* Of walk_gimple_op: notes that a variable *OP is shared.  */

static tree
note_shared (tree *op, int *, void *data)
{
  ((local_uses *) ((walk_stmt_info *) data)->info)->note (*op, SHARED);
  return NULL_TREE;
}

/* Of walk_gimple_op: notes that a variable is used by one worker whose address *OP
   is.  */

static tree
note_address (tree *op, int *subtrees, void *data)
{
  local_uses *uses = (local_uses *) ((walk_stmt_info *) data)->info;
  if (TREE_CODE (*op) == MEM_REF || TREE_CODE (*op) == TARGET_MEM_REF)
    *subtrees = 0;
  else if (TREE_CODE (*op) == ADDR_EXPR)
    uses->note (get_base_address (TREE_OPERAND (*op, 0)), BY_ONE);
  return NULL_TREE;
}

/* Notes the variables that STMT accesses, in a loop over workers if INSIDE.  */

void
local_uses::note_stmt (gimple *stmt, bool inside)
{
  walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = this;
  if (is_gimple_debug (stmt) || gimple_clobber_p (stmt))
    return;
  walk_gimple_op (stmt, inside ? note_shared : note_address, &wi);
  tree lhs = inside ? NULL_TREE : gimple_get_lhs (stmt);
  if (!lhs)
    return;
  tree set = lhs;
  while (TREE_CODE (set) == COMPONENT_REF || TREE_CODE (set) == ARRAY_REF
	 || TREE_CODE (set) == BIT_FIELD_REF)
    set = TREE_OPERAND (set, 0);
  if (set == lhs || TREE_CODE (set) != VAR_DECL)
    note (get_base_address (lhs), BY_ONE);
  else if (gimple_assign_single_p (stmt)
	   && TREE_CODE (gimple_assign_rhs1 (stmt)) == ADDR_EXPR)
    note (get_base_address (TREE_OPERAND (gimple_assign_rhs1 (stmt), 0)),
	  SHARED | BY_ONE, true);
}

/* Whether the code behind STMT is in a loop over workers; INSIDE says that for the
   code before.  */

static bool
inside_after (gimple *stmt, bool inside)
{
  return accelfix_worker_fork_p (stmt) || (inside && !accelfix_worker_join_p (stmt));
}

/* Sets in INSIDE the blocks of FUN that begin in a loop over workers.  */

static void
find_inside (function *fun, bitmap inside)
{
  auto_vec<basic_block> work;
  auto_bitmap seen;
  work.safe_push (ENTRY_BLOCK_PTR_FOR_FN (fun));
  while (!work.is_empty ())
    {
      basic_block bb = work.pop ();
      bool in = bitmap_bit_p (inside, bb->index);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	in = inside_after (gsi_stmt (gsi), in);
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (bitmap_set_bit (seen, e->dest->index))
	  {
	    if (in)
	      bitmap_set_bit (inside, e->dest->index);
	    work.safe_push (e->dest);
	  }
    }
}

static unsigned
share_locals (function *fun)
{
  tree attribute = oacc_get_fn_attrib (fun->decl);
  if (!attribute || oacc_get_fn_dim_size (fun->decl, GOMP_DIM_WORKER) == 1)
    return 0;
  /* Nobody executes code for all workers in a routine for vectors, or a sequential
     one.  */
  if (accelfix_routine_level (attribute) > GOMP_DIM_WORKER)
    return 0;
  local_uses uses;
  for_each_stmt (fun, [&] (gimple_stmt_iterator &gsi)
    {
      for_each_private_variable (gsi_stmt (gsi), [&] (tree variable)
	{
	  uses.marked.add (variable);
	});
    });

  auto_bitmap inside;
  find_inside (fun, inside);
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    {
      bool in = bitmap_bit_p (inside, bb->index);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	{
	  in = inside_after (gsi_stmt (gsi), in);
	  uses.note_stmt (gsi_stmt (gsi), in);
	}
    }

  auto_vec<tree> args;
  args.safe_push (build_int_cst (integer_type_node, IFN_UNIQUE_OACC_PRIVATE));
  args.safe_push (integer_zero_node);
  args.safe_push (build_int_cst (integer_type_node, GOMP_DIM_GANG));
  for (auto use : uses.how)
    if (use.second == (SHARED | BY_ONE))
      {
	TREE_ADDRESSABLE (use.first) = 1;
	args.safe_push (build_fold_addr_expr (use.first));
	n_locals.value++;
      }
  if (args.length () == 3)
    return 0;
  gcall *marker = gimple_build_call_internal_vec (IFN_UNIQUE, args);
  gimple_stmt_iterator gsi
    = gsi_after_labels (single_succ (ENTRY_BLOCK_PTR_FOR_FN (fun)));
  gsi_insert_before (&gsi, marker, GSI_SAME_STMT);
  mark_virtual_operands_for_renaming (fun);
  return TODO_update_ssa_only_virtuals;
}

#else /* !ACCELFIX_GCN_WORKERS */

static void
share_locals (function *)
{
}

#endif

opt_pass *
make_accelfix_worker_locals (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-worker-locals", ctxt, share_locals,
			   accelfix_workers_wanted);
}

#endif /* ACCELFIX_GCN */
