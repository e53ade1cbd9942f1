/* Lane moves with two scalar operands are made legal (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* v_writelane_b32 reads its value and its lane from scalar operands, and
   before GFX10 a VALU instruction reads one scalar register only ("constant
   bus").  GCC's pattern *vec_set<mode> takes any two registers, which every
   assembler refuses.  The methods of lane-select:

   m0: the lane goes to M0.
	s_mov_b32	m0, s3
	v_writelane_b32	v1, s2, m0
     M0 as lane select does not count for the constant bus.  Advantage: EXEC
     stays.  Disadvantages: before GFX9 accelfix-m0 has to restore M0 behind
     it; and assemblers before LLVM 18 refuse the form though the hardware
     has it (llvm-mc 13 to 17: "violates constant bus restrictions"), so that
     for them the instruction is given in raw bytes, as GCC does for s_mov_b32
     from SCC.

   exec: the value is moved under a mask of one lane.
	s_bfm_b64	exec, 1, s3
	v_mov_b32	v1, s2
     Both take the low six bits of the lane.  s_bfm_b64 makes the mask
     without touching SCC.  Advantages: every assembler takes it, and M0
     stays.  Disadvantage: EXEC has to be set again for the next vector insn,
     which gcn_md_reorg does by itself as for any insn that names EXEC; where
     an explicit value of EXEC is live across the move, it is saved to a free
     pair of registers and put back.

   auto: m0 where the configured assembler knows the form
     (ACCELFIX_AS_WRITELANE_M0), as it is never the longer one there; else
     exec, unless EXEC is live: then saving and restoring it makes exec the
     longer one, and M0 in raw bytes is taken.  A value that itself is in M0
     always takes exec.

   A literal lane that is no inline constant is taken modulo 64 first: the
   pattern allows it, no processor does.

   The pass stands before "mach", a second one that makes the bytes behind it:
   our write of EXEC is then an explicit definition to gcn_md_reorg, which
   sets EXEC for what follows and inserts the wait states for our insns as for
   all others.  All insns have their hard registers there; sched2 and the last
   register passes are over.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "gcn-regs.h"
#include "rtl-error.h"

#if ACCELFIX_GCN

/* Whether the assembler knows M0 as lane select beside another scalar
   register.  as-writelane-m0.sh asks it when the plugin is built; the one
   that Debian 12 has for amdgcn (llvm-mc 13) does not.  */
#ifndef ACCELFIX_AS_WRITELANE_M0
# define ACCELFIX_AS_WRITELANE_M0 0
#endif

static accelfix_counter n_moves ("lane moves made legal");

/* A lane move: VECTOR [LANE] = VALUE.  */
struct lane_move
{
  rtx_insn *insn;
  rtx vector, value, lane;
};

/* Whether INSN is *vec_set<mode> with a lane that is not encoded in a constant
   mask; fills *M.  One whose operands do not fit is left to "final", which
   says so.  */

static bool
lane_move_p (rtx_insn *insn, struct lane_move *m)
{
  rtx pattern = PATTERN (insn);
  if (!NONJUMP_INSN_P (insn) || GET_CODE (pattern) != SET)
    return false;
  rtx merge = SET_SRC (pattern);
  if (GET_CODE (merge) != VEC_MERGE
      || GET_CODE (XEXP (merge, 0)) != VEC_DUPLICATE
      || GET_CODE (XEXP (merge, 2)) != ASHIFT
      || recog_memoized (insn) < 0)
    return false;
  extract_insn (insn);
  if (!constrain_operands (1, get_enabled_alternatives (insn)))
    return false;
  m->insn = insn;
  m->vector = SET_DEST (pattern);
  m->value = XEXP (XEXP (merge, 0), 0);
  m->lane = XEXP (XEXP (merge, 2), 1);
  return true;
}

/* The 32-bit registers that the value of M takes.  */

static unsigned
words_of (const struct lane_move *m)
{
  return CEIL (GET_MODE_SIZE (GET_MODE (m->value)).to_constant (), 4);
}

/* Puts PATTERN before INSN.  It is one of GCC's.  */

static rtx_insn *
emit_known_before (rtx pattern, rtx_insn *insn)
{
  rtx_insn *known = emit_insn_before (pattern, insn);
  if (recog_memoized (known) < 0)
    fatal_insn_not_found (known);
  extract_insn (known);
  if (!constrain_operands (1, get_enabled_alternatives (known)))
    fatal_insn_not_found (known);
  return known;
}

/* Whether the assembler or the hardware refuses M as it is.  */

static bool
illegal_p (const struct lane_move *m)
{
  if (accelfix_constant_bus_limit () > 1 || !REG_P (m->lane))
    return false;
  if (REGNO (m->lane) == M0_REG && REGNO (m->value) != M0_REG)
    return false;
  return words_of (m) > 1 || REGNO (m->value) != REGNO (m->lane);
}

