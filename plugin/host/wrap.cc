/* Accelfix: statements and variables around a construct.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "host.h"

/* See host.h.  */

tree
host_new_variable (gbind *bind, tree type, const char *name)
{
  tree var = create_tmp_var_raw (type, name);
  DECL_CONTEXT (var) = current_function_decl;
  DECL_SEEN_IN_BIND_EXPR_P (var) = 1;
  DECL_CHAIN (var) = gimple_bind_vars (bind);
  gimple_bind_set_vars (bind, var);
  return var;
}

/* See host.h.  */

tree
host_new_map (location_t loc, gomp_map_kind kind, tree what, tree size)
{
  tree c = build_omp_clause (loc, OMP_CLAUSE_MAP);
  OMP_CLAUSE_SET_MAP_KIND (c, kind);
  OMP_CLAUSE_DECL (c) = what;
  OMP_CLAUSE_SIZE (c) = size;
  return c;
}

/* See host.h.  */

void
host_make_firstprivate (tree *p)
{
  tree c = build_omp_clause (OMP_CLAUSE_LOCATION (*p), OMP_CLAUSE_FIRSTPRIVATE);
  OMP_CLAUSE_DECL (c) = OMP_CLAUSE_DECL (*p);
  OMP_CLAUSE_CHAIN (c) = OMP_CLAUSE_CHAIN (*p);
  *p = c;
}

host_wrapper::host_wrapper (gomp_target *t)
: target (t),
  outside (gimple_build_bind (NULL_TREE, NULL, make_node (BLOCK))),
  inside (gimple_build_bind (NULL_TREE, NULL, make_node (BLOCK))),
  before (NULL), begin (NULL), after (NULL)
{
}

/* See host.h.  */

tree
host_wrapper::variable (tree type, const char *name, tree value)
{
  tree var = host_new_variable (outside, type, name);
  gimple_seq_add_stmt (&before, gimple_build_assign (var, value));
  return var;
}

/* See host.h.  */

tree
host_wrapper::distance (tree address, tree pointer)
{
  tree begin = variable (sizetype, "begin", build1 (NOP_EXPR, sizetype, address));
  tree start = variable (sizetype, "start", build1 (NOP_EXPR, sizetype, pointer));
  return variable (sizetype, "bias",
		   build2 (MINUS_EXPR, sizetype, begin, start));
}

/* See host.h.  */

void
host_wrapper::add_clause (tree clause)
{
  OMP_CLAUSE_CHAIN (clause) = gimple_omp_target_clauses (target);
  gimple_omp_target_set_clauses (target, clause);
}

/* See host.h.  */

void
host_wrapper::replace (gimple_stmt_iterator *gsi)
{
  gimple_set_location (outside, gimple_location (target));
  gsi_replace (gsi, outside, false);
  gimple_seq_add_seq (&begin, gimple_omp_body (target));
  gimple_bind_set_body (inside, begin);
  gimple_omp_set_body (target, inside);
  gimple_seq_add_stmt (&before, target);
  gimple_seq_add_seq (&before, after);
  gimple_bind_set_body (outside, before);
}
