/* OpenACC: loops whose iterations may depend on each other.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A loop with "auto" is to run in parallel only if the compiler finds that its
   iterations are independent.  GCC marks each loop of a parallel or serial
   construct, or of a routine, as independent, also one with "auto"
   (lower_oacc_head_mark in omp-low.cc), and runs it in parallel.  GCC 11 to 16.

   A serial construct has one gang, one worker and a vector length of one, so no
   loop in it runs in parallel, whatever its clauses; and one without a clause is
   not taken for independent, as it is in a parallel construct.  GCC's compiler for
   nvptx knows no vector length but 32, and spreads these loops over the lanes,
   too.

   This pass makes the clause "seq" unless it sees that the loop is independent,
   for loops with "auto" and for all loops of serial constructs.  It does see that
   if

     - scalars that are set are the body's own, or the loop's clauses make them
       private or reduce them;
     - what is stored to is an array of the program, with the loop's variable as
       one of its subscripts, and all of the body's references to that array
       have it in the same place;
     - nothing is stored or loaded by a pointer, as long as something else than
       the body's own variables is stored to;
     - nothing is called that could do so.

   All else is sequential, which is always right.  Whoever knows better writes
   "independent".  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_sequential ("loops that run sequentially");

namespace {

/* What is known of a loop's body.  */
struct body
{
  gomp_for *loop;
  hash_set<tree> own;		/* Variables that each iteration has.  */
  hash_map<tree, int> place;	/* Of an array: where the subscript is the
				   loop's variable, from the right.  */
  auto_vec<tree> stored;	/* Arrays, not the body's own.  */
  bool pointers;		/* Something is reached by a pointer.  */
  bool dependent;		/* A dependence cannot be excluded.  */
};

} // anon namespace

/* Whether each iteration of B's loop has a variable DECL of its own.  So it is
   with temporaries of the compiler, which are set before they are used.  */

static bool
own_p (body *b, tree decl)
{
  return (TREE_CODE (decl) == SSA_NAME || b->own.contains (decl)
	  || (VAR_P (decl) && DECL_ARTIFICIAL (decl) && is_gimple_reg (decl)));
}

/* Where subscript of REF, an ARRAY_REF or a reference to its part, is the
   variable of B's loop, from the right; -1 if nowhere.  */

static int
place_of_variable (const body *b, tree ref)
{
  tree var = gimple_omp_for_index (b->loop, 0);
  int at = 0;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF)
      {
	if (TREE_OPERAND (ref, 1) == var)
	  return at;
	at++;
      }
  return -1;
}

/* Notes REF, which is STORED to, or loaded.  */

static void
note_reference (body *b, tree ref, bool stored)
{
  tree base = get_base_address (ref);
  if (!base || !DECL_P (base))
    {
      b->pointers = true;
      b->dependent |= stored;
      return;
    }
  if (own_p (b, base))
    return;
  if (!stored && is_gimple_reg_type (TREE_TYPE (base)))
    return;
  int at = place_of_variable (b, ref);
  int *was = b->place.get (base);
  if (was && *was != at)
    at = -1;
  b->place.put (base, at);
  if (stored)
    b->stored.safe_push (base);
}

static bool
note_store (gimple *, tree, tree ref, void *b)
{
  note_reference ((body *) b, ref, true);
  return false;
}

static bool
note_load (gimple *, tree, tree ref, void *b)
{
  note_reference ((body *) b, ref, false);
  return false;
}

/* An address that is taken may be of anything that the program stores to.  */

static bool
note_address (gimple *, tree, tree ref, void *b_)
{
  body *b = (body *) b_;
  tree base = get_base_address (ref);
  if (!base || !DECL_P (base) || TREE_CODE (base) == VAR_DECL)
    b->pointers = true;
  return false;
}

/* Looks at the statement at GSI, first for the variables of the body B_.  */

static bool
visit_own (gimple_stmt_iterator *gsi, void *b_)
{
  body *b = (body *) b_;
  gimple *stmt = gsi_stmt (*gsi);
  if (gbind *bind = dyn_cast <gbind *> (stmt))
    for (tree v = gimple_bind_vars (bind); v; v = DECL_CHAIN (v))
      if (VAR_P (v) && !TREE_STATIC (v))
	b->own.add (v);
  if (gomp_for *inner = dyn_cast <gomp_for *> (stmt))
    for (unsigned i = 0; i < gimple_omp_for_collapse (inner); i++)
      b->own.add (gimple_omp_for_index (inner, i));
  return false;
}

/* Notes what the statement at GSI refers to in the body B_.  */