/* The instructions of method m0 in raw bytes where the assembler does not
   know them.  The encoding is VOP3A, opcode 0x28a of GFX8 and GFX9 ("VOP3A"
   in the manuals): the destination in the low byte of the first word, the
   value in the low nine bits of the second, and M0, which has number 124, as
   lane in the next nine.  Returns an asm that sets the vector, so that
   everybody sees what it reads and changes.  */

static rtx
raw_writelane (const struct lane_move *m)
{
  machine_mode mode = GET_MODE (m->vector);
  char *text = xstrdup ("");
  for (unsigned i = 0; i < words_of (m); i++)
    {
      unsigned vdst = REGNO (m->vector) + i - FIRST_VGPR_REG;
      unsigned src = REGNO (m->value) + i;
      /* SGPRs, flat_scratch, xnack_mask and vcc have GCC's numbers.  */
      gcc_assert (src <= VCC_HI_REG);
      char *one = xasprintf ("; v_writelane_b32\tv%u, %s, m0\n"
			     "\t.long\t0x%x, 0x%x", vdst, reg_names[src],
			     0xd28a0000 | vdst, src | 124 << 9);
      text = reconcat (text, text, i ? "\n\t" : "", one, NULL);
      free (one);
    }
  rtvec inputs = gen_rtvec (3, m->vector, m->value,
			    gen_rtx_REG (SImode, M0_REG));
  rtvec names = gen_rtvec (3,
			   gen_rtx_ASM_INPUT (mode, "0"),
			   gen_rtx_ASM_INPUT (GET_MODE (m->value), "Sv"),
			   gen_rtx_ASM_INPUT (SImode, "Sv"));
  rtx ops = gen_rtx_ASM_OPERANDS (mode, ggc_strdup (text), "=v", 0, inputs,
				  names, rtvec_alloc (0), UNKNOWN_LOCATION);
  free (text);
  return gen_rtx_SET (m->vector, ops);
}

/* What writes LANE to M0 or its mask to EXEC, the last one in the block.  Used to
   leave out what repeats it.  */
struct lane_selection
{
  rtx_insn *insn;
  rtx lane;
};

/* Whether between LAST and INSN, which selects LANE in REGNO again, nothing
   changed the one or the other, so that INSN is not needed.  In the case of
   EXEC no vector insn of another kind may stand there, or EXEC had to be saved
   for it.  */

static bool
same_select_p (const lane_selection &last, rtx_insn *insn, unsigned regno,
	       rtx lane)
{
  rtx reg = gen_rtx_REG (SImode, regno);
  if (!last.insn || !rtx_equal_p (last.lane, lane)
      || !reg_set_p (reg, last.insn)
      || reg_set_between_p (reg, last.insn, insn)
      || reg_set_between_p (lane, last.insn, insn))
    return false;
  for (rtx_insn *i = NEXT_INSN (last.insn); i != insn && regno == EXEC_REG;
       i = NEXT_INSN (i))
    if (NONDEBUG_INSN_P (i) && !refers_to_regno_p (EXEC_REG, PATTERN (i)))
      {
	subrtx_iterator::array_type array;
	FOR_EACH_SUBRTX (iter, array, PATTERN (i), NONCONST)
	  if (REG_P (*iter) && VGPR_REGNO_P (REGNO (*iter)))
	    return false;
      }
  return true;
}

/* Writes M by way of M0, after LAST, which it brings up to date.  What the assembler may not know becomes bytes in the
   second pass: as an insn of GCC's own it goes through "mach" without a need of
   EXEC.  */

static void
move_by_m0 (const struct lane_move *m, lane_selection *last)
{
  rtx m0 = gen_rtx_REG (SImode, M0_REG);
  if (REGNO (m->lane) != M0_REG
      && !same_select_p (*last, m->insn, M0_REG, m->lane))
    *last = { emit_known_before (gen_rtx_SET (m0, m->lane), m->insn), m->lane };
  rtx merge = copy_rtx (SET_SRC (PATTERN (m->insn)));
  XEXP (XEXP (merge, 2), 1) = m0;
  emit_known_before (gen_rtx_SET (m->vector, merge), m->insn);
}

/* Writes M under a mask in EXEC, after LAST, likewise.  SAVE is a pair of scalar registers for EXEC's
   value, or null where that is not live.  */

