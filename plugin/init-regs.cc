/* Initialise PTX registers that may be read before they are set.
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

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "ptx-stream.h"
#include "uninit.h"
#include "place.h"

/* The JIT compilers of the CUDA driver have miscompiled programs that read a
   PTX register which some path does not set, though the value never matters
   (GCC PR target/104440, driver 510.47.03 on a GT 1030:
   gcc.c-torture/execute/pr53465.c).  This pass sets such registers to zero.

   It stands after "mach", the machine reorganisation, and not in it as GCC
   12's -minit-regs does, because only what is printed counts, and mach goes on
   changing the stream: it puts predicates on atomics and system calls and adds
   shuffles that read their results in every lane, it neuters code by jumps,
   and it prints nothing for the clobbers that hide reads from GCC's liveness.
   Exit lowering, where it is on, stands before this pass: then the ways that
   PTX sees from a dead end into the next block are gone.

   The methods:

   1. Every declared register is set at the function's entry.
      Advantage:    needs no analysis, so that nothing can escape it.
      Disadvantage: many instructions, and live ranges from the entry on.
   2. Every register that some path may read before it is set is set at the
      entry.
      Advantage:    only what is needed; one place to look at.
      Disadvantage: live ranges from the entry on.
   3. The same registers are set where it is cheapest (place.cc).
      Advantage:    runs least often, never in a loop, short live ranges.
      Disadvantage: several moves for one register where its uninitialised
		    paths come apart.

   All three leave no uninitialised read in the printed PTX.  Registers that
   GCC defines in printed text only (nvptx_declare_function_name) are left
   alone: setting those to zero would undo it.

   The moves are not predicated, since a predicated definition is none.  */

static accelfix_counter n_units ("registers initialised by init-regs");
static accelfix_counter n_moves ("moves inserted by init-regs");
static accelfix_counter n_blocks ("blocks inserted by init-regs");
static accelfix_counter n_inner ("inner registers of insns initialised by "
				 "init-regs");

/* A place and the units to be set there.  */
struct insertion
{
  struct place where;
  auto_vec<int> units;
};

/* A block that sets UNITS and leads to LABEL.  */
struct edge_block
{
  rtx_insn *label;
  const vec<int> *units;
  rtx_code_label *block;
};

class reg_initialiser
{
public:
  explicit reg_initialiser (int method)
    : m_method (method), m_analysis (NULL)
  {}
  ~reg_initialiser ();
  void run ();

private:
  void all_at_entry ();
  void bad_at_entry (const uninit_analysis *analysis);
  void bad_at_least_cost (ptx_stream *stream, const uninit_analysis *);
  insertion *insertion_at (const struct place &where);
  void emit_move (unsigned regno, unsigned index, unsigned count);
  rtx_insn *moves (const insertion *ins);
  void insert_all ();
  void insert_block (insertion *ins);
  rtx_code_label *block_before (rtx_insn *label, const insertion *ins);

  int m_method;
  const uninit_analysis *m_analysis;
  auto_vec<insertion *> m_insertions;
  auto_vec<edge_block> m_blocks;
};

reg_initialiser::~reg_initialiser ()
{
  for (insertion *i : m_insertions)
    delete i;
}

/* The register REGNO as an rtx in the mode it is declared in.  */

static rtx
declared_reg (unsigned regno)
{
  if (regno == NVPTX_RETURN_REGNUM)
    return gen_rtx_REG ((machine_mode) cfun->machine->return_mode, regno);
  if (HARD_REGISTER_NUM_P (regno))
    return gen_rtx_REG (Pmode, regno);
  return regno_reg_rtx[regno];
}

/* Emits the insn that sets DEST, a REG or SUBREG, to zero, if the target has
   one for it.  */

static bool
emit_zero (rtx dest)
{
  rtx zero = CONST0_RTX (GET_MODE (dest));
  if (!zero)
    return false;
  rtx_insn *insn = emit_insn (gen_rtx_SET (dest, zero));
  if (recog_memoized (insn) >= 0)
    return true;
  remove_insn (insn);
  return false;
}

/* Emits the move that sets COUNT units of REGNO from INDEX on: all or one.  */

