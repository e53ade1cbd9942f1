/* Variables in memory that SIMT regions refer to, and whose they are.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "simd.h"

/* A variable that is declared in the body of a simd loop, or private to it,
   is another one in each iteration.  For what lives in registers that is so
   by itself, as each lane has registers of its own.  What lives in memory is
   in the frame, which the lanes of a warp share, unless GOMP_SIMT_ENTER lists
   it.  GCC lists what a private clause names, and no more:

   - a clause that gimplification adds for a variable of the body names the
     variable of the loop's other copy (scan_omp_simd renames the body's
     variables and not the clauses);
   - there is no clause for an array whose address is not taken, nor for
     temporaries;
   - the variables of inlined functions are added if the call is in the simd
     loop itself, not if it is in a loop within (expand_call_inline).

   So variables have to be told apart after the fact.  All this looks at
   those that nothing outside the two copies of one loop refers to:

   1. What was declared within the loop is each iteration's own.  BLOCKs tell
      that: GOMP_USE_SIMT stands right before the loop, so that each BLOCK that
      holds it was open before the loop, and any other was not.  Where it is in
      no BLOCK, as in a combined construct with GCC 14, the other copy tells: a
      BLOCK that was open before the loop holds both copies, and one that was
      not is in a single one.
   2. A variable that is dead at the end of each iteration, since every path
      there passes a clobber behind the last reference, is the iteration's
      own.
   3. Temporaries that gimplification made within the loop are in no BLOCK or
      in an outer one, and serve one evaluation of an expression: each
      iteration sets what it reads of them (simd-set.cc).
   4. A variable that was declared outside is shared.  It may keep values
      from one execution of the loop to the next.
   5. What is in no BLOCK and named in both copies was not renamed, thus not
      declared in the body.

   What remains is a user's variable whose BLOCK was lost, in one copy of the
   loop only, and what has no name and keeps values.  Its loop runs without
   SIMT, as one does where these rules contradict each other: what was declared
   within the loop and is used outside it is some pass's doing that nobody knows
   of here.  */

simd_scopes::simd_scopes ()
  : loop (NULL)
{
  tree outer = DECL_INITIAL (cfun->decl);
  if (outer && TREE_CODE (outer) == BLOCK)
    add (outer);
}

/* Notes the variables of BLOCK and of the BLOCKs in it.  */

void
simd_scopes::add (tree block)
{
  for (tree v = BLOCK_VARS (block); v; v = DECL_CHAIN (v))
    if (VAR_P (v))
      blocks.put (v, block);
  for (tree b = BLOCK_SUBBLOCKS (block); b; b = BLOCK_CHAIN (b))
    add (b);
}

/* Adds the BLOCKs that hold STMT to HOLDERS.  */

static void
add_holders (gimple *stmt, hash_set<tree> *holders)
{
  for (tree b = gimple_block (stmt); b && TREE_CODE (b) == BLOCK;
       b = BLOCK_SUPERCONTEXT (b))
    if (holders->add (b))
      break;
}

/* Adds the BLOCKs that hold a statement of COPIES to HOLDERS.  */

static void
add_holders (const vec<simd_copy *> &copies, hash_set<tree> *holders)
{
  for (simd_copy *copy : copies)
    for (basic_block bb : copy->blocks)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	add_holders (gsi_stmt (gsi), holders);
}

/* Where DECL was declared, seen from loop L.  */

simd_scope
simd_scopes::find (simd_loop *l, tree decl)
{
  if (l != loop)
    {
      loop = l;
      open.empty ();
      inner.empty ();
      if (gimple_block (l->use_simt))
	add_holders (l->use_simt, &open);
      else
	{
	  add_holders (l->plain, &open);
	  add_holders (l->simt, &inner);
	}
    }
  tree *block = blocks.get (decl);
  if (!block || open.is_empty ())
    return SCOPE_UNKNOWN;
  if (*block == DECL_INITIAL (cfun->decl))
    return SCOPE_OUTER;
  if (!gimple_block (l->use_simt) && !inner.contains (*block))
    return SCOPE_UNKNOWN;
  return open.contains (*block) ? SCOPE_OUTER : SCOPE_LOOP;
}

/* See simd.h.  */

