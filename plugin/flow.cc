/* Make GCC's control flow graph that of the printed PTX.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "ptx-insn.h"
#include "flow.h"

/* After "mach" GCC's graph is not the one that ptxas sees:

   - the jumps of OpenACC's neutering (nvptx_single) are plain INSNs in the
     middle of blocks, and so are their labels;
   - a fake_nop (prevent_branch_around_nothing) stands between two blocks;
   - a barrier prints nothing, so that a dead end (__builtin_unreachable, the
     end of a function that does not return) runs on into the next block or off
     the function;
   - calls have edges to exception handlers, to which PTX has no way.

   No pass of GCC's after "mach" looks at the graph, which pass_free_cfg has
   given up before.  Ours do, and this one, right after "mach", makes it true
   again, with everything that GCC demands of one (verify_flow_info).  Where a
   dead end falls, there is an edge, marked as fake since no thread takes it.
   A block that nothing reaches is printed all the same, so it stays; it hangs
   on a fake edge from the entry, because dominance.cc wants all blocks
   reached.  Nothing that is printed changes.  */

/* Makes each insn that mach has put between two blocks the end of the one
   before it.  */

static void
adopt_strays (void)
{
  basic_block bb = ENTRY_BLOCK_PTR_FOR_FN (cfun);
  bool inside = false;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      if (bb->next_bb != EXIT_BLOCK_PTR_FOR_FN (cfun)
	  && insn == BB_HEAD (bb->next_bb))
	{
	  bb = bb->next_bb;
	  inside = true;
	}
      else if (!inside && INSN_P (insn))
	{
	  set_block_for_insn (insn, bb);
	  BB_END (bb) = insn;
	  if (dump_file)
	    fprintf (dump_file, "insn %d is the end of block %d\n",
		     INSN_UID (insn), bb->index);
	}
      if (bb->index != ENTRY_BLOCK && insn == BB_END (bb))
	inside = false;
    }
}

/* Makes INSN a JUMP_INSN if it is a jump that is none, and returns what it is
   then.  The use of its label has been counted.  */

static rtx_insn *
jump_of_insn (rtx_insn *insn)
{
  rtx pat = PATTERN (insn);
  if (!NONJUMP_INSN_P (insn) || GET_CODE (pat) != SET
      || SET_DEST (pat) != pc_rtx)
    return insn;
  rtx_insn *jump = emit_jump_insn_before_noloc (pat, insn);
  INSN_LOCATION (jump) = INSN_LOCATION (insn);
  INSN_CODE (jump) = INSN_CODE (insn);
  REG_NOTES (jump) = REG_NOTES (insn);
  JUMP_LABEL (jump) = label_ref_label (condjump_label (jump));
  if (dump_file)
    fprintf (dump_file, "insn %d is jump_insn %d\n", INSN_UID (insn),
	     INSN_UID (jump));
  delete_insn (insn);
  return jump;
}

/* Makes all jumps JUMP_INSNs, with a barrier after each insn that control does
   not fall out of.  */

static void
mark_jumps (void)
{
  for (rtx_insn *insn = get_insns (), *next; insn; insn = next)
    {
      next = NEXT_INSN (insn);
      if (!NONDEBUG_INSN_P (insn))
	continue;
      insn = jump_of_insn (insn);
      if (ptx_falls_through_p (insn))
	continue;
      rtx_insn *barrier = next;
      while (barrier && NOTE_P (barrier)
	     && !NOTE_INSN_BASIC_BLOCK_P (barrier))
	barrier = NEXT_INSN (barrier);
      if (!barrier || !BARRIER_P (barrier))
	emit_barrier_after (insn);
    }
}

/* Whether control falls out of BB's end.  */

static bool
block_falls_through_p (basic_block bb)
{
  rtx_insn *insn;
  FOR_BB_INSNS_REVERSE (bb, insn)
    if (NONDEBUG_INSN_P (insn))
      return ptx_falls_through_p (insn);
  return true;
}

/* Removes the edges that PTX does not have from BB, and adds those that only
   PTX has.  */

static void
mend_edges (basic_block bb)
{
  edge e;
  for (edge_iterator ei = ei_start (bb->succs); (e = ei_safe_edge (ei)); )
    if (e->flags & (EDGE_EH | EDGE_ABNORMAL))
      remove_edge (e);
    else
      ei_next (&ei);

  bool falls = block_falls_through_p (bb);
  e = find_fallthru_edge (bb->succs);
  if (e && !falls)
    remove_edge (e);
  else if (e && e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
    e->flags |= EDGE_FAKE;
  else if (!e && falls)
    {
      rtx_insn *insn = NEXT_INSN (BB_END (bb)), *next;
      for (; insn && !NOTE_INSN_BASIC_BLOCK_P (insn); insn = next)
	{
	  next = NEXT_INSN (insn);
	  if (BARRIER_P (insn))
	    delete_insn (insn);
	}
      e = find_edge (bb, bb->next_bb);
      if (e)
	e->flags |= EDGE_FALLTHRU;
      else
	make_edge (bb, bb->next_bb, EDGE_FALLTHRU | EDGE_FAKE);
    }
}

/* The edge out of BB that only PTX has, since BB is a dead end, or null.  */

edge
flow_dead_end (basic_block bb)
{
  edge e = find_fallthru_edge (bb->succs);
  return e && (e->flags & EDGE_FAKE) ? e : NULL;
}

/* Whether some path leads to BB.  */

bool
flow_reached_p (basic_block bb)
{
  edge e = find_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun), bb);
  return !e || !(e->flags & EDGE_FAKE);
}

/* Hangs the blocks that nothing reaches on a fake edge from the entry, and no
   others.  To be called again when edges have gone.  */

void
flow_find_reached (void)
{
  basic_block bb, entry = ENTRY_BLOCK_PTR_FOR_FN (cfun);
  edge e;
  for (edge_iterator ei = ei_start (entry->succs); (e = ei_safe_edge (ei)); )
    if (e->flags & EDGE_FAKE)
      remove_edge (e);
    else
      ei_next (&ei);
  find_unreachable_blocks ();
  FOR_EACH_BB_FN (bb, cfun)
    if (!(bb->flags & BB_REACHABLE))
      make_edge (entry, bb, EDGE_FAKE);
}

/* Under `verify', stops if the graph is not as GCC wants it.  */

void
flow_verify (void)
{
  if (accelfix_args.verify)
    verify_flow_info ();
}

/* Makes the graph of the current function that of what is printed.  */

static void
print_flow (function *)
{
  adopt_strays ();
  mark_jumps ();
  auto_sbitmap all (last_basic_block_for_fn (cfun));
  bitmap_ones (all);
  find_many_sub_basic_blocks (all);
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    mend_edges (bb);
  flow_find_reached ();
  flow_verify ();
  cfun->curr_properties |= PROP_cfg;
}

opt_pass *
make_accelfix_flow (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-flow", ctxt, print_flow);
}