void
reg_initialiser::emit_move (unsigned regno, unsigned index, unsigned count)
{
  rtx reg = declared_reg (regno);
  machine_mode mode = GET_MODE (reg);
  unsigned n = ptx_units_of_mode (mode);
  rtx dest = reg;
  if (count < n)
    {
      machine_mode part = mode == TImode ? DImode : GET_MODE_INNER (mode);
      unsigned size = GET_MODE_SIZE (part).to_constant ();
      /* The high half of a V2SImode register is no subreg that
	 validate_subreg accepts, since it is a part of a word; it is printed
	 as %r22.y all the same.  */
      dest = gen_rtx_raw_SUBREG (part, reg, index * size);
    }
  if (!emit_zero (dest))
    {
      /* HFmode has no constants: its bits are set as an integer.  */
      machine_mode as_int
	= int_mode_for_mode (GET_MODE (dest)).else_void ();
      if (as_int == VOIDmode || dest != reg
	  || !emit_zero (gen_rtx_SUBREG (as_int, reg, 0)))
	{
	  if (dump_file)
	    print_rtl_single (dump_file, dest);
	  internal_error ("no insn of the compiler%'s sets a register of "
			  "mode %qs to zero", GET_MODE_NAME (mode));
	}
    }
  n_moves.value++;
  if (dump_file && (dump_flags & TDF_DETAILS))
    fprintf (dump_file, "init of reg %u unit %u: insn %d\n", regno, index,
	     INSN_UID (get_last_insn ()));
}

/* The moves of INS as a sequence.  */

rtx_insn *
reg_initialiser::moves (const insertion *ins)
{
  start_sequence ();
  if (accelfix_args.comment)
    {
      char text[32];
      snprintf (text, sizeof text, "init-regs=%d", m_method);
      emit_insn (accelfix_gen_comment (text));
    }
  for (unsigned i = 0; i < ins->units.length (); i++)
    {
      const ptx_unit &u = m_analysis->units[ins->units[i]];
      /* All elements of a vector take one move; the halves of the other
	 divided modes are registers of their own.  */
      if (u.count > 1 && u.index == 0
	  && VECTOR_MODE_P (GET_MODE (declared_reg (u.regno)))
	  && i + u.count <= ins->units.length ()
	  && m_analysis->units[ins->units[i + u.count - 1]].regno == u.regno)
	{
	  emit_move (u.regno, 0, u.count);
	  i += u.count - 1;
	}
      else
	emit_move (u.regno, u.index, 1);
    }
  return accelfix_end_sequence ();
}

/* Method 1.  Registers that GCC has found unused are not declared.  */

void
reg_initialiser::all_at_entry ()
{
  start_sequence ();
  if (accelfix_args.comment)
    emit_insn (accelfix_gen_comment ("init-regs=1"));
  unsigned n = max_reg_num ();
  bool any = false;
  for (unsigned regno = 0; regno < n; regno++)
    {
      if (uninit_analysis::left_out_p (regno)
	  || (regno == STATIC_CHAIN_REGNUM && !cfun->machine->has_chain)
	  || (!HARD_REGISTER_NUM_P (regno)
	      && (!regno_reg_rtx[regno] || !REG_P (regno_reg_rtx[regno]))))
	continue;
      machine_mode mode = GET_MODE (declared_reg (regno));
      unsigned units = ptx_units_of_mode (mode);
      if (VECTOR_MODE_P (mode) || units == 1)
	emit_move (regno, 0, units);
      else
	for (unsigned i = 0; i < units; i++)
	  emit_move (regno, i, 1);
      n_units.value++;
      any = true;
    }
  rtx_insn *seq = accelfix_end_sequence ();
  if (any)
    emit_insn_before (seq, get_insns ());
}

insertion *
reg_initialiser::insertion_at (const struct place &where)
{
  for (insertion *i : m_insertions)
    if (i->where.kind == where.kind && i->where.insn == where.insn)
      return i;
  insertion *i = new insertion;
  i->where = where;
  m_insertions.safe_push (i);
  return i;
}

/* Method 2.  */

