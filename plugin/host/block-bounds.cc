/* Accelfix: bounds of automatic arrays in a BLOCK.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* gfortran keeps the bounds and sizes of an automatic array in variables of the
   procedure, even if the array is one of a BLOCK construct (gfc_add_decl_to_function
   in trans-decl.c).  The gimplifier takes them for variables that the program
   declares outside of the construct around the BLOCK: they are shared, or mapped
   (omp_notice_variable in gimplify.cc).  So each iteration or thread has its own
   array, but computes where its elements are by the bounds of another.  GCC 11 to
   16; on the host as well as on devices.

   This pass moves such a variable into the innermost block that has all its uses,
   where it is private to whoever runs that block.  It must be one of gfortran's
   own, with a clause on a construct outside of that block, and the block must set
   it before it reads it: then it has no value to share.

   A procedure in which gfortran makes arrays for values on the stack
   (-fstack-arrays) stays as it is: references to these have the bounds in their
   types, in blocks where nothing here looks for them.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_bounds ("bounds of a BLOCK's arrays made its own");

namespace {

/* A clause of CONSTRUCT, which is in BIND, names the variable.  */
struct mention
{
  gimple *construct;
  gbind *bind;
};

/* What is known of a variable.  */
struct bound
{
  tree decl;
  gbind *declared;		/* Where it is declared, and NULL if nowhere.  */
  gbind *used;			/* The innermost block with all uses.  */
  bool blocked;			/* It must stay.  */
  auto_vec <mention> mentions;
};

/* Looks at a function.  */
struct search
{
  hash_map <tree, bound *> bounds;
  auto_vec <bound *> all;
  hash_set <gimple *> told;
  hash_map <gbind *, gbind *> outer;	/* The block around each.  */
  gbind *bind;			/* The present one.  */
  bool stack_arrays;		/* There are arrays for values on the stack.  */

  search () : bind (NULL), stack_arrays (false) {}
  ~search ();
  bound *find (tree decl);
  gbind *around (gbind *b) { return b ? *outer.get (b) : NULL; }
  bool within_p (gbind *b, gbind *what);
  void use (tree decl);
  void scan_clauses (gimple *construct, tree clauses);
};

search::~search ()
{
  for (bound *b : all)
    delete b;
}

/* What is known of DECL, or NULL if it cannot be a bound.  */

bound *
search::find (tree decl)
{
  if (!VAR_P (decl) || !DECL_ARTIFICIAL (decl) || is_global_var (decl)
      || DECL_CONTEXT (decl) != current_function_decl
      || DECL_HAS_VALUE_EXPR_P (decl) || TREE_ADDRESSABLE (decl)
      || !INTEGRAL_TYPE_P (TREE_TYPE (decl)))
    return NULL;
  bool existed;
  bound *&b = bounds.get_or_insert (decl, &existed);
  if (!existed)
    {
      b = new bound ();
      b->decl = decl;
      b->declared = b->used = NULL;
      b->blocked = false;
      all.safe_push (b);
    }
  return b;
}

/* Whether block B is WHAT or in it.  */

bool
search::within_p (gbind *b, gbind *what)
{
  for (; b; b = around (b))
    if (b == what)
      return true;
  return false;
}

/* A statement of the present block, or a clause of one, uses DECL.  */

void
search::use (tree decl)
{
  bound *b = find (decl);
  if (!b)
    return;
  if (!b->used)
    b->used = bind;
  else
    while (!within_p (bind, b->used))
      b->used = around (b->used);
}

/* A callback of walk_tree.  */

static tree
use_op (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (VAR_P (*tp))
    ((search *) data)->use (*tp);
  return NULL_TREE;
}

/* The same for walk_gimple_op.  */

static tree
use_gimple_op (tree *tp, int *walk_subtrees, void *data)
{
  return use_op (tp, walk_subtrees, ((walk_stmt_info *) data)->info);
}

