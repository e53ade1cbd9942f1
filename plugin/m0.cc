/* M0 holds the value that LDS and FLAT accesses need (amdgcn).
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

/* Before GFX9, LDS and FLAT instructions take the limit of LDS from M0 ("M0
   Memory Descriptor" and "Data Share" in the GCN3 ISA manual).  GCC writes
   M0 in each prologue and believes that it never changes; M0 is a fixed
   register there, and no insn pattern names it.  What changes it is

   - an asm that declares it clobbered or as an output, a register variable
     that lives in it,
   - an asm whose text writes it (gcn-asm.cc),
   - our own lane moves (lane-select.cc).

   Each access after that is bounded by whatever was left behind: LDS reads
   return zero, stores are dropped.  This pass puts the value back before the
   next LDS, FLAT or GDS access, call or return that can be reached.

   Which value.  A function relies on the constant that its own prologue
   wrote, so that one instruction restores it, without a register.  The text
   of the ABI (AMDGPUUsage, "Non-Kernel Functions") asks on GFX6 to GFX8 for
   M0 to hold the size of LDS at entry and to be kept by a function; what GCC
   does is a little weaker.  A callee leaves the constant of *its* prologue:
   the same one when it was compiled together with the caller, 65536 when it
   comes from the libraries, which are built without -fopenmp.  That is never
   less than what the caller wrote, and what lies beyond the group's own
   allocation is refused by the hardware besides.  So M0 counts as good after
   a call, and calls cost nothing here; in exchange no function may return,
   or call, with anything else in M0 than such a limit.  Where there is no
   write in the prologue that could be repeated, the value is saved to a
   scalar register at entry and after calls, and put back from there.

   Where.  Each stretch of code between two events (a write of M0, a need of
   it, a read by the user) is an edge with the cost of its execution
   frequency; the stretches behind foreign writes are the source, those
   before needs the sink of a network.  A minimum cut (m0-cut.cc) is then the
   cheapest set of places that lies on all paths from a write to a need:
   before a loop rather than in it, on one branch where only that needs it,
   once for many writes.  Among cuts of equal cost the one with the fewest
   insns, away from paths that end without a need, and nearest to the need is
   taken.  On a path that ends in s_endpgm there is no need, thus nothing.

   A value that the user put there and will read in a later asm is not
   destroyed: stretches where it is live are not cut, and an access among
   them gets M0 exchanged around it through a scalar register that is free
   there.  A call ends the life of such a value, as the callee's prologue
   overwrites it anyway.

   On GFX9 and later nothing but GDS reads M0 for an address.  The prologue's
   write is deleted, and nothing is saved or restored, except in functions
   that access GDS themselves; for these a call changes M0, since callees no
   longer write or keep it.

   The ISA asks for one wait state between a scalar write of M0 and an
   instruction that reads it as s_sendmsg or GDS do ("Manually Inserted Wait
   States" in the GCN3 and Vega manuals).  GCC has no rule for it, so it is
   done here, for the user's own writes as for ours.

   The pass stands after "mach": GCC's machine reorganisation splits what is
   still to be split (at -O0) and changes EXEC, both of which must be known,
   and moves no access.  Nothing behind it moves insns.  BLOCK_FOR_INSN is
   valid there, as gcn_md_reorg itself computed it; the CFG is kept up to
   date by the few edges that are split here.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "m0-cut.h"
#include "m0-function.h"

#if ACCELFIX_GCN

static accelfix_counter n_restored ("restores of M0");
static accelfix_counter n_exchanged ("accesses with M0 exchanged around them");
static accelfix_counter n_removed ("useless writes of M0 removed");
static accelfix_counter n_waits ("wait states after writes of M0");

m0_function::m0_function ()
  : m_limits_lds (accelfix_m0_limits_lds ()), m_seen (0), m_value (NULL_RTX),
    m_prologue_set (NULL),
    m_n_blocks (last_basic_block_for_fn (cfun)),
    m_blocks (XCNEWVEC (vec<m0_event>, m_n_blocks))
{
}

m0_function::~m0_function ()
{
  for (int i = 0; i < m_n_blocks; i++)
    m_blocks[i].release ();
  free (m_blocks);
}

/* Returns the insns of a restore.  */

