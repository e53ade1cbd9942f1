/* nvptx: floating point numbers that are read as integers, and the other way round.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A register has one kind in PTX, floating point or integer, and only a move between
   registers may have both.  The patterns of moves in nvptx.md accept a subreg as the
   destination of a load, too, and the machine reorganisation leaves it there (attribute
   subregs_ok).  combine makes one where a structure of four floats, which is a register
   of 128 bits, turns out to be in memory:

     (set (subreg:SI (reg:SF 50) 0) (mem:SI (reg:DI 43)))     ld.u32 %r50, [%r43];

   The driver refuses the program, since %r50 is of type .f32 (PTX ISA, "Operand Size
   Exceeding Instruction-Type Size": the types of a load have to agree).  GCC 11 to 15.

   This pass has the load set a register of its own kind, and moves the bits:

     (set (reg:SI 90) (mem:SI (reg:DI 43)))                   ld.u32 %r90, [%r43];
     (set (reg:SF 50) (subreg:SF (reg:SI 90) 0))              mov.b32 %r50, %r90;

   It stands after the machine reorganisation, as others of the plugin: the moves are
   those that are printed.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

#if ACCELFIX_NVPTX

static accelfix_counter n_loads ("loads into registers of another kind");

/* The register that X shows as of another kind, a number as an integer or an integer as a
   number; NULL_RTX if X is something else.  */

static rtx
other_kind (const_rtx x)
{
  if (!SUBREG_P (x) || !REG_P (SUBREG_REG (x)))
    return NULL_RTX;
  machine_mode whole = GET_MODE (SUBREG_REG (x)), part = GET_MODE (x);
  bool number = SCALAR_FLOAT_MODE_P (whole);
  if (number == SCALAR_FLOAT_MODE_P (part)
      || !(number ? SCALAR_INT_MODE_P (part) : SCALAR_INT_MODE_P (whole))
      || !subreg_lowpart_p (x) || paradoxical_subreg_p (x))
    return NULL_RTX;
  return SUBREG_REG (x);
}

/* The integer mode of the size of MODE.  */

static scalar_int_mode
bits_mode (machine_mode mode)
{
  return int_mode_for_mode (mode).require ();
}

/* X, a register of any kind, as an integer.  */

static rtx
as_bits (rtx x)
{
  return (SCALAR_FLOAT_MODE_P (GET_MODE (x))
	  ? gen_rtx_SUBREG (bits_mode (GET_MODE (x)), x, 0) : x);
}

/* Instructions that set register WHOLE to the bits of VALUE, a register of the other kind
   that is as long or shorter.  */

static rtx_insn *
move_bits (rtx whole, rtx value)
{
  scalar_int_mode mode = bits_mode (GET_MODE (whole));
  start_sequence ();
  rtx bits = as_bits (value);
  if (GET_MODE (bits) != mode)
    {
      rtx narrow = force_reg (GET_MODE (bits), bits);
      bits = gen_reg_rtx (mode);
      emit_insn (gen_rtx_SET (bits, gen_rtx_ZERO_EXTEND (mode, narrow)));
    }
  if (SCALAR_FLOAT_MODE_P (GET_MODE (whole)))
    bits = gen_rtx_SUBREG (GET_MODE (whole), bits, 0);
  emit_insn (gen_rtx_SET (whole, bits));
  rtx_insn *seq = get_insns ();
  end_sequence ();
  return seq;
}

/* Have INSN load a register of the kind that the load is printed for, if it does not.  */

static void
load_own_kind (rtx_insn *insn)
{
  rtx set = PATTERN (insn);
  if (GET_CODE (set) != SET || !MEM_P (SET_SRC (set)))
    return;
  rtx whole = other_kind (SET_DEST (set));
  if (!whole)
    return;
  rtx value = gen_reg_rtx (GET_MODE (SET_DEST (set)));
  if (!validate_change (insn, &SET_DEST (set), value, false))
    return;
  emit_insn_after (move_bits (whole, value), insn);
  n_loads.value++;
}

static void
keep_kinds (function *)
{
  for (rtx_insn *insn = get_insns (), *next; insn; insn = next)
    {
      next = NEXT_INSN (insn);
      if (NONJUMP_INSN_P (insn))
	load_own_kind (insn);
    }
}

opt_pass *
make_accelfix_float_loads (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-float-loads", ctxt, keep_kinds,
			[] { return accelfix_args.struct_return != 0; });
}

#endif /* ACCELFIX_NVPTX */