/* Whether C says no more of its variable than that its value goes in and out.  The
   program cannot name it.  */

static bool
movable_p (tree c)
{
  switch (OMP_CLAUSE_CODE (c))
    {
    case OMP_CLAUSE_SHARED:
    case OMP_CLAUSE_PRIVATE:
    case OMP_CLAUSE_FIRSTPRIVATE:
    case OMP_CLAUSE_MAP:
      return true;
    default:
      return false;
    }
}

/* The type of the array of which clause C has a copy made; NULL if there is none.  */

static tree
copied_array (tree c)
{
  switch (OMP_CLAUSE_CODE (c))
    {
    case OMP_CLAUSE_PRIVATE: case OMP_CLAUSE_FIRSTPRIVATE:
    case OMP_CLAUSE_LASTPRIVATE: case OMP_CLAUSE_REDUCTION:
    case OMP_CLAUSE_IN_REDUCTION: case OMP_CLAUSE_TASK_REDUCTION:
    case OMP_CLAUSE_COPYIN: case OMP_CLAUSE_COPYPRIVATE:
      break;
    default:
      return NULL_TREE;
    }
  tree type = TREE_TYPE (OMP_CLAUSE_DECL (c));
  if (POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  return TREE_CODE (type) == ARRAY_TYPE ? type : NULL_TREE;
}

/* Notes what the CLAUSES of CONSTRUCT name and use.  The copy of an array is as large as
   its type says, in variables that no statement need name.  */

void
search::scan_clauses (gimple *construct, tree clauses)
{
  for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN (c))
    {
      if (tree array = copied_array (c))
	{
	  walk_tree (&TYPE_SIZE_UNIT (array), use_op, this, NULL);
	  walk_tree (&TYPE_SIZE (array), use_op, this, NULL);
	  if (TYPE_DOMAIN (array))
	    walk_tree (&TYPE_MAX_VALUE (TYPE_DOMAIN (array)), use_op, this, NULL);
	}
      for (unsigned k = 0; k < omp_clause_num_ops[OMP_CLAUSE_CODE (c)]; k++)
	{
	  tree op = OMP_CLAUSE_OPERAND (c, k);
	  if (!op)
	    continue;
	  bound *b = k == 0 && DECL_P (op) ? find (op) : NULL;
	  if (!b)
	    walk_tree (&OMP_CLAUSE_OPERAND (c, k), use_op, this, NULL);
	  else if (movable_p (c))
	    b->mentions.safe_push (mention { construct, bind });
	  else
	    b->blocked = true;
	}
    }
}

/* A callback of walk_gimple_seq_mod.  */

static tree
scan_stmt (gimple_stmt_iterator *gsi, bool *handled, walk_stmt_info *wi)
{
  search *s = (search *) wi->info;
  gimple *stmt = gsi_stmt (*gsi);
  if (gbind *bind = dyn_cast <gbind *> (stmt))
    {
      gbind *before = s->bind;
      s->outer.put (bind, before);
      for (tree v = gimple_bind_vars (bind); v; v = DECL_CHAIN (v))
	if (bound *b = s->find (v))
	  b->declared = bind;
	else
	  s->stack_arrays |= (VAR_P (v) && DECL_ARTIFICIAL (v)
			      && DECL_HAS_VALUE_EXPR_P (v)
			      && TREE_CODE (TREE_TYPE (v)) == ARRAY_TYPE);
      s->bind = bind;
      walk_stmt_info inner;
      memset (&inner, 0, sizeof inner);
      inner.info = s;
      walk_gimple_seq_mod (gimple_bind_body_ptr (bind), scan_stmt,
			   use_gimple_op, &inner);
      s->bind = before;
      *handled = true;
    }
  else if (tree *clauses = host_clauses (stmt))
    {
      tree own = *clauses;
      s->scan_clauses (stmt, own);
      /* The other operands, and what is in it.  */
      *clauses = NULL_TREE;
      walk_stmt_info inner;
      memset (&inner, 0, sizeof inner);
      inner.info = s;
      walk_gimple_op (stmt, use_gimple_op, &inner);
      if (gimple_code (stmt) == GIMPLE_OMP_FOR)
	walk_gimple_seq_mod (gimple_omp_for_pre_body_ptr (stmt), scan_stmt,
			     use_gimple_op, &inner);
      walk_gimple_seq_mod (gimple_omp_body_ptr (stmt), scan_stmt, use_gimple_op,
			   &inner);
      *clauses = own;
      *handled = true;
    }
  return NULL_TREE;
}