bool
simd_frame_var_p (tree decl)
{
  return (VAR_P (decl) && auto_var_in_fn_p (decl, cfun->decl)
	  && !is_gimple_reg (decl) && !DECL_HARD_REGISTER (decl)
	  && !DECL_HAS_VALUE_EXPR_P (decl)
	  && DECL_SIZE_UNIT (decl)
	  && TREE_CODE (DECL_SIZE_UNIT (decl)) == INTEGER_CST);
}

/* What one walk over operands is told.  */
struct walk_data
{
  simd_vars *vars;
  gimple *stmt;
  edge e;		/* For the argument of a PHI.  */
};

/* Callback of walk_gimple_op: notes the variables in *TP.  */

static tree
note_var (tree *tp, int *walk_subtrees, void *data)
{
  walk_data *d = (walk_data *) ((walk_stmt_info *) data)->info;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (!DECL_P (*tp) || !simd_frame_var_p (*tp))
    return NULL_TREE;
  bool there;
  simd_var *&v = d->vars->map.get_or_insert (*tp, &there);
  if (!there)
    {
      v = new simd_var;
      v->decl = *tp;
      v->listed = false;
      d->vars->order.safe_push (v);
    }
  if (d->e)
    v->phis.safe_push (d->e);
  else if (simd_call_p (d->stmt, IFN_GOMP_SIMT_ENTER))
    v->listed = true;
  else if (gimple_clobber_p (d->stmt)
	   && gimple_assign_lhs (d->stmt) == v->decl)
    v->clobbers.safe_push (d->stmt);
  else if (is_gimple_debug (d->stmt))
    v->debugs.safe_push (d->stmt);
  else if (v->refs.is_empty () || v->refs.last () != d->stmt)
    v->refs.safe_push (d->stmt);
  return NULL_TREE;
}

/* Orders variables by DECL_UID, so that the output depends on no
   address.  */

static int
compare_uids (const void *a, const void *b)
{
  const simd_var *va = *(const simd_var *const *) a;
  const simd_var *vb = *(const simd_var *const *) b;
  return DECL_UID (va->decl) < DECL_UID (vb->decl) ? -1 : 1;
}

simd_vars::simd_vars ()
{
  walk_data d = { this, NULL, NULL };
  walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = &d;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      for (gphi_iterator pi = gsi_start_phis (bb); !gsi_end_p (pi);
	   gsi_next (&pi))
	for (unsigned i = 0; i < gimple_phi_num_args (pi.phi ()); i++)
	  {
	    d.e = gimple_phi_arg_edge (pi.phi (), i);
	    tree arg = gimple_phi_arg_def (pi.phi (), i);
	    walk_tree (&arg, note_var, &wi, NULL);
	  }
      d.e = NULL;
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	{
	  d.stmt = gsi_stmt (gsi);
	  walk_gimple_op (d.stmt, note_var, &wi);
	}
    }
  order.qsort (compare_uids);
}

simd_var *
simd_vars::find (tree decl)
{
  simd_var **v = map.get (decl);
  return v ? *v : NULL;
}

bool
simd_vars::dead_p (tree decl)
{
  simd_var *v = find (decl);
  return v && v->dead_p ();
}

/* Whether all that refers to V is in the regions of LOOP, or in its other
   copy, which *OTHER then says.  */

static bool
confined_p (simd_loop *loop, const simd_var *v, bool *other)
{
  *other = false;
  for (gimple *stmt : v->refs)
    if (!loop->in_regions_p (stmt))
      {
	if (!loop->in_plain_p (gimple_bb (stmt)))
	  return false;
	*other = true;
      }
  for (edge e : v->phis)
    if (!loop->in_regions_p (e))
      {
	if (!loop->in_plain_p (e->src))
	  return false;
	*other = true;
      }
  return true;
}

/* See simd.h.  */

bool
simd_next_iteration_p (simt_region *r, edge e)
{
  class loop *loop = simd_region_loop (r, e->dest);
  return (loop && loop->header == e->dest
	  && flow_bb_inside_loop_p (loop, e->src));
}

/* Whether V is dead at the end of each iteration of R, and when R is left: on
   every path from a reference there is a clobber.  */