rtx_insn *
m0_function::restore_seq () const
{
  start_sequence ();
  if (accelfix_args.comment)
    emit_insn (accelfix_gen_comment ("M0 restored"));
  emit_insn (gen_rtx_SET (m0_reg (), m_value));
  return accelfix_end_sequence ();
}

/* Restores M0 at the end of the stretch before EV in BB.  */

void
m0_function::restore_in (basic_block bb, const m0_event &ev)
{
  rtx_insn *at = ev.insn ? ev.insn : BB_END (bb);
  n_restored.value++;
  if (dump_file)
    fprintf (dump_file, "Restoring M0 %s insn %d in block %d.\n",
	     ev.insn || JUMP_P (at) ? "before" : "after", INSN_UID (at),
	     bb->index);
  if (ev.insn || JUMP_P (at))
    emit_insn_before (restore_seq (), at);
  else
    emit_insn_after (restore_seq (), at);
}

/* Keeps M0's value in a register of its own, where the prologue's constant
   is not known.  */

void
m0_function::save_value ()
{
  basic_block bb;
  unsigned regno = FIRST_SGPR_REG;
  while (regno <= LAST_SGPR_REG && !accelfix_usable_sgpr_p (regno, true))
    regno++;
  if (regno > LAST_SGPR_REG)
    {
      error_at (DECL_SOURCE_LOCATION (current_function_decl),
		"no scalar register is left to keep %<m0%> in across an "
		"%<asm%> that changes it");
      return;
    }
  df_set_regs_ever_live (regno, true);
  m_value = gen_rtx_REG (SImode, regno);
  if (dump_file)
    fprintf (dump_file, "Saving M0 to s%d.\n", regno);

  bb = ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb;
  rtx_insn *head = BB_HEAD (bb);
  while (head != BB_END (bb) && !NONDEBUG_INSN_P (head))
    head = NEXT_INSN (head);
  if (NONDEBUG_INSN_P (head))
    emit_insn_before (gen_rtx_SET (m_value, m0_reg ()), head);
  else
    emit_insn_after (gen_rtx_SET (m_value, m0_reg ()), head);
  FOR_EACH_BB_FN (bb, cfun)
    for (m0_event &ev : m_blocks[bb->index])
      if (ev.flags & M0_RENEWS)
	emit_insn_after (gen_rtx_SET (m_value, m0_reg ()), ev.insn);
}

/* Builds the network, cuts it and restores M0 at the cuts.  */