/* Looks for the first use of a variable.  */
struct first_use
{
  tree decl;
  hash_set <tree> passed;	/* Labels.  */
  hash_set <tree> ahead;	/* Labels to which something jumps.  */
  enum { NONE, SET, OTHER } found;

  void label (tree l) { passed.add (l); ahead.remove (l); }
  void jump (tree l);
  void scan (gimple_seq seq);
  void scan_stmt (gimple *stmt);
  bool used_by_p (gimple *stmt);
};

void
first_use::jump (tree l)
{
  if (l && !passed.contains (l))
    ahead.add (l);
}

/* A callback of walk_gimple_op.  */

static tree
find_decl (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return *tp == ((walk_stmt_info *) data)->info ? *tp : NULL_TREE;
}

/* Whether STMT or what is in it uses the variable.  */

bool
first_use::used_by_p (gimple *stmt)
{
  walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = decl;
  gimple_seq seq = NULL;
  if (!gimple_has_substatements (stmt))
    return walk_gimple_op (stmt, find_decl, &wi) != NULL_TREE;
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt, &seq);
  return walk_gimple_stmt (&gsi, NULL, find_decl, &wi) != NULL_TREE;
}

void
first_use::scan_stmt (gimple *stmt)
{
  switch (gimple_code (stmt))
    {
    case GIMPLE_BIND:
      scan (gimple_bind_body (as_a <gbind *> (stmt)));
      return;
    case GIMPLE_TRY:
      scan (gimple_try_eval (stmt));
      if (found == NONE)
	scan (gimple_try_cleanup (stmt));
      return;
    case GIMPLE_LABEL:
      label (gimple_label_label (as_a <glabel *> (stmt)));
      return;
    case GIMPLE_GOTO:
      jump (gimple_goto_dest (stmt));
      return;
    case GIMPLE_COND:
      jump (gimple_cond_true_label (as_a <gcond *> (stmt)));
      jump (gimple_cond_false_label (as_a <gcond *> (stmt)));
      break;
    case GIMPLE_SWITCH:
      for (unsigned k = 0; k < gimple_switch_num_labels
	   (as_a <gswitch *> (stmt)); k++)
	jump (CASE_LABEL (gimple_switch_label (as_a <gswitch *> (stmt), k)));
      break;
    default:
      break;
    }
  if (!used_by_p (stmt))
    return;
  found = OTHER;
  if (gimple_get_lhs (stmt) != decl || !ahead.is_empty ())
    return;
  for (unsigned k = gimple_code (stmt) == GIMPLE_CALL ? 3 : 1;
       k < gimple_num_ops (stmt); k++)
    if (tree op = gimple_op (stmt, k))
      {
	walk_stmt_info wi;
	memset (&wi, 0, sizeof wi);
	wi.info = decl;
	if (walk_tree (&op, find_decl, &wi, NULL))
	  return;
      }
  found = SET;
}

void
first_use::scan (gimple_seq seq)
{
  for (gimple_stmt_iterator i = gsi_start (seq);
       !gsi_end_p (i) && found == NONE; gsi_next (&i))
    scan_stmt (gsi_stmt (i));
}

/* Takes DECL out of the chain that begins at *P.  */

