/* Objects of classes and references in the clauses of offloaded simd loops.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC stops in "omplower" at two kinds of simd loops of offloaded code.  Both
   times it is the copy of the loop for SIMT that it cannot make; without
   offloading the same loops compile.  GCC 11 to 16.

   - An object of a class that has a copy constructor or a destructor, in a
     clause or in the loop's body, for which GCC makes a clause: the copy for
     SIMT gets its own variable by create_tmp_var, which refuses such a type
     ("internal compiler error: in create_tmp_var"), as nobody would construct
     the variable.  Here the clause does that.  What create_tmp_var looks at is
     TREE_ADDRESSABLE of the type.  This pass clears it, and the one right
     behind "omplower" sets it again; "omplower" asks for it nowhere else, as
     calls have been given references in place of such objects long before.

   - A reference, or a dummy argument of Fortran, that is linear or
     lastprivate.  What the lanes exchange behind the loop is the reference in
     place of the variable ("internal compiler error: in gimplify_expr").  The
     loop gets a variable of its own:

	linear (*y)  ->  { tmp = *y; linear (tmp) ...; *y = tmp; }

     In a combined construct, each thread or team does so with its own copy of
     the variable, which the outer part of the construct makes and copies
     back.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_classes ("classes that offloaded simd loops may have "
				   "objects of");
static accelfix_counter n_references ("references of simd loops with a variable "
				      "of their own");

/* The types whose TREE_ADDRESSABLE is cleared during "omplower".  */
static auto_vec<tree> cleared;

/* The type of what DECL, a variable in a clause, stands for.  */

static tree
clause_type (tree decl)
{
  tree type = TREE_TYPE (decl);
  if (POINTER_TYPE_P (type)
      && lang_hooks.decls.omp_privatize_by_reference (decl))
    type = TREE_TYPE (type);
  return type;
}

/* Lets C's variable be of its class.  */

static void
allow_class (tree c)
{
  tree decl = OMP_CLAUSE_DECL (c);
  if (!DECL_P (decl))
    return;
  tree type = clause_type (decl);
  if (TREE_ADDRESSABLE (type))
    {
      TREE_ADDRESSABLE (type) = 0;
      cleared.safe_push (type);
      n_classes.value++;
      host_repaired (OMP_CLAUSE_LOCATION (c), "%T may be of its class", decl,
		     "simd-class");
    }
}

/* The variable that takes the place of a reference in a loop.  */
struct stand_in
{
  tree reference;
  tree var;
  bool construct;		/* The statement at hand is a construct, with
				   clauses of its own.  */
  bool strange;			/* The loop has it in a way that is not
				   known.  */
};

/* Callback of walk_gimple_op: whether *TP has the reference of a stand_in, and
   what takes its place.  */

static tree
replace_reference (tree *tp, int *walk_subtrees, void *data)
{
  stand_in *s = (stand_in *) ((walk_stmt_info *) data)->info;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MEM_REF && TREE_OPERAND (t, 0) == s->reference
	   && integer_zerop (TREE_OPERAND (t, 1))
	   && useless_type_conversion_p (TREE_TYPE (s->var), TREE_TYPE (t)))
    {
      *tp = s->var;
      *walk_subtrees = 0;
    }
  else if (TREE_CODE (t) == ADDR_EXPR && TREE_OPERAND (t, 0) == s->reference)
    s->strange = true;
  else if (t == s->reference)
    {
      s->strange |= s->construct;
      TREE_ADDRESSABLE (s->var) = 1;
      *tp = build_fold_addr_expr (s->var);
    }
  return NULL_TREE;
}

/* Callback of walk_gimple_seq_mod, for each statement before its operands.  */

static tree
visit_stmt (gimple_stmt_iterator *gsi, bool *, walk_stmt_info *wi)
{
  gimple *stmt = gsi_stmt (*gsi);
  ((stand_in *) wi->info)->construct
    = (is_gimple_omp (stmt) && gimple_code (stmt) != GIMPLE_OMP_ATOMIC_LOAD
       && gimple_code (stmt) != GIMPLE_OMP_ATOMIC_STORE);
  return NULL_TREE;
}

/* Whether DECL, in clause C of a loop, can have a stand-in: a scalar, or what
   an assignment copies.  */

static bool
replaceable_p (tree c, tree decl)
{
  tree type = clause_type (decl);
  return (COMPLETE_TYPE_P (type) && TREE_CODE (TYPE_SIZE (type)) == INTEGER_CST
	  && !TREE_ADDRESSABLE (type)
	  && !(OMP_CLAUSE_CODE (c) == OMP_CLAUSE_LASTPRIVATE
	       && OMP_CLAUSE_LASTPRIVATE_CONDITIONAL (c))
	  && !(OMP_CLAUSE_CODE (c) == OMP_CLAUSE_LINEAR
	       && OMP_CLAUSE_LINEAR_ARRAY (c)));
}

/* Gives the reference in clause C of LOOP, which is to be in OUTSIDE, a
   variable.  BEFORE and AFTER get what copies it.  */