void
m0_function::cut_and_restore ()
{
  m0_cut net;
  basic_block bb;
  edge e;
  edge_iterator ei;
  auto_vec<edge> edges;
  auto_vec<int> edge_ids;

  FOR_EACH_BB_FN (bb, cfun)
    for (m0_event &ev : m_blocks[bb->index])
      {
	rtx_insn *end = BB_END (bb);
	gcov_type c = cost (bb, bb->count.to_frequency (cfun), ev.may_end);
	/* Not through a user's value, and not behind a jump.  */
	if (ev.user_live
	    || (!ev.insn && JUMP_P (end)
		&& m_blocks[bb->index].length () > 1
		&& (m_blocks[bb->index][m_blocks[bb->index].length () - 2].insn
		    == end)))
	  c = m0_cut::UNCUTTABLE;
	ev.in = net.new_node ();
	ev.out = net.new_node ();
	ev.edge = net.new_edge (ev.in, ev.out, c);
      }

  FOR_EACH_BB_FN (bb, cfun)
    {
      vec<m0_event> &events = m_blocks[bb->index];
      for (unsigned i = 0; i + 1 < events.length (); i++)
	{
	  unsigned flags = events[i].flags;
	  bool across = live_across_p (bb, i);
	  if ((flags & M0_NEEDS) && !(flags & M0_READS)
	      && ((flags & (M0_CLOBBERS | M0_RENEWS)) || !across))
	    net.new_edge (events[i].out, m0_cut::SINK, m0_cut::UNCUTTABLE);
	  if (flags & M0_CLOBBERS)
	    net.new_edge (m0_cut::SOURCE, events[i + 1].in,
			  m0_cut::UNCUTTABLE);
	  else if (!(flags & (M0_SETS | M0_RENEWS))
		   && (!(flags & M0_NEEDS) || across))
	    net.new_edge (events[i].out, events[i + 1].in,
			  m0_cut::UNCUTTABLE);
	}
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun))
	  {
	    const m0_event &first = m_blocks[e->dest->index][0];
	    gcov_type c = cost (e->dest, EDGE_FREQUENCY (e), first.may_end);
	    if (first.user_live || (e->flags & EDGE_COMPLEX))
	      c = m0_cut::UNCUTTABLE;
	    edges.safe_push (e);
	    edge_ids.safe_push (net.new_edge (events.last ().out, first.in,
					      c));
	  }
    }

  net.solve ();

  FOR_EACH_BB_FN (bb, cfun)
    for (m0_event &ev : m_blocks[bb->index])
      if (net.cut_p (ev.edge))
	restore_in (bb, ev);
  bool on_edges = false;
  for (unsigned i = 0; i < edges.length (); i++)
    if (net.cut_p (edge_ids[i]))
      {
	n_restored.value++;
	on_edges = true;
	if (dump_file)
	  fprintf (dump_file, "Restoring M0 on edge %d->%d.\n",
		   edges[i]->src->index, edges[i]->dest->index);
	insert_insn_on_edge (restore_seq (), edges[i]);
      }

  FOR_EACH_BB_FN (bb, cfun)
    if (bb->index < m_n_blocks)
      for (unsigned i = 0; i + 1 < m_blocks[bb->index].length (); i++)
	{
	  m0_event &ev = m_blocks[bb->index][i];
	  if ((ev.flags & M0_NEEDS) && ev.foreign
	      && !(ev.flags & (M0_READS | M0_CLOBBERS | M0_RENEWS))
	      && live_across_p (bb, i))
	    exchange_around (bb, ev.insn);
	}
  if (on_edges)
    commit_edge_insertions ();
}

/* Gives INSN, an access in BB, its M0, and the user's value back after
   it.  */

