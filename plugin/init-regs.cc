/* Initialise PTX registers that may be read before they are set.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "ptx-insn.h"
#include "uninit.h"
#include "dataflow.h"
#include "flow.h"

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
   3. Each of the same registers is set at the nearest place that dominates its
      uninitialised paths and is outside loops.
      Advantage:    one move for each register, never in a loop, short live
		    ranges.
      Disadvantage: a dominator may run more often than the edges on which the
		    value is missing, each of which would take a move and
		    perhaps a jump (-minit-regs=3 of GCC 12 does that).

   All three leave no uninitialised read in the printed PTX.  Registers that
   GCC defines in printed text only (nvptx_declare_function_name) are left
   alone: setting those to zero would undo it.

   The moves are not predicated, since a predicated definition is none.  */

static accelfix_counter n_units ("registers initialised by init-regs");
static accelfix_counter n_moves ("moves inserted by init-regs");
static accelfix_counter n_inner ("inner registers of insns initialised by "
				 "init-regs");

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

static void
emit_move (unsigned regno, unsigned index, unsigned count)
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

/* A sequence of moves that sets the units of WHICH, in ascending order.  All
   elements of a vector take one move; the halves of the other divided modes are
   registers of their own.  */

static rtx_insn *
gen_moves (const vec<ptx_unit> &which)
{
  start_sequence ();
  if (accelfix_args.comment)
    {
      char text[32];
      snprintf (text, sizeof text, "init-regs=%d", accelfix_args.init_regs);
      emit_insn (accelfix_gen_comment (text));
    }
  for (unsigned i = 0; i < which.length (); i++)
    {
      const ptx_unit &u = which[i];
      if (u.count > 1 && u.index == 0
	  && VECTOR_MODE_P (GET_MODE (declared_reg (u.regno)))
	  && i + u.count <= which.length ()
	  && which[i + u.count - 1].regno == u.regno)
	{
	  emit_move (u.regno, 0, u.count);
	  i += u.count - 1;
	}
      else
	emit_move (u.regno, u.index, 1);
    }
  return accelfix_end_sequence ();
}

/* Sets the units of WHICH in BB, for the entry block on the edge out of it:
   before all that is in BB if HEAD, else as late as can be.  */

static void
insert_moves (const vec<ptx_unit> &which, basic_block bb, bool head)
{
  if (which.is_empty ())
    return;
  rtx_insn *moves = gen_moves (which);
  if (bb == ENTRY_BLOCK_PTR_FOR_FN (cfun))
    insert_insn_on_edge (moves, find_edge (bb, bb->next_bb));
  else if (head)
    emit_insn_after_noloc (moves, bb_note (bb), bb);
  else if (control_flow_insn_p (BB_END (bb)))
    emit_insn_before_noloc (moves, BB_END (bb), bb);
  else
    emit_insn_after_noloc (moves, BB_END (bb), bb);
}

/* Method 1.  Registers that GCC has found unused are not declared.  */

static void
initialise_method_1 (void)
{
  auto_vec<ptx_unit> all;
  unsigned n = max_reg_num ();
  for (unsigned regno = 0; regno < n; regno++)
    {
      if (unit_problem::left_out_p (regno)
	  || (regno == STATIC_CHAIN_REGNUM && !cfun->machine->has_chain)
	  || (!HARD_REGISTER_NUM_P (regno)
	      && (!regno_reg_rtx[regno] || !REG_P (regno_reg_rtx[regno]))))
	continue;
      unsigned units = ptx_units_of_mode (GET_MODE (declared_reg (regno)));
      for (unsigned i = 0; i < units; i++)
	{
	  ptx_unit u = { regno, (unsigned char) i, (unsigned char) units };
	  all.safe_push (u);
	}
      n_units.value++;
    }
  insert_moves (all, ENTRY_BLOCK_PTR_FOR_FN (cfun), false);
}

/* Method 2: the bad units of PROBLEM.  */

static void
initialise_method_2 (unit_problem *problem)
{
  auto_vec<ptx_unit> bad;
  unsigned u;
  bitmap_iterator bi;
  EXECUTE_IF_SET_IN_BITMAP (problem->bad, 0, u, bi)
    bad.safe_push (problem->units[u]);
  insert_moves (bad, ENTRY_BLOCK_PTR_FOR_FN (cfun), false);
}

/* For each bad unit of PROBLEM, puts into PLACE the block in which it is to be
   set.

   A unit may be set to zero where no path from the entry has set it, because
   then nothing is lost.  That must have happened at the latest in each block
   that such a path leads to and that reads the unit, sets it perhaps, or
   branches to where other paths come from that have set it.  The nearest common
   dominator of these blocks, which no path that sets the unit leads to either,
   is the place.  */

