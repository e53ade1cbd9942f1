/* Whether a construct may change a variable.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

/* What is looked for in a construct: SCALAR, a variable, or what the pointer SCALAR points
   to if INDIRECT; and whether it may be changed.  */

struct search
{
  tree scalar;
  bool indirect;
  bool changed;
};

/* Whether REF is what S looks for.  */

static bool
found_p (const search *s, tree ref)
{
  if (!s->indirect)
    return ref == s->scalar;
  return ((TREE_CODE (ref) == MEM_REF || TREE_CODE (ref) == INDIRECT_REF)
	  && TREE_OPERAND (ref, 0) == s->scalar
	  && (TREE_CODE (ref) != MEM_REF || integer_zerop (TREE_OPERAND (ref, 1))));
}

/* Whether TP is where loop STMT has a bound or a step.  */

static bool
bound_p (gimple *stmt, tree *tp)
{
  gomp_for *loop = dyn_cast <gomp_for *> (stmt);
  for (size_t i = 0; loop && i < gimple_omp_for_collapse (loop); i++)
    if (tp == gimple_omp_for_initial_ptr (loop, i)
	|| tp == gimple_omp_for_final_ptr (loop, i)
	|| tp == &TREE_OPERAND (gimple_omp_for_incr (loop, i), 1))
      return true;
  return false;
}

/* Looks at the operand *TP of a statement.  What is not plainly a read counts as a change:
   an address, a clause, a pointer that goes elsewhere.  */

static tree
look_at (tree *tp, int *walk_subtrees, void *data)
{
  walk_stmt_info *info = (walk_stmt_info *) data;
  search *s = (search *) info->info;
  if (found_p (s, *tp))
    {
      s->changed |= (info->is_lhs || !info->stmt
		     || (is_gimple_omp (info->stmt) && !bound_p (info->stmt, tp)));
      *walk_subtrees = 0;
    }
  else if (TREE_CODE (*tp) == ADDR_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (*tp, 0));
      s->changed |= base && (base == s->scalar || found_p (s, base));
      *walk_subtrees = 0;
    }
  else if (*tp == s->scalar)
    s->changed = true;
  else if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return s->changed ? *tp : NULL_TREE;
}

/* See host.h.  */

bool
host_changes_p (gomp_target *target, tree what)
{
  search s = { what, !DECL_P (what), false };
  if (s.indirect)
    s.scalar = TREE_OPERAND (what, 0);
  walk_stmt_info info;
  memset (&info, 0, sizeof info);
  info.info = &s;
  walk_gimple_seq (gimple_omp_body (target), NULL, look_at, &info);
  return s.changed;
}
