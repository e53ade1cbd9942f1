/* Addresses of LDS variables that GCC computes with as numbers (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A pointer of the generic address space to an LDS variable is the variable's
   address in LDS plus the aperture, the 32 upper bits that tell the hardware's
   FLAT instructions LDS from memory.  Since GCC 15 the induction variables that
   the pass "ivopts" makes of a gang-private array's elements begin with the
   array's bare address,

     _1 = (unsigned long) &x;
     ...
     _2 = (void *) ivtmp;
     MEM[(int *) _2] = ...;

   which is an access to the first bytes of memory.

   Here, when no pass of GIMPLE comes after, each conversion of a pointer into
   LDS to an integer that is wider becomes one of the generic pointer to the
   same variable.  Where the integer turns into a pointer into LDS again, its
   lower half is taken, which is the address in LDS either way.

   Nor does a reference that the vectorizer or the merging of stores makes say that
   its variable lies in LDS,

     MEM <vector(4) int> [(int *) &a] = { 3, 7, 1, 2 };

   and expansion stops with an internal compiler error, in all releases, as it does for
   a pointer to a part of the variable, where only the variable's own address was
   converted:

     p = &s.b[1];

   Both get the types that they must have.  Nor does expansion know how to clear a large
   variable in another address space, which is done by a generic pointer here.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "fold-const.h"
#include "gimple-walk.h"
#include "tree-dfa.h"

#if ACCELFIX_GCN

static accelfix_counter n_converted ("addresses of LDS variables made generic");
static accelfix_counter n_references ("references to LDS variables that say so");

/* TYPE in the address space AS.  */

static tree
type_in_space (tree type, addr_space_t as)
{
  return build_qualified_type (type, (TYPE_QUALS_NO_ADDR_SPACE (type)
				      | ENCODE_QUAL_ADDR_SPACE (as)));
}

/* The type that a pointer with the value VALUE points to in LDS, with its
   address space, or null if VALUE is no such pointer.  An ADDR_EXPR's own type
   often lacks the address space of its variable.  */

static tree
lds_pointed_type (tree value)
{
  if (!POINTER_TYPE_P (TREE_TYPE (value)))
    return NULL_TREE;
  tree type = TREE_TYPE (TREE_TYPE (value));
  if (TREE_CODE (value) == ADDR_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (value, 0));
      if (base && DECL_P (base))
	type = type_in_space (type, TYPE_ADDR_SPACE (TREE_TYPE (base)));
    }
  return AS_LDS_P (TYPE_ADDR_SPACE (type)) ? type : NULL_TREE;
}

/* A new name of TYPE for CODE of A and B, set by a statement that is added to *SEQ.  */

static tree
add_name (gimple_seq *seq, tree_code code, tree type, tree a, tree b = NULL_TREE)
{
  tree name = make_ssa_name (type);
  gimple_seq_add_stmt (seq, gimple_build_assign (name, code, a, b));
  return name;
}

/* Inserts SEQ before GSI, as a part of the statement there.  */

static void
insert_before (gimple_stmt_iterator *gsi, gimple_seq seq)
{
  gimple_seq_set_location (seq, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
}

/* What walk_gimple_op does for correct_stmt.  */

struct correction
{
  bool done;
  tree type;			/* What pointers must have, if anything.  */
};

/* Of walk_gimple_op: if *OP refers to an LDS variable as if it were in memory,
   replaces it; DATA has a correction.  */

static tree
correct_reference (tree *op, int *subtrees, void *data)
{
  if (TREE_CODE (*op) != MEM_REF)
    return NULL_TREE;
  *subtrees = 0;
  tree address = TREE_OPERAND (*op, 0), type = TREE_TYPE (*op);
  if (TREE_CODE (address) != ADDR_EXPR)
    return NULL_TREE;
  tree variable = TREE_OPERAND (address, 0);
  addr_space_t lds = TYPE_ADDR_SPACE (TREE_TYPE (variable));
  if (!DECL_P (variable) || !AS_LDS_P (lds)
      || TYPE_ADDR_SPACE (type) == lds)
    return NULL_TREE;
  type = type_in_space (type, lds);
  tree alias = TREE_TYPE (TREE_TYPE (TREE_OPERAND (*op, 1)));
  alias = build_pointer_type (type_in_space (alias, lds));
  tree offset = build_int_cst
    (alias, mem_ref_offset (*op).force_shwi ());
  address = build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (variable)),
		    variable);
  *op = build2_loc (EXPR_LOCATION (*op), MEM_REF, type, address, offset);
  ((correction *) ((walk_stmt_info *) data)->info)->done = true;
  return NULL_TREE;
}

