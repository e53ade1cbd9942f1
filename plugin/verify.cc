/* Check what the passes have left.
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

/* Under `verify' each function is gone through once more when all passes have
   run, and what should not be there any more is an error at its place in the
   source: a register that may be read before it is set, and (unless exit=0) a
   dead end that runs on.  The graph is checked after every pass of ours.

   The registers are checked when init-regs has put its moves in: of the problem
   that it solved, the list of units stays, and the blocks that have moves are
   scanned again.  So this finds what is in the wrong place or left out, and not
   what the scan of the insns does not see; that is what ptxcheck is for, which
   reads the text.  */

static void
complain (const ptx_unit &unit, rtx_insn *insn)
{
  location_t where = INSN_LOCATION (insn);
  if (where == UNKNOWN_LOCATION)
    where = DECL_SOURCE_LOCATION (cfun->decl);
  char name[32];
  if (HARD_REGISTER_NUM_P (unit.regno))
    snprintf (name, sizeof name, "%s", reg_names[unit.regno]);
  else if (unit.count == 1)
    snprintf (name, sizeof name, "%%r%u", unit.regno);
  else
    {
      machine_mode mode = PSEUDO_REGNO_MODE (unit.regno);
      if (VECTOR_MODE_P (mode))
	snprintf (name, sizeof name, "%%r%u.%c", unit.regno,
		  "xyzw"[unit.index]);
      else
	snprintf (name, sizeof name, "%%r%u$%u", unit.regno,
		  unit.index
		  * (unsigned) (GET_MODE_SIZE (mode).to_constant () / 2));
    }
  error_at (where, "PTX register %qs may be read before it is set", name);
  if (dump_file)
    fprintf (dump_file, "%s may be unset at insn %d\n", name,
	     INSN_UID (insn));
}

/* Complains of the reads of units that may be unset, once for each unit.  */
class unset_reads : public ptx_refs
{
public:
  unset_reads (const unit_problem &problem, bitmap complained)
    : unset (NULL), insn (NULL), m_problem (problem),
      m_complained (complained) {}
  void read (unsigned regno, unsigned index) final override
  {
    int n = m_problem.number (regno, index);
    if (n >= 0 && bitmap_bit_p (unset, n) && bitmap_set_bit (m_complained, n))
      complain (m_problem.units[n], insn);
  }
  void write (unsigned regno, unsigned index, bool certain) final override
  {
    int n = m_problem.number (regno, index);
    if (n >= 0 && certain)
      bitmap_clear_bit (unset, n);
  }
  bitmap unset;
  rtx_insn *insn;

private:
  const unit_problem &m_problem;
  bitmap m_complained;
};

/* Complains of the reads of units of PROBLEM that may be unset as the insns are
   now.  */

void
check_registers (unit_problem *problem)
{
  if (bitmap_empty_p (problem->bad))
    return;
  basic_block bb, first = ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb;
  problem->update ();
  /* set_in: what may be unset.  */
  FOR_EACH_BB_FN (bb, cfun)
    bitmap_clear (&problem->sets (bb).set_in);
  bitmap_copy (&problem->sets (first).set_in, problem->bad);
  solve_dataflow (DF_FORWARD, [problem] (edge e)
    {
      unit_sets &src = problem->sets (e->src);
      return bitmap_ior_and_compl_into (&problem->sets (e->dest).set_in,
					&src.set_in, &src.def);
    });

  auto_bitmap complained;
  unset_reads reads (*problem, complained);
  FOR_EACH_BB_FN (bb, cfun)
    {
      reads.unset = &problem->sets (bb).set_in;
      if (!bitmap_intersect_p (reads.unset, &problem->sets (bb).use))
	continue;
      FOR_BB_INSNS (bb, reads.insn)
	if (NONDEBUG_INSN_P (reads.insn))
	  ptx_scan_insn (reads.insn, &reads);
    }
}

static void
check_dead_ends (void)
{
  basic_block bb;
  if (accelfix_args.exit_level > 0)
    FOR_EACH_BB_FN (bb, cfun)
      if (flow_dead_end (bb) && flow_reached_p (bb))
	{
	  error_at (DECL_SOURCE_LOCATION (cfun->decl),
		    "the PTX of %qD runs on past a dead end", cfun->decl);
	  return;
	}
}

static void
verify (function *)
{
  verify_flow_info ();
  check_dead_ends ();
}

opt_pass *
make_accelfix_verify (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-verify", ctxt, verify,
			[] { return accelfix_args.verify > 0; });
}
