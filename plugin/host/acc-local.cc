/* OpenACC: variables that are declared inside a data construct.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A scalar that no data clause names is firstprivate in a parallel or serial construct
   (OpenACC 2.7, 2.5.1).  GCC asks the data constructs around whether they have the
   variable, and takes one that is declared in such a construct, which is there as local,
   for one in a clause (omp_notice_variable in gimplify.cc).  It becomes copy:

     #pragma acc data copy(t)
     for (int q = 0; q < n; q++)
       #pragma acc parallel async(q)
       t[q]++;

   All gangs have the same q, what the region assigns to it comes back, and with async the
   value is read when the queue comes to it and written when the variable may be gone.
   GCC 11 to 16.

   This pass makes the clause firstprivate.  It must not change a copy of the program's.
   In C and C++ such a clause has a place of its own, but not in _Pragma, which is left
   alone; in Fortran the directive is read, and a variable that it names in any clause is
   left alone.  A variable that a loop in the region reduces stays copied.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_local ("firstprivate variables of data constructs");

/* What is known where the walk is.  */
struct data_construct
{
  /* How many data constructs are around.  */
  int depth;
  /* The variables that are declared in them, and are in no clause of theirs.  */
  hash_set<tree> locals;
};

/* Whether CLAUSES have one of kind CODE for DECL.  */

static bool
clause_for_p (tree clauses, omp_clause_code code, tree decl)
{
  for (tree c = omp_find_clause (clauses, code); c;
       c = omp_find_clause (OMP_CLAUSE_CHAIN (c), code))
    if (OMP_CLAUSE_DECL (c) == decl)
      return true;
  return false;
}

/* A variable, and whether a loop reduces it.  */
struct reduced
{
  tree decl;
  bool found;
};

/* Looks at the statement at GSI for R_, a struct reduced.  */

static bool
visit_loop (gimple_stmt_iterator *gsi, void *r_)
{
  reduced *r = (reduced *) r_;
  gimple *stmt = gsi_stmt (*gsi);
  if (gimple_code (stmt) == GIMPLE_OMP_FOR
      && clause_for_p (gimple_omp_for_clauses (stmt), OMP_CLAUSE_REDUCTION, r->decl))
    r->found = true;
  return false;
}

/* Whether the place of the directive at LOC is that of a line which begins with `#', whose
   clauses have places of their own.  Without columns, which GCC gives up in very large
   sources, they have not.  */

static bool
pragma_line_p (location_t loc)
{
  expanded_location at = expand_location (loc);
  FILE *file = at.file && at.column ? fopen (at.file, "r") : NULL;
  char *line = NULL;
  size_t size = 0;
  bool found = false;
  for (int k = 1; file && k <= at.line && getline (&line, &size, file) >= 0; k++)
    found = k == at.line && line[strspn (line, " \t")] == '#';
  free (line);
  if (file)
    fclose (file);
  return found;
}

/* Whether clause C of TARGET, which copies the variable DECL, is none of the program's.  */

static bool
implicit_p (gomp_target *target, tree c, tree decl)
{
  location_t loc = gimple_location (target);
  if (OMP_CLAUSE_LOCATION (c) != loc)
    return false;
  if (DECL_ARTIFICIAL (decl) || !DECL_NAME (decl))
    return true;
  return (lang_GNU_Fortran ()
	  ? !host_directive_names_p (loc, IDENTIFIER_POINTER (DECL_NAME (decl)))
	  : pragma_line_p (loc));
}

/* Whether clause C of TARGET, in data constructs D, ought to be firstprivate.  */

static bool
wrong_p (gomp_target *target, tree c, data_construct *d)
{
  if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP
      || OMP_CLAUSE_MAP_KIND (c) != GOMP_MAP_TOFROM)
    return false;
  tree decl = OMP_CLAUSE_DECL (c);
  if (!VAR_P (decl) || !d->locals.contains (decl)
      || AGGREGATE_TYPE_P (TREE_TYPE (decl))
      || DECL_HAS_VALUE_EXPR_P (decl)
      || lang_hooks.decls.omp_privatize_by_reference (decl)
      || clause_for_p (gimple_omp_target_clauses (target), OMP_CLAUSE_REDUCTION, decl))
    return false;
  reduced r = { decl, false };
  host_visit_seq (gimple_omp_body_ptr (target), visit_loop, &r);
  return !r.found && implicit_p (target, c, decl);
}

/* Repairs the clauses of TARGET, in data constructs D.  */

static void
repair (gomp_target *target, data_construct *d)
{
  for (tree *p = gimple_omp_target_clauses_ptr (target); *p; p = &OMP_CLAUSE_CHAIN (*p))
    if (wrong_p (target, *p, d))
      {
	tree decl = OMP_CLAUSE_DECL (*p);
	host_make_firstprivate (p);
	n_local.value++;
	host_repaired (gimple_location (target),
		       "%T is firstprivate, although a data construct is around its "
		       "declaration", decl);
      }
}

static bool visit_statement (gimple_stmt_iterator *, void *);

/* Visits what is in the data construct TARGET; D is what is known around it.  */

static void
enter (gomp_target *target, data_construct *d)
{
  auto_vec<tree> named;
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	|| OMP_CLAUSE_CODE (c) == OMP_CLAUSE_USE_DEVICE_PTR)
      {
	tree base = OMP_CLAUSE_DECL (c);
	while (handled_component_p (base) || TREE_CODE (base) == MEM_REF
	       || INDIRECT_REF_P (base))
	  base = TREE_OPERAND (base, 0);
	if (d->locals.contains (base))
	  {
	    d->locals.remove (base);
	    named.safe_push (base);
	  }
      }
  d->depth++;
  host_visit_seq (gimple_omp_body_ptr (target), visit_statement, d);
  d->depth--;
  for (tree decl : named)
    d->locals.add (decl);
}

/* Visits the statement at GSI; D_ is a struct data_construct.  */

static bool
visit_statement (gimple_stmt_iterator *gsi, void *d_)
{
  data_construct *d = (data_construct *) d_;
  gimple *stmt = gsi_stmt (*gsi);
  if (gbind *bind = dyn_cast <gbind *> (stmt))
    {
      if (d->depth)
	for (tree v = gimple_bind_vars (bind); v; v = DECL_CHAIN (v))
	  d->locals.add (v);
      return false;
    }
  gomp_target *target = dyn_cast <gomp_target *> (stmt);
  if (!target)
    return false;
  switch (gimple_omp_target_kind (target))
    {
    case GF_OMP_TARGET_KIND_OACC_DATA:
    case GF_OMP_TARGET_KIND_OACC_HOST_DATA:
      enter (target, d);
      return true;
    case GF_OMP_TARGET_KIND_OACC_PARALLEL:
    case GF_OMP_TARGET_KIND_OACC_SERIAL:
      if (d->depth)
	repair (target, d);
      return true;
    default:
      return false;
    }
}

static void
visit_function (function *)
{
  data_construct d;
  d.depth = 0;
  host_visit_all (visit_statement, &d);
}

opt_pass *
make_accelfix_acc_local (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-local", ctxt, visit_function,
			   [] { return flag_openacc && accelfix_args.acc_local; });
}
