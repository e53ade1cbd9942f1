/* End the dead ends of PTX functions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "flow.h"

/* PTX has no "unreachable".  GCC ends a block that it knows not to be left,
   because of __builtin_unreachable, a function that does not return its value,
   or the end of a noreturn function, by a barrier, which prints nothing: the
   text runs on into whatever comes next, or off the closing brace.  ptxas then
   sees a way that is not there.  It makes the regions of divergence wider, as
   far as past a bar.sync, which Pascal and older chips may not reach
   divergently (wrong sums: CUDAnative.jl #4, CUDA.jl #1746), and it sees
   registers that are not set on that way.

   So each dead end gets "exit".  LLVM does the same for every "unreachable"
   (NVPTXLowerUnreachable, D152789).  `trap' instead would not do: ptxas before
   CUDA 12.3 does not know that it ends a block, and GCC itself prints "trap;
   exit" for __builtin_trap and behind calls that do not return for that
   reason.  PTX ISA 8.3 made `trap' a terminator, and 6.4 has .noreturn for
   functions; neither helps here, because a dead end of GCC's has no
   instruction at all, and falls through for every ptxas.  The manual,
   "Dead ends in PTX", has what ptxas 13.0 makes of each.

   The pass stands after "mach" for three reasons.  There OpenACC's neutering
   puts a label (and a bar.warp.sync) behind the last insn of a block, to which
   the lanes jump that have nothing to do in it.  `exit' has to stand behind
   that label, so that those leave as well; an exit before "mach" would become
   the last insn itself, and only the active lane would leave (GCC PR81352 and
   PR84028 are this for calls).  Then, mach makes blocks that end in nothing
   out of ones that do not.  And nothing after it moves code, so that block
   order and the latches of loops stay as they are.

   What ends already gets nothing: ret, exit, trap, a call with REG_NORETURN,
   a jump; nor does what cannot be reached.  What the text of an asm ends in is
   not looked at: an exit after the user's own is never run.  */

static accelfix_counter n_exits ("dead ends closed by exit");

/* Takes from each dead end the edge over which it falls, and inserts the
   missing exit.  */

static void
close_dead_ends (void)
{
  auto_vec<basic_block> ends;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (edge e = flow_dead_end (bb))
      {
	/* After an asm goto, or a call that GCC knows to throw.  */
	if (control_flow_insn_p (BB_END (bb)))
	  {
	    e->flags &= ~EDGE_FAKE;
	    e = single_succ_edge (split_edge (e));
	  }
	ends.safe_push (e->src);
	remove_edge (e);
	emit_barrier_after_bb (ends.last ());
      }
  if (ends.is_empty ())
    return;

  flow_find_reached ();
  for (basic_block end : ends)
    {
      if (!flow_reached_p (end))
	continue;
      if (accelfix_args.comment)
	emit_insn_after (accelfix_gen_comment ("exit"), BB_END (end));
      rtx_insn *insn = emit_insn_after (const1_rtx, BB_END (end));
      if (recog_memoized (insn) < 0)
	fatal_insn_not_found (insn);
      n_exits.value++;
      if (dump_file)
	fprintf (dump_file, "exit insn %d ends the block with insn %d\n",
		 INSN_UID (insn), INSN_UID (BB_HEAD (end)));
    }
}

static void
end_dead_ends (function *)
{
  close_dead_ends ();
  if (accelfix_args.exit_level > 1)
    split_dead_ends ();
  flow_verify ();
}

opt_pass *
make_accelfix_exit (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-exit", ctxt, end_dead_ends,
			[] { return accelfix_args.exit_level > 0; });
}