static bool
visit_references (gimple_stmt_iterator *gsi, void *b_)
{
  body *b = (body *) b_;
  gimple *stmt = gsi_stmt (*gsi);
  switch (gimple_code (stmt))
    {
    case GIMPLE_ASSIGN:
      if (is_gimple_reg_type (TREE_TYPE (gimple_assign_lhs (stmt)))
	  && DECL_P (gimple_assign_lhs (stmt))
	  && !own_p (b, gimple_assign_lhs (stmt)))
	b->dependent = true;
      walk_stmt_load_store_addr_ops (stmt, b, note_load, note_store,
				     note_address);
      break;
    case GIMPLE_CALL:
      if (!(gimple_call_flags (stmt) & (ECF_CONST | ECF_NOVOPS))
	  && !gimple_call_internal_p (stmt))
	b->dependent = true;
      if (tree lhs = gimple_call_lhs (stmt))
	if (!own_p (b, lhs))
	  b->dependent = true;
      break;
    case GIMPLE_ASM:
    case GIMPLE_OMP_ATOMIC_LOAD:
    case GIMPLE_OMP_ATOMIC_STORE:
      b->dependent = true;
      break;
    default:
      break;
    }
  return false;
}

/* Whether no iteration of LOOP needs what another one does.  */

static bool
independent_p (gomp_for *loop)
{
  body b;
  b.loop = loop;
  b.pointers = b.dependent = false;
  for (unsigned i = 0; i < gimple_omp_for_collapse (loop); i++)
    b.own.add (gimple_omp_for_index (loop, i));
  for (tree c = gimple_omp_for_clauses (loop); c; c = OMP_CLAUSE_CHAIN (c))
    switch (OMP_CLAUSE_CODE (c))
      {
      case OMP_CLAUSE_PRIVATE:
      case OMP_CLAUSE_REDUCTION:
	b.own.add (OMP_CLAUSE_DECL (c));
	break;
      default:
	break;
      }
  if (gimple_omp_for_collapse (loop) != 1)
    return gimple_seq_empty_p (gimple_omp_body (loop));
  host_visit_seq (gimple_omp_body_ptr (loop), visit_own, &b);
  host_visit_seq (gimple_omp_body_ptr (loop), visit_references, &b);
  if (b.dependent || (b.pointers && !b.stored.is_empty ()))
    return false;
  for (tree base : b.stored)
    if (*b.place.get (base) < 0)
      return false;
  return true;
}

/* Makes LOOP sequential, unless it is said or seen to be independent.  */

static void
make_sequential (gomp_for *loop)
{
  tree *clauses = gimple_omp_for_clauses_ptr (loop);
  if (omp_find_clause (*clauses, OMP_CLAUSE_SEQ)
      || omp_find_clause (*clauses, OMP_CLAUSE_INDEPENDENT)
      || independent_p (loop))
    return;
  /* What would share the iterations out, or change their order, goes.  */
  host_collapse_tiles (loop);
  for (tree *p = clauses; *p; )
    switch (OMP_CLAUSE_CODE (*p))
      {
      case OMP_CLAUSE_AUTO:
      case OMP_CLAUSE_GANG:
      case OMP_CLAUSE_WORKER:
      case OMP_CLAUSE_VECTOR:
	*p = OMP_CLAUSE_CHAIN (*p);
	break;
      default:
	p = &OMP_CLAUSE_CHAIN (*p);
	break;
      }
  tree c = build_omp_clause (gimple_location (loop), OMP_CLAUSE_SEQ);
  OMP_CLAUSE_CHAIN (c) = *clauses;
  *clauses = c;
  n_sequential.value++;
  host_repaired (gimple_location (loop),
		 "iterations may depend on each other: the loop runs "
		 "sequentially; write independent if they do not");
}

/* Looks at the loop at GSI: one of a parallel construct, or of a routine, counts
   if it has "auto".  */

static bool
visit_loop (gimple_stmt_iterator *gsi, void *)
{
  gomp_for *loop = as_a <gomp_for *> (gsi_stmt (*gsi));
  if (omp_find_clause (gimple_omp_for_clauses (loop), OMP_CLAUSE_AUTO))
    make_sequential (loop);
  return false;
}

/* Looks at the statement at GSI, in a serial construct.  */

static bool
visit_in_serial (gimple_stmt_iterator *gsi, void *)
{
  if (host_acc_loop_p (gsi_stmt (*gsi)))
    make_sequential (as_a <gomp_for *> (gsi_stmt (*gsi)));
  return false;
}

/* Looks for serial constructs, at GSI.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (gimple_code (stmt) != GIMPLE_OMP_TARGET
      || gimple_omp_target_kind (stmt) != GF_OMP_TARGET_KIND_OACC_SERIAL)
    return false;
  host_visit_seq (gimple_omp_body_ptr (stmt), visit_in_serial, NULL);
  return true;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
  host_visit_acc_loops (visit_loop, NULL);
}

opt_pass *
make_accelfix_acc_auto (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-auto", ctxt, visit_function,
			   [] { return flag_openacc && accelfix_args.acc_auto; });
}