static void
replace_clause (gomp_for *loop, tree c, gbind *outside, gimple_seq *before,
		gimple_seq *after)
{
  tree decl = OMP_CLAUSE_DECL (c);
  tree type = TYPE_MAIN_VARIANT (clause_type (decl));
  stand_in s = { decl, NULL_TREE, false, false };
  s.var = host_new_variable (outside, type, get_name (decl));
  if (replaceable_p (c, decl))
    {
      walk_stmt_info wi;
      memset (&wi, 0, sizeof wi);
      wi.info = &s;
      walk_gimple_seq_mod (gimple_omp_body_ptr (loop), visit_stmt,
			   replace_reference, &wi);
      /* And what computes the last value, if it is the loop's counter.  */
      walk_gimple_seq_mod (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_LINEAR
			   ? &OMP_CLAUSE_LINEAR_GIMPLE_SEQ (c)
			   : &OMP_CLAUSE_LASTPRIVATE_GIMPLE_SEQ (c),
			   visit_stmt, replace_reference, &wi);
    }
  else
    s.strange = true;
  if (s.strange)
    error_at (OMP_CLAUSE_LOCATION (c),
	      "%qD is a reference, which is not supported in this clause of a "
	      "%<simd%> loop in offloaded code: name a local variable", decl);
  location_t loc = gimple_location (loop);
  tree ref = build_simple_mem_ref (decl);
  tree tmp = s.var;
  if (!is_gimple_reg_type (type))
    {
      gimple_seq_add_stmt (before, gimple_build_assign (s.var, ref));
      gimple_seq_add_stmt (after, gimple_build_assign (unshare_expr (ref),
						       s.var));
    }
  else
    {
      tmp = host_new_variable (outside, type, NULL);
      gimple_seq_add_stmt (before, gimple_build_assign (tmp, ref));
      gimple_seq_add_stmt (before, gimple_build_assign (s.var, tmp));
      gimple_seq_add_stmt (after, gimple_build_assign (tmp, s.var));
      gimple_seq_add_stmt (after, gimple_build_assign (unshare_expr (ref),
						       tmp));
    }
  for (gimple_seq seq : { *before, *after })
    for (gimple_stmt_iterator gsi = gsi_start (seq); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gimple_location (gsi_stmt (gsi)) == UNKNOWN_LOCATION)
	gimple_set_location (gsi_stmt (gsi), loc);
  OMP_CLAUSE_DECL (c) = s.var;
  n_references.value++;
  host_repaired (OMP_CLAUSE_LOCATION (c), "%T gets a variable of its own", decl,
		 "simd-reference");
}

/* Repairs the loop at GSI, if scan_omp_simd will copy it.  */

static bool
visit_simd (gimple_stmt_iterator *gsi, void *)
{
  gomp_for *loop = host_copied_simd (gsi_stmt (*gsi));
  if (!loop)
    return false;
  gbind *outside = NULL;
  gimple_seq before = NULL, after = NULL;
  for (tree c = gimple_omp_for_clauses (loop); c; c = OMP_CLAUSE_CHAIN (c))
    switch (OMP_CLAUSE_CODE (c))
      {
      case OMP_CLAUSE_LASTPRIVATE:
      case OMP_CLAUSE_LINEAR:
	if (POINTER_TYPE_P (TREE_TYPE (OMP_CLAUSE_DECL (c)))
	    && lang_hooks.decls.omp_privatize_by_reference (OMP_CLAUSE_DECL (c))
	    && !(OMP_CLAUSE_CODE (c) == OMP_CLAUSE_LINEAR
		 && OMP_CLAUSE_LINEAR_NO_COPYOUT (c)))
	  {
	    if (!outside)
	      outside = gimple_build_bind (NULL_TREE, NULL, make_node (BLOCK));
	    replace_clause (loop, c, outside, &before, &after);
	    break;
	  }
	allow_class (c);
	break;
      case OMP_CLAUSE_PRIVATE:
      case OMP_CLAUSE_FIRSTPRIVATE:
      case OMP_CLAUSE_REDUCTION:
	allow_class (c);
	break;
      default:
	break;
      }
  if (!outside)
    return false;
  gimple_set_location (outside, gimple_location (loop));
  gsi_replace (gsi, outside, false);
  gimple_seq_add_stmt (&before, loop);
  gimple_seq_add_seq (&before, after);
  gimple_bind_set_body (outside, before);
  return true;
}

static void
repair_loops (function *)
{
  host_visit_offloaded (visit_simd, NULL);
}

static void
restore_classes (function *)
{
  for (tree type : cleared)
    TREE_ADDRESSABLE (type) = 1;
  cleared.truncate (0);
}

static bool
wanted_p (void)
{
  return accelfix_args.simd_clauses && host_copies_simd_p ();
}

opt_pass *
make_accelfix_simd_clauses (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-simd-clauses", ctxt, repair_loops,
			   wanted_p);
}

opt_pass *
make_accelfix_simd_classes (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-simd-classes", ctxt, restore_classes,
			   wanted_p);
}
