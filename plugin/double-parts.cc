/* nvptx: floating point numbers that are part of a structure in a register.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A structure of 16 bytes, as one of two doubles, may be a register of mode TI, two
   registers of 64 bits in PTX: without optimisation, what a function returns.  The
   backend prints a move between registers of different kinds as `mov.b64' if they are of
   the same size, and as `cvt' if not, and it takes the size of the whole register for
   that of the part that is set (nvptx_output_mov_insn in nvptx.cc):

     (set (subreg:DF (reg:TI 28) 0) (reg:DF 24))      cvt.u64.f64 %r28$0, %r24;

   PTX has no such instruction without a rounding mode, so that the driver refuses the
   program; with one, it would convert the number.  GCC 11 to 15.

   This pass moves the number's bits to a register of 64 bits first:

     (set (reg:DI 30) (subreg:DI (reg:DF 24) 0))      mov.b64 %r30, %r24;
     (set (subreg:DI (reg:TI 28) 0) (reg:DI 30))      cvt.u64.u64 %r28$0, %r30;

   It stands after the machine reorganisation, as others of the plugin: the moves are
   those that are printed.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

#if ACCELFIX_NVPTX

static accelfix_counter n_parts ("parts of structures set bit by bit");

/* Whether DEST is a double in a register of 128 bits, and so one of the two registers
   that this is in PTX.  */

static bool
float_part_p (const_rtx dest)
{
  return (SUBREG_P (dest) && REG_P (SUBREG_REG (dest))
	  && GET_MODE (dest) == DFmode
	  && known_eq (GET_MODE_BITSIZE (GET_MODE (SUBREG_REG (dest))), 128));
}

/* Has INSN set its part of a register by an integer, if that is what it does.  */

static void
set_by_integer (rtx_insn *insn)
{
  rtx set = single_set (insn);
  if (!set || GET_CODE (PATTERN (insn)) != SET || !float_part_p (SET_DEST (set)))
    return;
  rtx dest = SET_DEST (set);
  rtx number = gen_reg_rtx (DFmode), bits = gen_reg_rtx (DImode);
  emit_insn_before (gen_rtx_SET (number, SET_SRC (set)), insn);
  emit_insn_before (gen_rtx_SET (bits, gen_rtx_SUBREG (DImode, number, 0)), insn);
  rtx part = gen_rtx_SUBREG (DImode, SUBREG_REG (dest), SUBREG_BYTE (dest));
  PATTERN (insn) = gen_rtx_SET (part, bits);
  INSN_CODE (insn) = -1;
  n_parts.value++;
}

static void
set_parts (function *)
{
  for (rtx_insn *insn = get_insns (), *next; insn; insn = next)
    {
      next = NEXT_INSN (insn);
      if (NONJUMP_INSN_P (insn))
	set_by_integer (insn);
    }
}

opt_pass *
make_accelfix_double_parts (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-double-parts", ctxt, set_parts,
			[] { return accelfix_args.struct_return != 0; });
}

#endif /* ACCELFIX_NVPTX */