void
reg_initialiser::bad_at_entry (const uninit_analysis *analysis)
{
  struct place entry = { PLACE_ENTRY, NULL };
  for (int unit : analysis->bad)
    insertion_at (entry)->units.safe_push (unit);
}

/* Method 3.  */

void
reg_initialiser::bad_at_least_cost (ptx_stream *stream,
			      const uninit_analysis *analysis)
{
  stream->estimate ();
  for (int unit : analysis->bad)
    {
      auto_vec<place> places;
      place_unit (stream, analysis, unit, &places);
      for (const struct place &p : places)
	insertion_at (p)->units.safe_push (unit);
    }
}

/* Makes a block with the moves of INS from which LABEL is reached, and
   returns the block's label.  Where the insns before LABEL fall into it, the
   block goes behind the next insn that does not fall through, and jumps.  */

rtx_code_label *
reg_initialiser::block_before (rtx_insn *label, const insertion *ins)
{
  rtx_insn *after = PREV_INSN (label);
  bool jump = !place_label_is_open_p (label);
  if (jump)
    {
      rtx_insn *last = NULL;
      for (rtx_insn *insn = label; insn; insn = NEXT_INSN (insn))
	{
	  enum ptx_flow flow = ptx_insn_flow (insn);
	  last = insn;
	  if (flow == FLOW_END || flow == FLOW_JUMP)
	    break;
	}
      after = last;
      if (NEXT_INSN (after) && BARRIER_P (NEXT_INSN (after)))
	after = NEXT_INSN (after);
    }

  rtx_code_label *block = gen_label_rtx ();
  start_sequence ();
  emit_label (block);
  emit_insn (moves (ins));
  if (jump)
    {
      rtx_insn *j = emit_jump_insn (targetm.gen_jump (label));
      JUMP_LABEL (j) = label;
      LABEL_NUSES (label)++;
      emit_barrier ();
    }
  rtx_insn *seq = accelfix_end_sequence ();
  /* Not emit_insn_after: that would take the block for part of the one before
     it.  */
  emit_insn_after_noloc (seq, after, NULL);
  n_blocks.value++;
  if (dump_file)
    fprintf (dump_file, "block %d before label %d\n", INSN_UID (block),
	     INSN_UID (label));
  return block;
}

/* Inserts INS on the edge that its jump takes.  Jumps to one label that need
   the same registers share a block.  */

void
reg_initialiser::insert_block (insertion *ins)
{
  rtx_insn *jump = ins->where.insn;
  rtx ref = ptx_jump_target (jump);
  rtx_insn *label = label_ref_label (ref);
  rtx_code_label *block = NULL;

  for (const edge_block &b : m_blocks)
    {
      bool same = (b.label == label
		   && b.units->length () == ins->units.length ());
      for (unsigned j = 0; same && j < ins->units.length (); j++)
	same = (*b.units)[j] == ins->units[j];
      if (same)
	block = b.block;
    }
  if (!block)
    {
      block = block_before (label, ins);
      edge_block b = { label, &ins->units, block };
      m_blocks.safe_push (b);
    }

  LABEL_NUSES (label)--;
  LABEL_NUSES (block)++;
  set_label_ref_label (ref, block);
  if (JUMP_P (jump))
    JUMP_LABEL (jump) = block;
}

void
reg_initialiser::insert_all ()
{
  for (insertion *ins : m_insertions)
    switch (ins->where.kind)
      {
      case PLACE_ENTRY:
	emit_insn_before (moves (ins), get_insns ());
	break;
      case PLACE_BEFORE:
	emit_insn_before (moves (ins), ins->where.insn);
	break;
      case PLACE_AFTER:
	emit_insn_after (moves (ins), ins->where.insn);
	break;
      case PLACE_EDGE:
	insert_block (ins);
	break;
      }
}