/* Whether TYPE is a generic pointer: those into LDS have 32 bits.  */

static bool
generic_pointer_type_p (tree type)
{
  return POINTER_TYPE_P (type) && TYPE_PRECISION (type) == POINTER_SIZE;
}

/* Whether VALUE is the address of an LDS variable or of a part of one.  */

static bool
lds_address_p (tree value)
{
  if (TREE_CODE (value) != ADDR_EXPR)
    return false;
  tree base = get_base_address (TREE_OPERAND (value, 0));
  return base && DECL_P (base) && AS_LDS_P (TYPE_ADDR_SPACE (TREE_TYPE (base)));
}

/* The generic pointer of type TYPE that the address VALUE stands for, as a name that
   statements added to *SEQ set.  */

static tree
generic_pointer (gimple_seq *seq, tree type, tree value)
{
  poly_int64 offset;
  tree part = TREE_OPERAND (value, 0);
  tree base = get_addr_base_and_unit_offset (part, &offset);
  bool known = base && DECL_P (base);
  tree pointed = known ? TREE_TYPE (base) : lds_pointed_type (value);
  tree address = build1 (ADDR_EXPR, build_pointer_type (pointed),
			 known ? base : part);
  tree name = add_name (seq, ADDR_EXPR, TREE_TYPE (address), address);
  name = add_name (seq, ADDR_SPACE_CONVERT_EXPR, type, name);
  if (known && maybe_ne (offset, 0))
    name = add_name (seq, POINTER_PLUS_EXPR, type, name,
		     build_int_cst (sizetype, offset.to_constant ()));
  n_converted.value++;
  return name;
}

/* Makes *OP generic if it is the address of an LDS variable, and must be.  */

static tree
correct_address (tree *op, int *subtrees, void *data)
{
  walk_stmt_info *wi = (walk_stmt_info *) data;
  correction *c = (correction *) wi->info;
  if (TREE_CODE (*op) == MEM_REF || TREE_CODE (*op) == TARGET_MEM_REF)
    *subtrees = 0;
  else if (lds_address_p (*op)
	   && (c->type || generic_pointer_type_p (TREE_TYPE (*op))))
    {
      gimple_seq seq = NULL;
      *op = generic_pointer (&seq, c->type ? c->type : ptr_type_node, *op);
      insert_before (&wi->gsi, seq);
      c->done = true;
      *subtrees = 0;
    }
  return NULL_TREE;
}

/* The type of generic pointers that STMT computes or compares, or null.  */

static tree
type_computed_with (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  if (is_gimple_assign (stmt)
      && generic_pointer_type_p (TREE_TYPE (lhs))
      && gimple_assign_rhs_code (stmt) != ADDR_SPACE_CONVERT_EXPR
      && (!CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))
	  || lds_address_p (gimple_assign_rhs1 (stmt))))
    return TREE_TYPE (lhs);
  if (is_gimple_call (stmt))
    return NULL_TREE;
  for (unsigned i = lhs ? 1 : 0; i < gimple_num_ops (stmt); i++)
    {
      tree op = gimple_op (stmt, i);
      if (op && TREE_CODE (op) == SSA_NAME
	  && generic_pointer_type_p (TREE_TYPE (op)))
	return TREE_TYPE (op);
    }
  return NULL_TREE;
}

/* If the statement at GSI clears an LDS variable, or a part of one, that is no scalar,
   has it do so by a generic pointer.  */

static bool
correct_clearing (gimple_stmt_iterator &gsi)
{
  gimple *stmt = gsi_stmt (gsi);
  if (!gimple_assign_single_p (stmt)
      || TREE_CODE (gimple_assign_rhs1 (stmt)) != CONSTRUCTOR)
    return false;
  tree lhs = gimple_assign_lhs (stmt), type = TYPE_MAIN_VARIANT (TREE_TYPE (lhs));
  if (TYPE_MODE (type) != BLKmode)
    return false;
  tree address = build1 (ADDR_EXPR, build_pointer_type (type), lhs);
  if (!lds_address_p (address))
    return false;
  type = build_qualified_type (type, TYPE_QUALS_NO_ADDR_SPACE (type));
  gimple_seq seq = NULL;
  tree pointer = generic_pointer (&seq, build_pointer_type (type), address);
  insert_before (&gsi, seq);
  gimple_assign_set_lhs (stmt, build2 (MEM_REF, type, pointer,
				       build_int_cst (TREE_TYPE (pointer), 0)));
  update_stmt (stmt);
  return true;
}

