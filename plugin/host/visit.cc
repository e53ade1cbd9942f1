/* Walks over the statements of a function before "omplower".
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "host.h"

struct visit
{
  host_visitor visit;
  void *data;
};

/* A callback of walk_gimple_seq_mod; see host_visit_seq.  */

static tree
visit_stmt (gimple_stmt_iterator *gsi, bool *handled, walk_stmt_info *wi)
{
  visit *v = (visit *) wi->info;
  *handled = v->visit (gsi, v->data);
  return NULL_TREE;
}

/* See host.h.  */

tree *
host_clauses (gimple *stmt)
{
  switch (gimple_code (stmt))
    {
    case GIMPLE_OMP_TARGET:
      return gimple_omp_target_clauses_ptr (as_a <gomp_target *> (stmt));
    case GIMPLE_OMP_PARALLEL: case GIMPLE_OMP_TASK:
      return gimple_omp_taskreg_clauses_ptr (stmt);
    case GIMPLE_OMP_TEAMS:
      return gimple_omp_teams_clauses_ptr (as_a <gomp_teams *> (stmt));
    case GIMPLE_OMP_FOR: return gimple_omp_for_clauses_ptr (stmt);
    case GIMPLE_OMP_SECTIONS: return gimple_omp_sections_clauses_ptr (stmt);
    case GIMPLE_OMP_SINGLE: return gimple_omp_single_clauses_ptr (stmt);
    default: return NULL;
    }
}

/* See host.h.  */

unsigned
host_count_clauses (tree clauses, tree decl)
{
  unsigned n = 0;
  for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN (c))
    n += (omp_clause_num_ops[OMP_CLAUSE_CODE (c)] > 0
	  && OMP_CLAUSE_OPERAND (c, 0) == decl);
  return n;
}

/* See host.h.  */

void
host_visit_seq (gimple_seq *seq, host_visitor visitor, void *data)
{
  visit v = { visitor, data };
  walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = &v;
  walk_gimple_seq_mod (seq, visit_stmt, NULL, &wi);
}

/* See host.h.  */

void
host_visit_all (host_visitor visitor, void *data)
{
  gimple_seq body = gimple_body (current_function_decl);
  host_visit_seq (&body, visitor, data);
  gimple_set_body (current_function_decl, body);
}

/* See host.h.  */

gomp_target *
host_target_region (gimple *stmt)
{
  gomp_target *target = dyn_cast <gomp_target *> (stmt);
  return (target && gimple_omp_target_kind (target) == GF_OMP_TARGET_KIND_REGION
	  ? target : NULL);
}

/* Looks for offloaded regions; V_ is a struct visit for what is in them.  */

static bool
visit_region (gimple_stmt_iterator *gsi, void *v_)
{
  gimple *stmt = gsi_stmt (*gsi);
  visit *v = (visit *) v_;
  if (gimple_code (stmt) != GIMPLE_OMP_TARGET
      || !is_gimple_omp_offloaded (stmt))
    return false;
  host_visit_seq (gimple_omp_body_ptr (stmt), v->visit, v->data);
  return true;
}

/* See host.h.  */

gomp_for *
host_copied_simd (gimple *stmt)
{
  gomp_for *loop = dyn_cast <gomp_for *> (stmt);
  return (loop && gimple_omp_for_kind (loop) == GF_OMP_FOR_KIND_SIMD
	  && gimple_omp_for_collapse (loop) == 1 ? loop : NULL);
}

/* See host.h.  */

bool
host_copies_simd_p (void)
{
  return flag_openmp && omp_max_simt_vf () != 0;
}

/* See host.h.  What GCC asks, too (omp_maybe_offloaded_ctx).  */

void
host_visit_offloaded (host_visitor visitor, void *data)
{
  visit v = { visitor, data };
  if (cgraph_node::get (current_function_decl)->offloadable)
    host_visit_all (visitor, data);
  else
    host_visit_all (visit_region, &v);
}

/* See host.h.  */

bool
host_acc_loop_p (const gimple *stmt)
{
  return (gimple_code (stmt) == GIMPLE_OMP_FOR
	  && gimple_omp_for_kind (stmt) == GF_OMP_FOR_KIND_OACC_LOOP);
}

/* Calls the visitor of V_ for loops of OpenACC, but not in other regions.  */

static bool
visit_acc_loop (gimple_stmt_iterator *gsi, void *v_)
{
  gimple *stmt = gsi_stmt (*gsi);
  visit *v = (visit *) v_;
  if (gimple_code (stmt) == GIMPLE_OMP_TARGET && is_gimple_omp_offloaded (stmt))
    switch (gimple_omp_target_kind (stmt))
      {
      case GF_OMP_TARGET_KIND_OACC_PARALLEL:
      case GF_OMP_TARGET_KIND_OACC_SERIAL:
	return false;
      default:
	return true;
      }
  if (host_acc_loop_p (stmt))
    return v->visit (gsi, v->data);
  return false;
}

/* See host.h.  */

void
host_visit_acc_loops (host_visitor visitor, void *data)
{
  visit v = { visitor, data };
  host_visit_all (visit_acc_loop, &v);
}

/* See host.h.  */

bool
host_offloadable_p (tree decl)
{
  varpool_node *node = varpool_node::get (decl);
  return (node ? node->offloadable
	  : lookup_attribute ("omp declare target", DECL_ATTRIBUTES (decl)) != NULL);
}

/* See host.h.  */

void
host_send_to_devices (symtab_node *node)
{
  node->offloadable = 1;
  DECL_ATTRIBUTES (node->decl)
    = tree_cons (get_identifier ("omp declare target"), NULL_TREE,
		 DECL_ATTRIBUTES (node->decl));
}