void
m0_function::exchange_around (basic_block bb, rtx_insn *insn)
{
  auto_bitmap live, avoid;
  rtx_insn *i;
  bitmap_copy (live, DF_LR_OUT (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, i)
    {
      if (i == insn)
	bitmap_copy (avoid, live);
      if (INSN_P (i))
	df_simulate_one_insn_backwards (bb, i, live);
      if (i == insn)
	{
	  bitmap_ior_into (avoid, live);
	  break;
	}
    }
  int free_reg = -1;
  for (unsigned r = FIRST_SGPR_REG; r <= LAST_SGPR_REG; r++)
    if (accelfix_usable_sgpr_p (r, false) && !bitmap_bit_p (avoid, r)
	&& !refers_to_regno_p (r, PATTERN (insn))
	&& (free_reg < 0
	    || (df_regs_ever_live_p (r) && !df_regs_ever_live_p (free_reg))))
      free_reg = r;
  if (free_reg < 0)
    {
      error_at (INSN_LOCATION (insn),
		"no scalar register is left to keep a value of the user in "
		"%<m0%> during a memory access");
      return;
    }
  df_set_regs_ever_live (free_reg, true);
  rtx reg = gen_rtx_REG (SImode, free_reg);
  n_exchanged.value++;
  if (dump_file)
    fprintf (dump_file, "Exchanging M0 through s%d around insn %d.\n",
	     free_reg, INSN_UID (insn));
  emit_insn_before (gen_rtx_SET (reg, m0_reg ()), insn);
  emit_insn_before (restore_seq (), insn);
  emit_insn_after (gen_rtx_SET (m0_reg (), reg), insn);
}

/* Deletes the prologue's write.  */

void
m0_function::remove_prologue ()
{
  if (m_prologue_set)
    {
      if (dump_file)
	fprintf (dump_file, "Deleting insn %d, which writes M0.\n",
		 INSN_UID (m_prologue_set));
      delete_insn (m_prologue_set);
      n_removed.value++;
    }
  for (rtx_insn *insn : m_prologue_uses)
    delete_insn (insn);
}

/* Whether the last instruction of BB, or of what comes before it where it
   has none, may write M0.  */

bool
m0_function::writes_last_p (basic_block bb)
{
  rtx_insn *insn;
  if (bb == ENTRY_BLOCK_PTR_FOR_FN (cfun))
    return false;
  FOR_BB_INSNS_REVERSE (bb, insn)
    if (active_insn_p (insn)
	&& !accelfix_prologue_use_p (PATTERN (insn), M0_REG))
      {
	unsigned flags = classify (insn);
	if (!(flags & M0_EMPTY))
	  return (flags & M0_WRITES_LAST) != 0;
      }
  return true;
}

/* Puts s_nop between writes of M0 and what must not follow at once.  */

void
m0_function::wait_states ()
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  rtx_insn *insn, *next;
  FOR_EACH_BB_FN (bb, cfun)
    {
      bool written = false;
      FOR_EACH_EDGE (e, ei, bb->preds)
	written |= writes_last_p (e->src);
      FOR_BB_INSNS_SAFE (bb, insn, next)
	{
	  if (!active_insn_p (insn)
	      || accelfix_prologue_use_p (PATTERN (insn), M0_REG))
	    continue;
	  unsigned flags = classify (insn);
	  if (written && (flags & M0_HAZARD))
	    {
	      emit_insn_before (gen_nop (), insn);
	      n_waits.value++;
	      if (dump_file)
		fprintf (dump_file, "Wait state before insn %d.\n",
			 INSN_UID (insn));
	    }
	  if (!(flags & M0_EMPTY))
	    written = (flags & M0_WRITES_LAST) != 0;
	}
    }
}

/* The pass, on the current function.  */

void
m0_function::execute ()
{
  find_prologue ();
  collect ();
  if (!m_limits_lds && !(m_seen & M0_GDS))
    remove_prologue ();
  else if ((m_seen & M0_CLOBBERS) && (m_seen & M0_NEEDS)
	   && (m_limits_lds || m_value))
    {
      df_analyze ();
      if (profile_status_for_fn (cfun) == PROFILE_ABSENT)
	loop_depths ();
      solve_flow ();
      bool foreign = false;
      basic_block bb;
      FOR_EACH_BB_FN (bb, cfun)
	for (m0_event &ev : m_blocks[bb->index])
	  foreign |= ev.foreign && (ev.flags & M0_NEEDS);
      if (foreign && !m_value)
	save_value ();
      if (foreign && m_value)
	cut_and_restore ();
    }
  if ((m_seen & M0_HAZARD) && (m_seen & M0_WRITES_LAST))
    wait_states ();
}

namespace {

const pass_data pass_data_m0 =
{
  RTL_PASS, "accelfix-m0", OPTGROUP_NONE, TV_MACH_DEP, 0, 0, 0, 0, 0
};

class pass_m0 : public rtl_opt_pass
{
public:
  pass_m0 (gcc::context *ctxt) : rtl_opt_pass (pass_data_m0, ctxt) {}

  bool gate (function *) final override { return accelfix_args.m0; }

  unsigned int execute (function *) final override
  {
    m0_function f;
    f.execute ();
    return 0;
  }
};

} // anon namespace

opt_pass *
make_accelfix_m0 (gcc::context *ctxt)
{
  return new pass_m0 (ctxt);
}

#endif /* ACCELFIX_GCN */