static bool
dies_in_iteration_p (simt_region *r, const simd_var *v)
{
  if (v->clobbers.is_empty ())
    return false;
  simd_var_sets of (v);

  /* A block is looked at once as it is and once more if V reaches it.  */
  auto_bitmap reached;
  auto_vec<basic_block> work;
  work.safe_splice (r->blocks);
  basic_block first = gimple_bb (r->alloc);
  while (!work.is_empty ())
    {
      basic_block bb = work.pop ();
      bool live = bitmap_bit_p (reached, bb->index);
      bool inside = bitmap_bit_p (r->starts, bb->index);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	{
	  gimple *stmt = gsi_stmt (gsi);
	  if (stmt == r->alloc)
	    {
	      inside = true;
	      live = false;
	    }
	  else if (inside && r->exit_p (stmt))
	    {
	      if (live)
		return false;
	      inside = false;
	    }
	  else if (inside && of.clobbers.contains (stmt))
	    live = false;
	  else if (inside && of.refs.contains (stmt))
	    live = true;
	}
      gcc_checking_assert (bb == first || inside
			   || !bitmap_bit_p (r->ends, bb->index));
      if (!bitmap_bit_p (r->ends, bb->index))
	continue;
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (live || of.phis.contains (e))
	  {
	    if ((e->flags & EDGE_IRREDUCIBLE_LOOP) || simd_next_iteration_p (r, e))
	      return false;
	    if (bitmap_set_bit (reached, e->dest->index))
	      work.safe_push (e->dest);
	  }
    }
  return true;
}

/* Callback of walk_gimple_op: finds a reference to the variable that makes
   expand put it into memory: an index that is not constant, from GCC 14 on a
   volatile access, or a view as what has no mode.  */

static tree
memory_ref_p (tree *tp, int *walk_subtrees, void *data)
{
  tree decl = (tree) ((walk_stmt_info *) data)->info;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  bool memory = REFERENCE_CLASS_P (t) && TREE_THIS_VOLATILE (t);
  if (TREE_CODE (t) == ARRAY_REF || TREE_CODE (t) == ARRAY_RANGE_REF)
    memory |= !is_gimple_min_invariant (TREE_OPERAND (t, 1));
  else if (TREE_CODE (t) == VIEW_CONVERT_EXPR)
    memory |= TYPE_MODE (TREE_TYPE (t)) == BLKmode;
  else if (TREE_CODE (t) == TARGET_MEM_REF)
    memory = true;
  return memory && get_base_address (t) == decl ? t : NULL_TREE;
}

/* Whether expand will give V a register, as it does for structures of the
   size of one that nothing takes the address of (use_register_for_decl and
   discover_nonconstant_array_refs).  */

static bool
register_p (const simd_var *v)
{
  if (!optimize || !use_register_for_decl (v->decl))
    return false;
  for (gimple *stmt : v->refs)
    if (simd_walk_op (stmt, memory_ref_p, v->decl))
      return false;
  return v->phis.is_empty ();
}

/* Whether simd_set_first_p holds of V in all regions of LOOP.  */

static bool
set_first_p (simd_loop *loop, const simd_var *v)
{
  for (simt_region *r : loop->regions)
    if (!simd_set_first_p (r, v))
      return false;
  return true;
}

/* See simd.h.  */

simd_owner
simd_find_owner (simd_loop *loop, simd_var *v, simd_scopes *scopes,
		 const char **reason)
{
  simd_scope scope = scopes->find (loop, v->decl);
  bool within = scope == SCOPE_LOOP;
  bool temporary = DECL_ARTIFICIAL (v->decl) && !DECL_NONLOCAL_FRAME (v->decl);
  bool other;
  if (!confined_p (loop, v, &other))
    {
      if (within)
	*reason = "a variable of the loop is used outside it";
      else if (temporary && set_first_p (loop, v))
	*reason = "a temporary that each iteration sets is used outside it";
      else
	{
	  *reason = "used outside the loop";
	  return OWNER_ALL;
	}
      return OWNER_UNKNOWN;
    }
  simd_owner own = register_p (v) ? OWNER_REGISTER : OWNER_LANE;
  if (within)
    {
      *reason = "declared in the loop";
      return own;
    }
  bool dies = true;
  for (simt_region *r : loop->regions)
    dies &= dies_in_iteration_p (r, v);
  if (dies)
    {
      *reason = "its life ends in each iteration";
      return own;
    }
  if (temporary)
    {
      bool set = set_first_p (loop, v);
      *reason = (set ? "a temporary of the loop's body"
		 : "what a temporary keeps is not known");
      return set ? own : OWNER_UNKNOWN;
    }
  if (scope == SCOPE_OUTER || other)
    {
      *reason = "declared outside the loop";
      return OWNER_ALL;
    }
  *reason = "where it was declared is not known";
  return OWNER_UNKNOWN;
}
