/* M0 holds the value that LDS and FLAT accesses need (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
   or call, with anything else in M0 than such a limit.

   Where.  This is mode switching with one mode (mode-switching.cc), with two
   differences that follow from M0 holding nothing else: a restore is placed as
   early as it can be, since it occupies no register that way, and it may be
   executed in vain.  A place is safe for one if some path from there comes to a
   need, and no path comes to a change of M0, or to a read of a value that the
   user put there, before a need.  M0 is restored where a place becomes safe
   while M0 may be foreign: behind a change, or on an edge if other ways from
   the block lead to changes.  So there is one restore for many changes in a
   row, and one before a loop rather than in it.  lcm.cc places as late as it
   can, which prints more of them behind branches, and not where some path needs
   none, which leaves them in loops where they are needed under a condition.
   Frequencies are not compared: in a loop that changes M0 on one branch and
   needs it on the other, the latter restores it each time.

   A value that the user put there and will read in a later asm is not
   destroyed: the read is a change to the rule above, and an access before it
   gets M0 exchanged around it through a scalar register that is free there.
   A call ends the life of such a value, as the callee's prologue overwrites it
   anyway.

   On GFX9 and later nothing but GDS reads M0 for an address.  The prologue's
   write is deleted, and nothing is restored, except in functions that access
   GDS themselves; for these a call changes M0, since callees no longer write or
   keep it.

   The wait states that some instructions want after a write of M0 are the
   matter of accelfix-wait-states.

   The pass stands after "mach": GCC's machine reorganisation splits what is
   still to be split (at -O0) and changes EXEC, both of which must be known,
   and moves no access.  Nothing behind it moves insns.  BLOCK_FOR_INSN is
   valid there, as gcn_md_reorg itself computed it; the CFG is kept up to
   date by the few edges that are split here.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "dataflow.h"
#include "gcn-asm.h"
#include "gcn-regs.h"

#if ACCELFIX_GCN

static accelfix_counter n_restored ("restores of M0");
static accelfix_counter n_exchanged ("accesses with M0 exchanged around them");
static accelfix_counter n_removed ("useless writes of M0 removed");

/* What an insn means for M0: first it reads or needs, then it sets or
   changes.  */
enum
{
  M0_READS = 1,			/* May use a value that the user put there.  */
  M0_NEEDS = 2,			/* Must see the function's value.  */
  M0_EXCHANGES = 4,		/* So must this, and a read may follow.  */
  M0_SETS = 8,			/* Leaves a good value.  */
  M0_CHANGES = 16		/* Leaves a foreign value.  */
};

/* An insn of BB, or where INSN is null the beginning of BB.  */
struct m0_event
{
  basic_block bb;
  rtx_insn *insn;
  unsigned flags;
};

/* A question about each block that is answered by the event which some path,
   backward or forward from it, comes to first: yes or no.  The answers are
   AT_START and AT_END.  */
class m0_problem
{
public:
  auto_bitmap at_start, at_end;
  void note (basic_block, bool);
  void solve (enum df_flow_dir);

private:
  auto_bitmap m_yes, m_no;
};

/* Notes the answer of an event in BB.  The one that is noted last counts.  */

void
m0_problem::note (basic_block bb, bool yes)
{
  bitmap_set_bit (yes ? m_yes : m_no, bb->index);
  bitmap_clear_bit (yes ? m_no : m_yes, bb->index);
}

/* Follows the paths in direction DIR.  */

void
m0_problem::solve (enum df_flow_dir dir)
{
  bool forward = dir == DF_FORWARD;
  bitmap in = forward ? at_start : at_end, out = forward ? at_end : at_start;
  solve_dataflow (dir, [=] (edge e)
    {
      int from = (forward ? e->src : e->dest)->index;
      int to = (forward ? e->dest : e->src)->index;
      return ((bitmap_bit_p (m_yes, from)
	       || (bitmap_bit_p (in, from) && !bitmap_bit_p (m_no, from)))
	      && bitmap_set_bit (in, to));
    });
  bitmap_ior_and_compl (out, m_yes, in, m_no);
}