static void
find_places (const unit_problem &problem, vec<basic_block> *place)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  unsigned u;
  bitmap_iterator bi;
  auto_bitmap need;
  place->safe_grow_cleared (problem.units.length ());
  FOR_EACH_BB_FN (bb, cfun)
    {
      const unit_sets &s = problem.sets (bb);
      bitmap_ior (need, &s.use, &s.gen);
      FOR_EACH_EDGE (e, ei, bb->succs)
	bitmap_ior_into (need, &problem.sets (e->dest).set_in);
      bitmap_and_into (need, &s.live_in);
      bitmap_and_compl_into (need, &s.set_in);
      EXECUTE_IF_SET_IN_BITMAP (need, 0, u, bi)
	(*place)[u] = ((*place)[u]
		       ? nearest_common_dominator (CDI_DOMINATORS,
						   (*place)[u], bb) : bb);
    }
}

/* Method 3: the bad units of PROBLEM.  */

static void
initialise_method_3 (unit_problem *problem)
{
  auto_vec<basic_block> place;
  /* set_in: live, and some path to here has set it.  */
  solve_dataflow (DF_FORWARD, [problem] (edge e)
    {
      unit_sets &src = problem->sets (e->src), &dest = problem->sets (e->dest);
      return (bitmap_ior_and_into (&dest.set_in, &src.set_in, &dest.live_in)
	      | bitmap_ior_and_into (&dest.set_in, &src.gen, &dest.live_in));
    });
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  mark_irreducible_loops ();
  find_places (*problem, &place);

  /* Neighbours in the order of numbers share a place more often than not.  */
  auto_vec<ptx_unit> which;
  basic_block last = NULL;
  bool last_head = false;
  unsigned u;
  bitmap_iterator bi;
  EXECUTE_IF_SET_IN_BITMAP (problem->bad, 0, u, bi)
    {
      basic_block bb = place[u];
      while (bb_loop_depth (bb) > 0 || (bb->flags & BB_IRREDUCIBLE_LOOP))
	bb = get_immediate_dominator (CDI_DOMINATORS, bb);
      bool head = (bitmap_bit_p (&problem->sets (bb).use, u)
		   || bitmap_bit_p (&problem->sets (bb).gen, u));
      if (bb != last || head != last_head)
	{
	  insert_moves (which, last, last_head);
	  which.truncate (0);
	}
      last = bb;
      last_head = head;
      which.safe_push (problem->units[u]);
    }
  insert_moves (which, last, last_head);
  loop_optimizer_finalize ();
  free_dominance_info (CDI_DOMINATORS);
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
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
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
      PATTERN (insn) = accelfix_gen_text (text);
      INSN_CODE (insn) = -1;
      n_inner.value++;
      if (dump_file)
	fprintf (dump_file, "insn %d replaced\n", INSN_UID (insn));
    }
}

/* Says which units of PROBLEM are bad, and initialises them by METHOD.  */

static void
initialise_bad (unit_problem *problem, int method)
{
  unsigned u;
  bitmap_iterator bi;
  EXECUTE_IF_SET_IN_BITMAP (problem->bad, 0, u, bi)
    {
      n_units.value++;
      if (dump_file)
	fprintf (dump_file, "reg %u unit %u may be read before it is set\n",
		 problem->units[u].regno, problem->units[u].index);
    }
  if (method == 2)
    initialise_method_2 (problem);
  else
    initialise_method_3 (problem);
}

/* Initialises the registers of the current function and, under `verify', finds
   out whether that has worked.  */

static void
initialise_registers (function *)
{
  int method = accelfix_args.init_regs;
  if (method > 0)
    initialise_inner_registers ();
  if (method == 1)
    {
      initialise_method_1 ();
      commit_edge_insertions ();
    }
  if (method != 1 || accelfix_args.verify)
    {
      unit_problem problem;
      if (method > 1 && !bitmap_empty_p (problem.bad))
	{
	  initialise_bad (&problem, method);
	  commit_edge_insertions ();
	}
      if (accelfix_args.verify)
	check_registers (&problem);
    }
  flow_verify ();
}

static bool
wanted_p (void)
{
  return accelfix_args.init_regs > 0 || accelfix_args.verify;
}

opt_pass *
make_accelfix_init_regs (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-init-regs", ctxt, initialise_registers,
			wanted_p);
}
