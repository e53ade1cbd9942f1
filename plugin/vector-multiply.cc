/* Products of vectors of 64-bit integers (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A product of 64 bits has in its upper half the upper half of the product of the lower
   halves, and the two products of one lower and one upper half.  That of the upper
   halves is beyond it.  The patterns mul<mode>3, mul<mode>3_dup, and those with _exec, of
   gcn-valu.md add it all the same, in GCC 11 to 16: where both factors have something
   in their upper halves, as any two negative ones have, the product is wrong.
   Scalar multiplication is right, and so are the patterns with a zero-extended factor.

   The insns are split after reload.  This pass stands before the first pass that would do
   so.  It has them split by GCC, and deletes the last two insns of what comes out: the
   superfluous product and its addition.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"

#if ACCELFIX_GCN

static accelfix_counter n_products ("products of 64-bit vectors repaired");

/* What an insn with SET computes in the lanes that are active.  */

static rtx
active_value (rtx set)
{
  rtx value = SET_SRC (set);
  return GET_CODE (value) == VEC_MERGE ? XEXP (value, 0) : value;
}

/* FACTOR, or what it is a vector of.  */

static rtx
one_of (rtx factor)
{
  return GET_CODE (factor) == VEC_DUPLICATE ? XEXP (factor, 0) : factor;
}

/* The product of 64-bit vectors that INSN computes, if it is one that GCC splits
   wrongly; else null.  */

static rtx
wrong_product (rtx_insn *insn)
{
  rtx set = NONJUMP_INSN_P (insn) ? single_set (insn) : NULL_RTX;
  rtx product = set ? active_value (set) : NULL_RTX;
  if (!product || GET_CODE (product) != MULT
      || !VECTOR_MODE_P (GET_MODE (product))
      || GET_MODE_INNER (GET_MODE (product)) != DImode)
    return NULL_RTX;
  for (int i = 0; i < 2; i++)
    {
      rtx factor = one_of (XEXP (product, i));
      if (!REG_P (factor) && !CONSTANT_P (factor))
	return NULL_RTX;
    }
  return product;
}

/* Whether HALF is the upper half of FACTOR, a register or a constant of 64 bits.  */

static bool
upper_half_p (rtx half, rtx factor)
{
  half = one_of (half);
  factor = one_of (factor);
  if (REG_P (factor))
    return REG_P (half) && REGNO (half) == REGNO (factor) + 1;
  return CONSTANT_P (half);
}

/* Splits INSN, which computes PRODUCT, and deletes what is too much of that.  */

static void
repair (rtx_insn *insn, rtx product)
{
  rtx left = XEXP (product, 0), right = XEXP (product, 1);
  location_t loc = INSN_LOCATION (insn);
  rtx_insn *addition = try_split (PATTERN (insn), insn, 1);
  if (addition == insn)
    return;
  rtx_insn *multiplication = prev_nonnote_nondebug_insn (addition);
  rtx sum = single_set (addition);
  rtx beyond = multiplication ? single_set (multiplication) : NULL_RTX;
  if (!sum || !beyond || GET_CODE (active_value (sum)) != PLUS
      || GET_CODE (active_value (beyond)) != MULT
      || !rtx_equal_p (XEXP (active_value (sum), 1), SET_DEST (beyond))
      || !upper_half_p (XEXP (active_value (beyond), 0), left)
      || !upper_half_p (XEXP (active_value (beyond), 1), right))
    return;
  if (dump_file)
    fprintf (dump_file, "insns %d and %d are deleted\n",
	     INSN_UID (multiplication), INSN_UID (addition));
  if (accelfix_args.comment)
    emit_insn_before_setloc (accelfix_gen_comment ("wide-multiply"),
			     multiplication, loc);
  delete_insn (addition);
  delete_insn (multiplication);
  n_products.value++;
}

static void
repair_products (function *)
{
  for (rtx_insn *insn = get_insns (), *next; insn; insn = next)
    {
      next = NEXT_INSN (insn);
      rtx product = wrong_product (insn);
      if (product)
	repair (insn, product);
    }
}

opt_pass *
make_accelfix_vector_multiply (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-vector-multiply", ctxt, repair_products,
			[] { return accelfix_args.wide_multiply > 0; });
}

#endif /* ACCELFIX_GCN */