class m0_function
{
public:
  m0_function ();
  void execute ();

private:
  bool m_limits_lds;		/* M0 matters to LDS, FLAT, calls, returns.  */
  bool m_gds;			/* There are accesses to GDS.  */
  unsigned m_seen;		/* All flags that some insn has.  */
  rtx m_value;			/* The prologue's constant.  */
  rtx_insn *m_prologue_set;
  auto_vec<rtx_insn *> m_prologue_uses;
  auto_vec<m0_event> m_events;
  m0_problem m_wanted, m_blocked, m_foreign;

  unsigned classify (rtx_insn *);
  void find_prologue ();
  void collect ();
  void find_exchanges ();
  void solve ();
  bool safe_p (basic_block, bool);
  rtx_insn *restore_seq () const;
  void exchange_around (basic_block, rtx_insn *);
  bool leave_block (basic_block, rtx_insn *);
  bool place_in (basic_block, unsigned *);
  void remove_prologue ();
};

m0_function::m0_function ()
  : m_limits_lds (accelfix_m0_limits_lds ()), m_gds (false), m_seen (0),
    m_value (NULL_RTX), m_prologue_set (NULL)
{
}

static rtx
m0_reg ()
{
  return gen_rtx_REG (SImode, M0_REG);
}

/* Whether X, a part of an insn, is an access to memory by the vector units.
   Sets *GDS if it is one to GDS.  The address space of gathers and scatters is
   an operand of the unspec (gcn-valu.md).  */

static bool
vector_access_p (const_rtx x, bool *gds)
{
  addr_space_t as = ADDR_SPACE_SCALAR_FLAT;
  if (MEM_P (x) && GET_CODE (XEXP (x, 0)) != SCRATCH)
    as = MEM_ADDR_SPACE (x);
  else if (GET_CODE (x) == UNSPEC && XINT (x, 1) == UNSPEC_GATHER)
    as = INTVAL (XVECEXP (x, 0, 1));
  else if (GET_CODE (x) == UNSPEC && XINT (x, 1) == UNSPEC_SCATTER)
    as = INTVAL (XVECEXP (x, 0, 2));
  *gds |= AS_GDS_P (as);
  return !AS_SCALAR_FLAT_P (as);
}

/* The flags of INSN: by what it stores and uses, by its type attribute, for an
   asm also by its text.  */

unsigned
m0_function::classify (rtx_insn *insn)
{
  rtx pattern = PATTERN (insn);
  unsigned need = m_limits_lds ? M0_NEEDS : 0;
  struct gcn_asm_effects e;

  if (insn == m_prologue_set)
    return M0_SETS;
  if (GET_CODE (pattern) == USE || GET_CODE (pattern) == CLOBBER
      || accelfix_prologue_use_p (pattern, M0_REG))
    return 0;
  if (CALL_P (insn))
    return m_limits_lds ? M0_NEEDS | M0_SETS : M0_CHANGES;
  if (JUMP_P (insn) && ANY_RETURN_P (pattern))
    return accelfix_normal_function_p () ? need : 0;

  bool stores = reg_set_p (m0_reg (), insn);
  bool uses = reg_referenced_p (m0_reg (), pattern);
  if (gcn_scan_asm (insn, &e))
    {
      stores |= e.writes;
      uses |= e.reads;
      need = e.accesses ? need : 0;
      m_gds |= e.gds && e.reads;
    }
  else if (recog_memoized (insn) < 0 || get_attr_type (insn) == TYPE_SMEM)
    need = 0;
  else
    {
      enum attr_type type = get_attr_type (insn);
      bool access = type == TYPE_DS || type == TYPE_FLAT, gds = false;
      subrtx_iterator::array_type array;
      FOR_EACH_SUBRTX (iter, array, pattern, NONCONST)
	access |= vector_access_p (*iter, &gds);
      if (gds)
	need = M0_NEEDS;
      else if (!access)
	need = 0;
      m_gds |= gds;
    }
  if (uses)
    need = M0_READS;
  return stores ? need | M0_CHANGES : need;
}

/* Finds the prologue's write of M0: the last one before GCC's marker that
   keeps it alive.  */

