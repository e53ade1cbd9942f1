/* The count of bits that are set, in vectors (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* v_bcnt_u32_b32 counts the bits of one operand and adds another.  The backend's pattern
   for one number has a zero there; the one for vectors, which shares its lines with
   "not", has forgotten it (<expander><mode>2<exec> of "bitunop" in gcn-valu.md), and the
   assembler refuses a loop with __builtin_popcount that is vectorised, as all simd loops
   are:

     v_bcnt_u32_b32 v3, v3     error: too few operands for instruction

   GCC 11 to 16.  It counts all 32 bits for vectors of shorter numbers, too, of which a
   register may have anything in its upper bits.

   This pass counts by additions: of neighbouring bits, of pairs, of groups of four, and
   of bytes.  It stands behind the vectoriser.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "gimple-fold.h"
#include "internal-fn.h"
#include "tree-cfg.h"

#if ACCELFIX_GCN

static accelfix_counter n_counts ("counts of bits in vectors");

/* If STMT counts the bits of a vector of numbers of up to 32 bits, which is what the
   backend has, returns the vector, else null.  */

static tree
counted_vector (gimple *stmt)
{
  if (!gimple_call_internal_p (stmt, IFN_POPCOUNT) || !gimple_call_lhs (stmt))
    return NULL_TREE;
  tree x = gimple_call_arg (stmt, 0);
  return (VECTOR_TYPE_P (TREE_TYPE (x))
	  && GET_MODE_BITSIZE (SCALAR_TYPE_MODE (TREE_TYPE (TREE_TYPE (x)))) <= 32
	  ? x : NULL_TREE);
}

/* Numbers of TYPE, vectors of unsigned numbers of 32 bits, and the statements that
   compute with them.  */

struct builder
{
  gimple_seq *seq;
  location_t loc;
  tree type;

  tree
  apply (tree_code code, tree a, tree b)
  {
    return gimple_build (seq, loc, code, type, a, b);
  }

  tree
  constant (unsigned HOST_WIDE_INT n)
  {
    return build_vector_from_val (type, build_int_cst (TREE_TYPE (type), n));
  }

  /* X >> N & MASK.  */
  tree
  part (tree x, unsigned n, unsigned HOST_WIDE_INT mask)
  {
    if (n)
      x = apply (RSHIFT_EXPR, x, constant (n));
    return apply (BIT_AND_EXPR, x, constant (mask));
  }

  /* How many bits of each element of X are set.  */
  tree
  count (tree x)
  {
    x = apply (MINUS_EXPR, x, part (x, 1, 0x55555555));
    x = apply (PLUS_EXPR, part (x, 0, 0x33333333), part (x, 2, 0x33333333));
    x = apply (PLUS_EXPR, x, apply (RSHIFT_EXPR, x, constant (4)));
    x = part (x, 0, 0x0f0f0f0f);
    x = apply (PLUS_EXPR, x, apply (RSHIFT_EXPR, x, constant (8)));
    x = apply (PLUS_EXPR, x, apply (RSHIFT_EXPR, x, constant (16)));
    return part (x, 0, 0x3f);
  }
};

/* Vector X as one of TYPE, with as many elements.  */

static tree
as_type (gimple_seq *seq, location_t loc, tree type, tree x)
{
  tree from = TREE_TYPE (x);
  if (useless_type_conversion_p (type, from))
    return x;
  bool same = known_eq (GET_MODE_SIZE (TYPE_MODE (TREE_TYPE (type))),
			GET_MODE_SIZE (TYPE_MODE (TREE_TYPE (from))));
  return gimple_build (seq, loc, same ? VIEW_CONVERT_EXPR : NOP_EXPR, type, x);
}

static void
replace_counts (function *fun)
{
  for_each_stmt (fun, [] (gimple_stmt_iterator &gsi)
    {
      gimple *stmt = gsi_stmt (gsi);
      tree x = counted_vector (stmt);
      if (!x)
	return;
      gimple_seq seq = NULL;
      location_t loc = gimple_location (stmt);
      tree lhs = gimple_call_lhs (stmt), from = TREE_TYPE (x);
      /* Short numbers are extended by zeros.  */
      tree element = unsigned_type_for (TREE_TYPE (from));
      poly_uint64 lanes = TYPE_VECTOR_SUBPARTS (from);
      x = as_type (&seq, loc, build_vector_type (element, lanes), x);
      builder b = { &seq, loc, build_vector_type (uint32_type_node, lanes) };
      x = b.count (as_type (&seq, loc, b.type, x));
      x = as_type (&seq, loc, TREE_TYPE (lhs), x);
      gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
      gassign *set = gimple_build_assign (lhs, x);
      gimple_set_location (set, loc);
      gsi_replace (&gsi, set, true);
      n_counts.value++;
    });
}

opt_pass *
make_accelfix_bit_count (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-bit-count", ctxt, replace_counts,
			   [] { return accelfix_args.bit_count > 0; });
}

#endif /* ACCELFIX_GCN */