static void
unlink (tree *p, tree decl)
{
  for (; *p; p = &DECL_CHAIN (*p))
    if (*p == decl)
      {
	*p = DECL_CHAIN (decl);
	return;
      }
}

/* Moves the variable of B from its block to the one with all its uses.  */

static void
move (bound *b, gbind *to)
{
  gbind *from = b->declared;
  tree vars = gimple_bind_vars (from);
  unlink (&vars, b->decl);
  gimple_bind_set_vars (from, vars);
  if (tree block = gimple_bind_block (from))
    unlink (&BLOCK_VARS (block), b->decl);
  DECL_CHAIN (b->decl) = gimple_bind_vars (to);
  gimple_bind_set_vars (to, b->decl);
}

/* Drops the clauses of STMT that name DECL.  */

static void
drop_clauses (gimple *stmt, tree decl)
{
  for (tree *p = host_clauses (stmt); *p; )
    if (omp_clause_num_ops[OMP_CLAUSE_CODE (*p)] > 0
	&& OMP_CLAUSE_OPERAND (*p, 0) == decl)
      *p = OMP_CLAUSE_CHAIN (*p);
    else
      p = &OMP_CLAUSE_CHAIN (*p);
}

/* Repairs B if it is a bound that constructs share.  */

static void
repair (search *s, bound *b)
{
  if (b->blocked || !b->declared || !b->used || b->used == b->declared)
    return;
  gimple *outermost = NULL;
  for (const mention &m : b->mentions)
    if (!s->within_p (m.bind, b->used) && s->within_p (m.bind, b->declared)
	&& !outermost)
      outermost = m.construct;
  if (!outermost)
    return;
  first_use first;
  first.decl = b->decl;
  first.found = first_use::NONE;
  first.scan (gimple_bind_body (b->used));
  if (first.found != first_use::SET)
    return;
  for (const mention &m : b->mentions)
    if (!s->within_p (m.bind, b->used))
      drop_clauses (m.construct, b->decl);
  move (b, b->used);
  n_bounds.value++;
  if (!s->told.add (outermost))
    host_repaired (gimple_location (outermost),
		   "the bounds of arrays in a BLOCK belong to the BLOCK");
}

/* Sets *FOUND, a bool, at a block that declares a variable of the program's.  */

static bool
find_local (gimple_stmt_iterator *gsi, void *found)
{
  if (gbind *bind = dyn_cast <gbind *> (gsi_stmt (*gsi)))
    for (tree v = gimple_bind_vars (bind); v; v = DECL_CHAIN (v))
      if (VAR_P (v) && DECL_NAME (v) && !DECL_ARTIFICIAL (v))
	*(bool *) found = true;
  return *(bool *) found;
}

/* The same, where the block is in a construct.  */

static bool
find_block (gimple_stmt_iterator *gsi, void *found)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (!host_clauses (stmt))
    return *(bool *) found;
  host_visit_seq (gimple_omp_body_ptr (stmt), find_local, found);
  return true;
}

/* To look for the uses of variables takes long, and few procedures have a BLOCK in a
   construct.  */

static void
visit_function (function *)
{
  bool blocks = false;
  host_visit_all (find_block, &blocks);
  if (!blocks)
    return;
  search s;
  walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = &s;
  gimple_seq body = gimple_body (current_function_decl);
  walk_gimple_seq_mod (&body, scan_stmt, use_gimple_op, &wi);
  gimple_set_body (current_function_decl, body);
  if (s.stack_arrays)
    return;
  for (bound *b : s.all)
    if (!b->mentions.is_empty ())
      repair (&s, b);
}

} // anon namespace

opt_pass *
make_accelfix_block_bounds (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-block-bounds", ctxt, visit_function,
			   []
			   {
			     return ((flag_openmp || flag_openacc)
				     && accelfix_args.block_bounds
				     && lang_GNU_Fortran ());
			   });
}
