/* amdgcn: vectors of two bytes that are part of a number.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Two bytes that memcpy, a union or a cast reads as a vector may have been loaded as a
   short, which is in a register of 32 bits:

     (set (reg:V2QI 736) (plus:V2QI (reg:V2QI 735) (subreg:V2QI (reg:SI 733) 0)))

   On amdgcn a vector has a lane for each element, so that such a part has to go through
   memory: the register allocator stores the number and loads the vector.  But if the
   part is narrower than the register, and this no wider than a word, the allocator
   reloads the register in place of the part (curr_insn_transform in lra-constraints.cc,
   for targets that define WORD_REGISTER_OPERATIONS, as amdgcn does).  The number is then
   in lane 0 of a vector register, and lane 1 has what was there before.  The first
   element is right, the second one is not.  GCC 13 to 16; earlier releases have no
   vectors of two bytes.

   This pass makes the number as wide as the vector:

     (set (reg:HI 740) (subreg:HI (reg:SI 733) 0))
     (set (reg:V2QI 736) (plus:V2QI (reg:V2QI 735) (subreg:V2QI (reg:HI 740) 0)))

   It stands right before "ira", so that no pass puts the two together again.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "recog.h"

#if ACCELFIX_GCN

static accelfix_counter n_parts ("vectors of bytes taken from a wider number");

/* Whether X is a vector that is part of a wider number in a register of one word.  */

static bool
part_p (const_rtx x)
{
  if (!SUBREG_P (x) || !REG_P (SUBREG_REG (x)) || !VECTOR_MODE_P (GET_MODE (x)))
    return false;
  machine_mode inner = GET_MODE (SUBREG_REG (x));
  return (SCALAR_INT_MODE_P (inner) && partial_subreg_p (GET_MODE (x), inner)
	  && known_le (GET_MODE_SIZE (inner), UNITS_PER_WORD)
	  && subreg_lowpart_p (x)
	  && int_mode_for_size (GET_MODE_BITSIZE (GET_MODE (x)), 0).exists ());
}

/* Has INSN take the part at LOC from a number of its width; or set it, if WRITTEN.  */

static void
narrow (rtx_insn *insn, rtx *loc, bool written)
{
  rtx part = *loc, wide = SUBREG_REG (part);
  machine_mode mode
    = int_mode_for_size (GET_MODE_BITSIZE (GET_MODE (part)), 0).require ();
  rtx number = gen_reg_rtx (mode);
  if (!validate_change (insn, loc, gen_rtx_SUBREG (GET_MODE (part), number, 0),
			false))
    return;
  /* The bits above a part of a word are undefined once that is set.  */
  if (written)
    emit_insn_after (gen_move_insn (wide, gen_rtx_SUBREG (GET_MODE (wide), number, 0)),
		     insn);
  else
    emit_insn_before (gen_move_insn (number, gen_lowpart (mode, wide)), insn);
  n_parts.value++;
}

static void
narrow_parts (function *)
{
  for (rtx_insn *insn = get_insns (), *next; insn; insn = next)
    {
      next = NEXT_INSN (insn);
      if (!NONJUMP_INSN_P (insn) || GET_CODE (PATTERN (insn)) == ASM_INPUT)
	continue;
      rtx set = single_set (insn);
      rtx *dest = set ? &SET_DEST (set) : NULL;
      auto_vec<rtx *> parts;
      subrtx_ptr_iterator::array_type array;
      FOR_EACH_SUBRTX_PTR (iter, array, &PATTERN (insn), NONCONST)
	if (part_p (**iter))
	  parts.safe_push (*iter);
      for (rtx *loc : parts)
	narrow (insn, loc, loc == dest);
    }
}

opt_pass *
make_accelfix_vector_bytes (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-vector-bytes", ctxt, narrow_parts,
			[] { return accelfix_args.vector_bytes != 0; });
}

#endif /* ACCELFIX_GCN */