void
m0_function::find_prologue ()
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      {
	if (!NONJUMP_INSN_P (insn)
	    || !accelfix_prologue_use_p (PATTERN (insn), M0_REG))
	  continue;
	m_prologue_uses.safe_push (insn);
	for (rtx_insn *set = insn; set != BB_HEAD (bb); set = PREV_INSN (set))
	  {
	    rtx x = NONJUMP_INSN_P (set) ? single_set (set) : NULL_RTX;
	    if (!x || !REG_P (SET_DEST (x)) || REGNO (SET_DEST (x)) != M0_REG)
	      continue;
	    if (CONST_INT_P (SET_SRC (x)))
	      {
		m_prologue_set = set;
		m_value = SET_SRC (x);
	      }
	    break;
	  }
      }
}

/* Makes the list of events.  Nothing can be put on an abnormal edge, so that M0
   counts as changed behind it.  */

void
m0_function::collect ()
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, cfun)
    {
      if (bb_has_abnormal_pred (bb))
	m_events.safe_push ({ bb, NULL, M0_CHANGES });
      FOR_BB_INSNS (bb, insn)
	if (NONDEBUG_INSN_P (insn))
	  if (unsigned flags = classify (insn))
	    {
	      m_seen |= flags;
	      m_events.safe_push ({ bb, insn, flags });
	    }
    }
}

/* Finds the needs that a read of the user's value may follow.  */

void
m0_function::find_exchanges ()
{
  m0_problem live;
  for (unsigned i = m_events.length (); i-- > 0; )
    {
      const m0_event &ev = m_events[i];
      if (ev.flags & (M0_READS | M0_SETS | M0_CHANGES))
	live.note (ev.bb, ev.flags & M0_READS);
    }
  live.solve (DF_BACKWARD);

  basic_block bb = NULL;
  bool read = false;
  for (unsigned i = m_events.length (); i-- > 0; )
    {
      m0_event &ev = m_events[i];
      if (ev.bb != bb)
	read = bitmap_bit_p (live.at_end, ev.bb->index);
      bb = ev.bb;
      if (read && ev.flags == M0_NEEDS)
	ev.flags = M0_EXCHANGES;
      if (ev.flags & (M0_READS | M0_SETS | M0_CHANGES))
	read = ev.flags & M0_READS;
    }
}

/* Finds where M0 may be foreign, and where a restore is safe.  */

void
m0_function::solve ()
{
  basic_block bb = NULL;
  for (const m0_event &ev : m_events)
    {
      if (ev.flags & ~M0_EXCHANGES && ev.bb != bb)
	{
	  /* The first one in its block.  */
	  bool need = ev.flags & M0_NEEDS;
	  m_wanted.note (ev.bb, need);
	  m_blocked.note (ev.bb, !need && !(ev.flags & M0_SETS));
	  bb = ev.bb;
	}
      if (ev.flags & (M0_NEEDS | M0_SETS | M0_CHANGES))
	m_foreign.note (ev.bb, ev.flags & M0_CHANGES);
    }
  m_wanted.solve (DF_BACKWARD);
  m_blocked.solve (DF_BACKWARD);
  m_foreign.solve (DF_FORWARD);
}

/* Whether a restore at the end of BB is safe, or at its start.  */

bool
m0_function::safe_p (basic_block bb, bool end)
{
  return (bitmap_bit_p (end ? m_wanted.at_end : m_wanted.at_start, bb->index)
	  && !bitmap_bit_p (end ? m_blocked.at_end : m_blocked.at_start,
			    bb->index));
}

/* Returns the insns of a restore.  */

rtx_insn *
m0_function::restore_seq () const
{
  n_restored.value++;
  start_sequence ();
  if (accelfix_args.comment)
    emit_insn (accelfix_gen_comment ("M0 restored"));
  emit_insn (gen_rtx_SET (m0_reg (), m_value));
  return accelfix_end_sequence ();
}

/* Gives INSN, an access in BB, its M0, and the user's value back after
   it.  */

