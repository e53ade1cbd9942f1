/* Products of 32-bit registers and constants that take 64 bits (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The pattern <su>mulsidi3_imm of gcn.md multiplies an extended 32-bit register
   by a constant of 64 bits, for which its predicate, gcn_32bit_immediate_operand,
   asks no more than that it is a constant.  It prints two multiplications of 32
   bits, of the register and the constant's low half.  Both who make such insns
   can go wrong with that, in GCC 12 to 16:

   - "combine" makes one of (uint64_t) x * C for any C.  What C has above its
     low half is lost: x * 935341927832804ull is x * 1129979108.
   - The expander umulsidi3 hands a 32-bit constant on as it got it, in SImode,
     where 0xfffffffb is -5.  What is printed is right, but a pass that computes
     with the insn's pattern takes the constant for -5 in 64 bits.

   So right after "expand" the constant of the expander's is made what is meant;
   and after "combine", and "late_combine" of GCC 15, when no later pass makes new
   ones, an insn whose constant is not the extension of its low half is replaced
   by a multiplication of 64 bits.  The second pass stands after "split1", which
   is there at each level, before registers are allocated.  What muldi3 itself is
   split into after that has the low half on purpose.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"

#if ACCELFIX_GCN

static accelfix_counter n_widened ("multiplications by 64-bit constants "
				   "repaired");

/* The product that INSN computes, if it is one of an extended SImode register
   and a constant in DImode, or null.  */

static rtx
product_with_constant (rtx_insn *insn)
{
  rtx set = NONJUMP_INSN_P (insn) ? single_set (insn) : NULL_RTX;
  if (!set || GET_CODE (SET_SRC (set)) != MULT
      || GET_MODE (SET_SRC (set)) != DImode)
    return NULL_RTX;
  rtx product = SET_SRC (set);
  rtx_code code = GET_CODE (XEXP (product, 0));
  if ((code != ZERO_EXTEND && code != SIGN_EXTEND)
      || GET_MODE (XEXP (XEXP (product, 0), 0)) != SImode
      || !CONST_INT_P (XEXP (product, 1)))
    return NULL_RTX;
  return product;
}

/* What PRODUCT's constant is when its low half is extended as the register
   is.  */

static rtx
extended_low_half (rtx product)
{
  HOST_WIDE_INT low = INTVAL (XEXP (product, 1)) & 0xffffffff;
  if (GET_CODE (XEXP (product, 0)) == SIGN_EXTEND)
    low = trunc_int_for_mode (low, SImode);
  return GEN_INT (low);
}

/* Replaces INSN, which computes PRODUCT, by a multiplication of 64 bits by
   CONSTANT.  */

static void
widen (rtx_insn *insn, rtx product, rtx constant)
{
  rtx dest = SET_DEST (single_set (insn));
  rtx extension = XEXP (product, 0);
  start_sequence ();
  rtx factor = convert_modes (DImode, SImode, XEXP (extension, 0),
			      GET_CODE (extension) == ZERO_EXTEND);
  rtx value = expand_mult (DImode, factor, constant, dest, 0);
  if (value != dest)
    emit_move_insn (dest, value);
  rtx_insn *seq = accelfix_end_sequence ();
  n_widened.value++;
  if (dump_file)
    fprintf (dump_file, "insn %d is replaced\n", INSN_UID (insn));
  if (accelfix_args.comment)
    emit_insn_before (accelfix_gen_comment ("wide-multiply"), insn);
  emit_insn_before_setloc (seq, insn, INSN_LOCATION (insn));
  delete_insn (insn);
}

/* Makes the constants of products what the expander meant.  */

static void
mend_constants (function *)
{
  for (rtx_insn *insn = get_insns (), *next; insn; insn = next)
    {
      next = NEXT_INSN (insn);
      rtx product = product_with_constant (insn);
      rtx meant = product ? extended_low_half (product) : NULL_RTX;
      /* Before GFX9 the pattern takes constants of an instruction alone.  */
      if (product
	  && !validate_change (insn, &XEXP (product, 1), meant, false))
	widen (insn, product, meant);
    }
}

/* Widens the products whose constant is too wide.  */

static void
widen_products (function *)
{
  for (rtx_insn *insn = get_insns (), *next; insn; insn = next)
    {
      next = NEXT_INSN (insn);
      rtx product = product_with_constant (insn);
      if (product
	  && !rtx_equal_p (extended_low_half (product), XEXP (product, 1)))
	widen (insn, product, XEXP (product, 1));
    }
}

static bool
wanted_p ()
{
  return accelfix_args.wide_multiply > 0;
}

opt_pass *
make_accelfix_product_constants (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-product-constants", ctxt, mend_constants,
			wanted_p);
}

opt_pass *
make_accelfix_wide_multiply (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-wide-multiply", ctxt, widen_products,
			wanted_p);
}

#endif /* ACCELFIX_GCN */