static void
correct_stmt (gimple_stmt_iterator &gsi)
{
  walk_stmt_info wi;
  gimple *stmt = gsi_stmt (gsi);
  correction c = { false, NULL_TREE };
  if (is_gimple_debug (stmt) || gimple_call_internal_p (stmt, IFN_UNIQUE)
      || gimple_clobber_p (stmt) || correct_clearing (gsi))
    return;
  memset (&wi, 0, sizeof wi);
  wi.info = &c;
  wi.gsi = gsi;
  walk_gimple_op (stmt, correct_reference, &wi);
  if (c.done)
    n_references.value++;
  c.type = type_computed_with (stmt);
  walk_gimple_op (stmt, correct_address, &wi);
  if (!c.done)
    return;
  if (is_gimple_assign (stmt))
    {
      if (gimple_assign_single_p (stmt))
	gimple_assign_set_rhs_code (stmt, TREE_CODE (gimple_assign_rhs1 (stmt)));
      else if (gimple_assign_rhs_code (stmt) == ADDR_SPACE_CONVERT_EXPR
	       && (generic_pointer_type_p (TREE_TYPE (gimple_assign_lhs (stmt)))
		   == generic_pointer_type_p
		      (TREE_TYPE (gimple_assign_rhs1 (stmt)))))
	gimple_assign_set_rhs_code (stmt, NOP_EXPR);
    }
  update_stmt (stmt);
}

/* Makes the arguments of the PHIs in BB generic.  Returns whether statements wait on
   edges.  */

static bool
correct_phis (basic_block bb)
{
  bool inserted = false;
  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
    {
      tree type = TREE_TYPE (gimple_phi_result (i.phi ()));
      if (generic_pointer_type_p (type))
	for (unsigned k = 0; k < gimple_phi_num_args (i.phi ()); k++)
	  if (lds_address_p (gimple_phi_arg_def (i.phi (), k)))
	    {
	      gimple_seq seq = NULL;
	      tree arg = generic_pointer (&seq, type,
					  gimple_phi_arg_def (i.phi (), k));
	      SET_PHI_ARG_DEF (i.phi (), k, arg);
	      gsi_insert_seq_on_edge (gimple_phi_arg_edge (i.phi (), k), seq);
	      inserted = true;
	    }
    }
  return inserted;
}

/* If STMT makes an integer of a pointer into LDS that is wider than that, makes the
   pointer generic first.  */

static void
correct_integer (gimple_stmt_iterator &gsi)
{
  gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi));
  if (!stmt
      || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))
      || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))))
    return;
  tree value = gimple_assign_rhs1 (stmt);
  tree pointed = lds_pointed_type (value);
  if (!pointed
      || (TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (stmt)))
	  <= TYPE_PRECISION (build_pointer_type (pointed))))
    return;
  tree generic
    = build_pointer_type (build_qualified_type
			  (pointed, TYPE_QUALS_NO_ADDR_SPACE (pointed)));
  gimple_seq seq = NULL;
  if (TREE_CODE (value) == ADDR_EXPR)
    value = generic_pointer (&seq, generic, value);
  else
    {
      value = add_name (&seq, ADDR_SPACE_CONVERT_EXPR, generic, value);
      n_converted.value++;
    }
  insert_before (&gsi, seq);
  gimple_assign_set_rhs1 (stmt, value);
  update_stmt (stmt);
}

static unsigned
correct_function (function *fun)
{
  bool on_edges = false;
  for_each_stmt (fun, [] (gimple_stmt_iterator &gsi)
    {
      correct_stmt (gsi);
      correct_integer (gsi);
    });
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    on_edges |= correct_phis (bb);
  if (on_edges)
    gsi_commit_edge_inserts ();
  return TODO_update_ssa;
}

static bool
gate ()
{
  return accelfix_args.lds != LDS_OWN;
}

/* Where the vectorizer has made pointers to the variables' elements, generic ones:
   value numbering would take one of two equal addresses with different types for the
   other, which ends in an internal compiler error in GCC 14 and later.  */

opt_pass *
make_accelfix_lds_vectors (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-lds-vectors", ctxt, correct_function, gate);
}

opt_pass *
make_accelfix_lds_pointers (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-lds-pointers", ctxt, correct_function, gate);
}

#endif /* ACCELFIX_GCN */