void
m0_function::exchange_around (basic_block bb, rtx_insn *insn)
{
  auto_bitmap live;
  bitmap_copy (live, DF_LR_OUT (bb));
  df_simulate_initialize_backwards (bb, live);
  for (rtx_insn *i = BB_END (bb); i != insn; i = PREV_INSN (i))
    if (INSN_P (i))
      df_simulate_one_insn_backwards (bb, i, live);
  rtx reg = gcn_free_sgpr (SImode, live, insn);
  if (!reg)
    {
      sorry_at (INSN_LOCATION (insn),
		"no scalar register is left to keep a value of the user in "
		"%<m0%> during a memory access");
      return;
    }
  n_exchanged.value++;
  if (dump_file)
    fprintf (dump_file, "Exchanging M0 through s%d around insn %d.\n",
	     REGNO (reg), INSN_UID (insn));
  emit_insn_before (gen_rtx_SET (reg, m0_reg ()), insn);
  emit_insn_before (restore_seq (), insn);
  emit_insn_after (gen_rtx_SET (m0_reg (), reg), insn);
}

/* Restores M0, which is foreign at the end of BB, there or on edges.  LAST is
   the last event of BB.  Returns whether an insn waits on an edge.  */

bool
m0_function::leave_block (basic_block bb, rtx_insn *last)
{
  rtx_insn *end = BB_END (bb);
  edge e;
  edge_iterator ei;
  bool on_edges = false;

  /* An asm that jumps may change M0 itself.  */
  if (safe_p (bb, true) && !(JUMP_P (end) && last == end))
    {
      if (dump_file)
	fprintf (dump_file, "Restoring M0 at the end of block %d.\n",
		 bb->index);
      if (JUMP_P (end))
	emit_insn_before (restore_seq (), end);
      else
	emit_insn_after (restore_seq (), end);
      return false;
    }
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (safe_p (e->dest, false))
      {
	if (dump_file)
	  fprintf (dump_file, "Restoring M0 on edge %d->%d.\n", bb->index,
		   e->dest->index);
	insert_insn_on_edge (restore_seq (), e);
	on_edges = true;
      }
  return on_edges;
}

/* Restores M0 in and behind BB, the first event of which is *I; *I becomes that
   of the next block.  Returns whether an insn waits on an edge.  */

bool
m0_function::place_in (basic_block bb, unsigned *i)
{
  bool foreign = (bitmap_bit_p (m_foreign.at_start, bb->index)
		  && !safe_p (bb, false));
  rtx_insn *last = NULL;
  for (; *i < m_events.length () && m_events[*i].bb == bb; ++*i)
    {
      const m0_event &ev = m_events[*i];
      last = ev.insn;
      if (foreign && ev.flags & M0_EXCHANGES)
	exchange_around (bb, ev.insn);
      if (foreign && ev.flags & M0_NEEDS)
	{
	  if (dump_file)
	    fprintf (dump_file, "Restoring M0 before insn %d.\n",
		     INSN_UID (ev.insn));
	  emit_insn_before (restore_seq (), ev.insn);
	}
      if (ev.flags & (M0_NEEDS | M0_SETS | M0_CHANGES))
	foreign = ev.flags & M0_CHANGES;
    }
  return foreign && leave_block (bb, last);
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

/* The pass, on the current function.  */

void
m0_function::execute ()
{
  find_prologue ();
  collect ();
  if (!m_limits_lds && !m_gds)
    {
      remove_prologue ();
      return;
    }
  if (!(m_seen & M0_CHANGES) || !(m_seen & M0_NEEDS))
    return;
  if (!m_value)
    {
      if (m_limits_lds)
	sorry_at (DECL_SOURCE_LOCATION (current_function_decl),
		  "%<m0%> is changed in a function whose prologue does not set "
		  "it");
      return;
    }
  df_analyze ();
  find_exchanges ();
  solve ();
  basic_block bb;
  unsigned i = 0;
  bool on_edges = false;
  FOR_EACH_BB_FN (bb, cfun)
    on_edges |= place_in (bb, &i);
  if (on_edges)
    commit_edge_insertions ();
}

static void
keep_m0 (function *)
{
  m0_function ().execute ();
}

opt_pass *
make_accelfix_m0 (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-m0", ctxt, keep_m0,
			[] { return accelfix_args.m0 > 0; });
}

#endif /* ACCELFIX_GCN */