/* Two insns of the compiler's are printed with a register of their own that
   is read uninitialised.  No move can mend that from outside, so each is
   replaced by an asm that prints the same instructions and sets the register
   first.

   - The fake_nop, "mov.u32 %nop_dst, %nop_src" between a branch and its label
     where nothing else is printed, is for a bug of the JIT compiler in driver
     384.111 at -O0 on sm_50 (WORKAROUND_PTXJIT_BUG_2 in nvptx.cc); %nop_src is
     never set.
   - The check for a uniform warp, which stands for bar.warp.sync in PTX before
     6.0, compares the mask of the lanes that vote.ballot has put into %r_act.
     Under a predicate, as uniform-simt makes it, the vote is no certain
     definition.  A mask of all lanes passes the check, as not making it
     does.  */

static void
initialise_inner_registers (void)
{
  for (rtx_insn *insn = get_insns (), *next; insn; insn = next)
    {
      next = NEXT_INSN (insn);
      if (!NONJUMP_INSN_P (insn))
	continue;
      rtx pat = PATTERN (insn);
      char text[512];
      if (CONST_INT_P (pat) && INTVAL (pat) == 2)
	snprintf (text, sizeof text,
		  "{ .reg .u32 %%nop_src, %%nop_dst; mov.u32 %%nop_src, 0; "
		  "mov.u32 %%nop_dst, %%nop_src; }");
      else if (GET_CODE (pat) == COND_EXEC
	       && GET_CODE (COND_EXEC_CODE (pat)) == UNSPEC_VOLATILE
	       && accelfix_warp_check_p (XINT (COND_EXEC_CODE (pat), 1)))
	{
	  rtx test = COND_EXEC_TEST (pat);
	  snprintf (text, sizeof text,
		    "{ .reg .b32 %%r_act; .reg .pred %%r_do_abort; "
		    "mov.b32 %%r_act, 0xffffffff; "
		    "@%s%%r%u vote.ballot.b32 %%r_act, 1; "
		    "setp.ne.b32 %%r_do_abort, %%r_act, 0xffffffff; "
		    "@%%r_do_abort trap; @%%r_do_abort exit; }",
		    GET_CODE (test) == EQ ? "!" : "",
		    REGNO (XEXP (test, 0)));
	}
      else
	continue;
      rtx_insn *with = emit_insn_before (accelfix_gen_text (text), insn);
      if (dump_file)
	fprintf (dump_file, "insn %d replaced by insn %d\n",
		 INSN_UID (insn), INSN_UID (with));
      remove_insn (insn);
      n_inner.value++;
    }
}

void
reg_initialiser::run ()
{
  initialise_inner_registers ();
  if (m_method == 1)
    {
      all_at_entry ();
      return;
    }

  ptx_stream stream;
  if (!stream.known ())
    {
      /* A jump that this plugin does not know: method 1 needs no graph.  */
      m_method = 1;
      all_at_entry ();
      return;
    }
  uninit_analysis analysis (&stream);
  if (analysis.bad.is_empty ())
    return;
  m_analysis = &analysis;
  n_units.value += analysis.bad.length ();
  if (dump_file)
    for (int unit : analysis.bad)
      fprintf (dump_file, "reg %u unit %u may be read before it is set\n",
	       analysis.units[unit].regno, analysis.units[unit].index);
  if (m_method == 2)
    bad_at_entry (&analysis);
  else
    bad_at_least_cost (&stream, &analysis);
  insert_all ();
}

namespace {

const pass_data pass_data_accelfix_init_regs =
{
  RTL_PASS, /* type */
  "accelfix-init-regs", /* name */
  OPTGROUP_NONE, /* optinfo_flags */
  TV_MACH_DEP, /* tv_id */
  0, /* properties_required */
  0, /* properties_provided */
  0, /* properties_destroyed */
  0, /* todo_flags_start */
  0, /* todo_flags_finish */
};

class pass_accelfix_init_regs : public rtl_opt_pass
{
public:
  pass_accelfix_init_regs (gcc::context *ctxt)
    : rtl_opt_pass (pass_data_accelfix_init_regs, ctxt)
  {}

  bool gate (function *) override { return accelfix_args.init_regs > 0; }
  unsigned int execute (function *) override
  {
    reg_initialiser worker (accelfix_args.init_regs);
    worker.run ();
    return 0;
  }
};

} // anon namespace

opt_pass *
make_accelfix_init_regs (gcc::context *ctxt)
{
  return new pass_accelfix_init_regs (ctxt);
}