static void
move_by_exec (const struct lane_move *m, rtx save, lane_selection *last)
{
  rtx exec = gen_rtx_REG (DImode, EXEC_REG);
  if (save)
    emit_known_before (gen_rtx_SET (save, exec), m->insn);
  if (save || !same_select_p (*last, m->insn, EXEC_REG, m->lane))
    {
      rtvec inputs = gen_rtvec (1, m->lane);
      rtvec names = gen_rtvec (1, gen_rtx_ASM_INPUT (SImode, "Sv"));
      rtx ops = gen_rtx_ASM_OPERANDS (DImode, "s_bfm_b64\t%0, 1, %1", "=e", 0,
				      inputs, names, rtvec_alloc (0),
				      UNKNOWN_LOCATION);
      *last = { emit_insn_before (gen_rtx_SET (exec, ops), m->insn), m->lane };
    }
  rtx merge = SET_SRC (PATTERN (m->insn));
  rtx masked = gen_rtx_VEC_MERGE (GET_MODE (m->vector),
				  copy_rtx (XEXP (merge, 0)),
				  copy_rtx (XEXP (merge, 1)), exec);
  emit_known_before (gen_rtx_SET (m->vector, masked), m->insn);
  if (save)
    emit_known_before (gen_rtx_SET (exec, save), m->insn);
}

/* Makes M legal.  LIVE is what is live behind it, LAST the last selection in the
   block.  */

static void
legalise (const struct lane_move *m, const_bitmap live, lane_selection *last)
{
  bool exec_live = (bitmap_bit_p (live, EXEC_LO_REG)
		    || bitmap_bit_p (live, EXEC_HI_REG));
  bool must_exec = REGNO (m->value) == M0_REG;
  bool use_m0 = (accelfix_args.lane_select == LANE_M0
		 || (accelfix_args.lane_select == LANE_AUTO
		     && (ACCELFIX_AS_WRITELANE_M0 || exec_live)));
  use_m0 &= !must_exec;

  rtx save = NULL_RTX;
  if (!use_m0 && exec_live)
    {
      save = gcn_free_sgpr (DImode, live, m->insn);
      use_m0 = !save && !must_exec;
      if (!save && must_exec)
	{
	  sorry_at (INSN_LOCATION (m->insn), "no scalar registers are left to "
		    "keep EXEC in during a move to a lane");
	  return;
	}
    }

  n_moves.value++;
  if (dump_file)
    fprintf (dump_file, "Lane move %d is done by way of %s.\n",
	     INSN_UID (m->insn), use_m0 ? "M0" : "EXEC");
  if (accelfix_args.comment)
    emit_insn_before (accelfix_gen_comment ("lane move"), m->insn);
  if (use_m0)
    move_by_m0 (m, last);
  else
    move_by_exec (m, save, last);
  delete_insn (m->insn);
}

/* Makes the lane moves of the current function legal.  */

static void
select_lanes (function *)
{
  basic_block bb;
  rtx_insn *insn, *next;
  struct lane_move m;
  bool any = false;

  for (insn = get_insns (); insn; insn = NEXT_INSN (insn))
    any |= (lane_move_p (insn, &m)
	    && (illegal_p (&m) || CONST_INT_P (m.lane)));
  if (!any)
    return;

  compute_bb_for_insn ();
  df_note_add_problem ();
  df_analyze ();
  FOR_EACH_BB_FN (bb, cfun)
    {
      auto_bitmap live;
      bitmap_copy (live, DF_LR_IN (bb));
      df_simulate_initialize_forwards (bb, live);
      lane_selection last = { NULL, NULL_RTX };
      FOR_BB_INSNS_SAFE (bb, insn, next)
	{
	  if (!INSN_P (insn))
	    continue;
	  df_simulate_one_insn_forwards (bb, insn, live);
	  if (!lane_move_p (insn, &m))
	    continue;
	  rtx *lane = &XEXP (XEXP (SET_SRC (PATTERN (insn)), 2), 1);
	  if (CONST_INT_P (*lane))
	    validate_change (insn, lane, GEN_INT (INTVAL (*lane) & 63), false);
	  else if (illegal_p (&m))
	    legalise (&m, live, &last);
	}
    }
}

/* The second pass: moves by way of M0 that the assembler does not know, ours
   and those that had M0 from the start, become bytes.  */

static void
make_bytes (function *)
{
  struct lane_move m;
  rtx_insn *next;
  for (rtx_insn *insn = get_insns (); insn; insn = next)
    {
      next = NEXT_INSN (insn);
      if (lane_move_p (insn, &m) && REG_P (m.lane) && REGNO (m.lane) == M0_REG
	  && REGNO (m.value) != M0_REG)
	{
	  emit_insn_before (raw_writelane (&m), insn);
	  delete_insn (insn);
	}
    }
}

opt_pass *
make_accelfix_lane_select (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-lane-select", ctxt, select_lanes);
}

static bool
bytes_wanted_p (void)
{
  return !ACCELFIX_AS_WRITELANE_M0 && accelfix_constant_bus_limit () == 1;
}

opt_pass *
make_accelfix_lane_bytes (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-lane-bytes", ctxt, make_bytes,
			bytes_wanted_p);
}

#endif /* ACCELFIX_GCN */
