/* Whether two expressions before "omplower" are the same place.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "host.h"
#include "places.h"

/* The assignments to temporary variables of the current function, which have
   no SSA names inside constructs.  NULL for one that is assigned in several
   ways.  */
static hash_map<tree, gassign *> *assignments;

/* Whether operands A and B are the same.  */

static bool
same_operand_p (tree a, tree b)
{
  return operand_equal_p (a, b);
}

/* Whether the assignments A and B compute the same from operands that SAME_P
   calls the same.  */

static bool
same_assignment_p (gassign *a, gassign *b, bool (*same_p) (tree, tree))
{
  if (gimple_num_ops (a) != gimple_num_ops (b)
      || gimple_assign_rhs_code (a) != gimple_assign_rhs_code (b))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (a); i++)
    if (!same_p (gimple_op (a, i), gimple_op (b, i)))
      return false;
  return true;
}

/* Notes the statement at GSI if it sets a temporary variable.  */

static bool
visit_assignment (gimple_stmt_iterator *gsi, void *)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree lhs = gimple_get_lhs (stmt);
  if (!lhs || !VAR_P (lhs) || !DECL_ARTIFICIAL (lhs) || is_global_var (lhs))
    return false;
  gassign *assign = dyn_cast <gassign *> (stmt);
  if (!assign || TREE_ADDRESSABLE (lhs))
    assignments->put (lhs, NULL);
  else if (gassign **other = assignments->get (lhs))
    {
      if (*other && !same_assignment_p (*other, assign, same_operand_p))
	*other = NULL;
    }
  else
    assignments->put (lhs, assign);
  return false;
}

/* See places.h.  */

gassign *
host_assignment (tree t)
{
  if (TREE_CODE (t) == SSA_NAME)
    return safe_dyn_cast <gassign *> (SSA_NAME_DEF_STMT (t));
  if (!VAR_P (t) || !DECL_ARTIFICIAL (t))
    return NULL;
  if (!assignments)
    {
      assignments = new hash_map<tree, gassign *>;
      host_visit_all (visit_assignment, NULL);
    }
  gassign **found = assignments->get (t);
  return found ? *found : NULL;
}

/* See places.h.  */

tree
host_definition (tree t)
{
  /* A few steps are enough; without end it might be a loop's variable.  */
  for (int i = 0; i < 8; i++)
    {
      gassign *a = host_assignment (t);
      if (!a || !gimple_assign_single_p (a))
	break;
      t = gimple_assign_rhs1 (a);
    }
  return t;
}

/* See places.h.  Not all clauses have it as GIMPLE does.  */

bool
host_indirect_p (tree t)
{
  return (INDIRECT_REF_P (t)
	  || (TREE_CODE (t) == MEM_REF && integer_zerop (TREE_OPERAND (t, 1))));
}

/* See places.h.  */

bool
host_same_p (tree a, tree b)
{
  a = host_definition (a);
  b = host_definition (b);
  if (a == b)
    return true;
  if (CONVERT_EXPR_P (a))
    return host_same_p (TREE_OPERAND (a, 0), b);
  if (CONVERT_EXPR_P (b))
    return host_same_p (a, TREE_OPERAND (b, 0));
  gassign *x = host_assignment (a), *y = host_assignment (b);
  if (x && y)
    return same_assignment_p (x, y, host_same_p);
  if (host_indirect_p (a) && host_indirect_p (b))
    return host_same_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0));
  if (TREE_CODE (a) != TREE_CODE (b))
    return false;
  if (TREE_CODE (a) == COMPONENT_REF || TREE_CODE (a) == MEM_REF)
    return (host_same_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0))
	    && operand_equal_p (TREE_OPERAND (a, 1), TREE_OPERAND (b, 1)));
  return operand_equal_p (a, b);
}

/* See places.h.  */

place
host_place (tree ref)
{
  poly_int64 bitsize, bitpos;
  tree offset;
  machine_mode mode;
  int unsignedp, reversep, volatilep = 0;
  place p;
  p.base = get_inner_reference (ref, &bitsize, &bitpos, &offset, &mode,
				&unsignedp, &reversep, &volatilep);
  HOST_WIDE_INT bits;
  p.offset = !offset && bitpos.is_constant (&bits) ? bits / BITS_PER_UNIT : -1;
  return p;
}

/* See places.h.  */

void
host_forget_places (void)
{
  delete assignments;
  assignments = NULL;
}
