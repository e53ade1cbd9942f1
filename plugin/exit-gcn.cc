/* Dead ends get their s_endpgm (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A block that ends in __builtin_unreachable has no successor in the CFG and
   no instruction that stops the wave: it runs on into whatever is printed
   behind it.  Where that is the end of the function, or of its part in
   .text.unlikely, the wave leaves the function and executes the next one, or
   the padding.  __builtin_trap is no better: s_trap without a trap handler
   installed goes on with the next instruction.

   Each such block gets

	s_waitcnt	0
	s_dcache_wb	(up to GCC 13)
	s_endpgm

   unless its last instruction does not run on anyway: a jump, a return, an
   asm that ends in s_endpgm or the like.  A call of a function that does not
   return counts as an end as well, as on nvptx; only where it is the last
   instruction of the function or of its part in another section the three
   instructions follow it, since what comes next belongs to somebody else and
   s_swappc has stored just that address as the one to return to.

   May the wave end when only some of its lanes came here?  s_endpgm pays no
   heed to EXEC: it ends the wave for all 64 lanes.  That is right for code
   that GCC makes.  A thread of OpenMP, or a worker of OpenACC, is a whole
   wave; the lanes are those of vector insns of that one thread.  GCC masks
   lanes with EXEC around vector insns and around scalar values that live in
   vector registers (gcn_md_reorg sets it to 1 for these), but never makes a
   branch of the source into a mask: all its branches are s_cbranch, which
   the wave takes or does not take as one.  So there are no lanes that wait
   elsewhere, whatever EXEC is at the dead end, and it is neither tested nor
   changed.  Waves of the same group are not held up: the hardware does not
   count ended waves at s_barrier.

   Stores that are under way need no more than the ISA manuals ask for.
   Vector stores: s_endpgm waits for them by itself, and the s_waitcnt says
   so; it is there in any case for the scalar ones, whose data must have
   reached the scalar cache before s_dcache_wb writes that back (GCC ends its
   kernels by the same sequence, pattern gcn_return in gcn.md).  Data of
   callers may be in that cache, so what the function itself stores makes no
   difference.

   Dead ends that several regions share are a matter of reconvergence, which
   these branches do not have: exit=2 is the same as exit=1 here.

   The pass stands behind accelfix-m0, so that the paths which end here are
   seen there as ends without a need of M0, and behind "mach".  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "gcn-asm.h"

#if ACCELFIX_GCN

static accelfix_counter n_ended ("dead ends that got s_endpgm");

/* Whether nothing runs on behind INSN, the last one of a block.  */

static bool
terminator_p (rtx_insn *insn)
{
  if (JUMP_P (insn))
    return !any_condjump_p (insn);
  struct gcn_asm_effects e;
  return gcn_scan_asm (insn, &e) && e.ends;
}

/* Whether the function, or its part in this section, ends after INSN.  */

static bool
end_of_section_p (rtx_insn *insn)
{
  for (insn = NEXT_INSN (insn); insn; insn = NEXT_INSN (insn))
    if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
      return true;
    else if (active_insn_p (insn))
      return false;
  return true;
}

/* Ends the blocks that run on.  */

static void
end_dead_ends (function *)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      /* An edge to the exit without a return is the closing brace.  */
      if (EDGE_COUNT (bb->succs) != 0
	  && (EDGE_COUNT (bb->succs) != 1
	      || EDGE_SUCC (bb, 0)->dest != EXIT_BLOCK_PTR_FOR_FN (cfun)
	      || JUMP_P (BB_END (bb))))
	continue;

      rtx_insn *insn, *last = NULL;
      FOR_BB_INSNS_REVERSE (bb, insn)
	if (active_insn_p (insn))
	  {
	    last = insn;
	    break;
	  }
      if (last && terminator_p (last))
	continue;
      if (last && CALL_P (last) && find_reg_note (last, REG_NORETURN, NULL)
	  && !end_of_section_p (BB_END (bb)))
	continue;

      n_ended.value++;
      if (dump_file)
	fprintf (dump_file, "Block %d ends in s_endpgm.\n", bb->index);
      if (accelfix_args.comment)
	emit_insn_after (accelfix_gen_comment ("dead end"), BB_END (bb));
      emit_insn_after (accelfix_gen_text ("s_waitcnt\t0\n\t"
					  ACCELFIX_DCACHE_WRITE_BACK
					  "s_endpgm"), BB_END (bb));
    }
}

opt_pass *
make_accelfix_exit_gcn (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-exit", ctxt, end_dead_ends,
			[] { return accelfix_args.exit_level > 0; });
}

#endif /* ACCELFIX_GCN */
