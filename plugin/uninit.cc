/* Which registers of the printed code may be read before they are set.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "ptx-insn.h"
#include "uninit.h"
#include "dataflow.h"

/* A register may be read before it is set if it is live at the function's
   start.  That is GCC's live-registers problem, and its solver is used here
   (dataflow.h), but not its scan of the insns (df-scan.cc), since what
   counts is the text:

   - a definition of one half of a TImode or complex register, or of one
     element of a vector, defines that alone; for df it reads the rest;
   - a definition under a predicate is none;
   - an asm defines what its text names, whatever its constraints say;
   - "ret" reads %value.  */

/* Hard registers: the head of the function sets all that GCC uses but
   %value, which the return reads, and %chain where the function calls nested
   functions without being one (nvptx_declare_function_name).  */

static bool
hard_reg_set_by_head_p (unsigned regno)
{
  if (regno == NVPTX_RETURN_REGNUM)
    return !ptx_return_reads_value ();
  if (regno == STATIC_CHAIN_REGNUM)
    return DECL_STATIC_CHAIN (cfun->decl);
  return true;
}

/* Whether REGNO is not looked at: printed text sets it
   (accelfix_text_regs).  */

bool
unit_problem::left_out_p (unsigned regno)
{
  if (regno <= LAST_VIRTUAL_REGISTER)
    return !HARD_REGISTER_NUM_P (regno) || hard_reg_set_by_head_p (regno);
  rtx text[ACCELFIX_MAX_TEXT_REGS];
  int n = accelfix_text_regs (text);
  for (int i = 0; i < n; i++)
    if (REGNO (text[i]) == regno)
      return true;
  return false;
}

static unsigned
units_of_reg (unsigned regno)
{
  return (HARD_REGISTER_NUM_P (regno) ? 1
	  : ptx_units_of_mode (PSEUDO_REGNO_MODE (regno)));
}

/* The number of unit INDEX of REGNO, or -1 if it is not among the units.  */

int
unit_problem::number (unsigned regno, unsigned index) const
{
  /* INDEX may be large in a reference in another mode than the register's
     own.  */
  return (m_number[regno] <= 0 ? -1
	  : m_number[regno] - 1 + (int) MIN (index, units_of_reg (regno) - 1));
}

/* The event of unit INDEX of REGNO in the present block, made if it is new;
   null if the register is left out.  */

unit_problem::event *
unit_problem::event_of (unsigned regno, unsigned index)
{
  if (m_number[regno] == 0 && left_out_p (regno))
    m_number[regno] = -1;
  if (m_number[regno] < 0)
    return NULL;
  unsigned n = units_of_reg (regno);
  index = MIN (index, n - 1);
  int &last = m_last[regno * PTX_MAX_UNITS + index];
  if (!last || m_events[last - 1].block != m_block)
    {
      event e = { { regno, (unsigned char) index, (unsigned char) n }, m_block,
		  false, false, false };
      m_events.safe_push (e);
      last = m_events.length ();
    }
  return &m_events[last - 1];
}

void
unit_problem::read (unsigned regno, unsigned index)
{
  event *e = event_of (regno, index);
  if (e && !e->certain)
    e->read = true;
}

void
unit_problem::write (unsigned regno, unsigned index, bool certain)
{
  event *e = event_of (regno, index);
  if (e)
    {
      e->set = true;
      e->certain |= certain;
    }
}

/* Notes the events of BB.  */

void
unit_problem::scan (basic_block bb)
{
  rtx_insn *insn;
  m_block = bb->index;
  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn))
      ptx_scan_insn (insn, this);
}

/* Fills in use, def and gen from the events.  */

void
unit_problem::take_events ()
{
  for (const event &e : m_events)
    {
      int n = number (e.unit.regno, e.unit.index);
      if (n < 0)
	continue;
      if (e.read)
	bitmap_set_bit (&m_sets[e.block].use, n);
      if (e.certain)
	bitmap_set_bit (&m_sets[e.block].def, n);
      if (e.set)
	bitmap_set_bit (&m_sets[e.block].gen, n);
    }
  m_events.release ();
  m_last.release ();
}

/* Makes the sets of all blocks from index FIRST on.  */

void
unit_problem::make_sets (int first)
{
  int n = last_basic_block_for_fn (cfun);
  m_sets = XRESIZEVEC (unit_sets, m_sets, n);
  for (int i = first; i < n; i++)
    for (bitmap_head unit_sets::*set : { &unit_sets::use, &unit_sets::def,
	 &unit_sets::gen, &unit_sets::live_in, &unit_sets::set_in })
      bitmap_initialize (&(m_sets[i].*set), &m_obstack);
  m_last.safe_grow_cleared (max_reg_num () * PTX_MAX_UNITS);
}

/* Finds the units of the current function, and where they are live.  */

unit_problem::unit_problem ()
  : m_sets (NULL), m_n_sets (last_basic_block_for_fn (cfun)),
    m_first_uid (get_max_uid ()), m_block (0)
{
  basic_block bb;
  bitmap_obstack_initialize (&m_obstack);
  make_sets (0);
  m_number.safe_grow_cleared (max_reg_num ());
  FOR_EACH_BB_FN (bb, cfun)
    scan (bb);
  for (const event &e : m_events)
    if (e.read && m_number[e.unit.regno] == 0)
      {
	m_number[e.unit.regno] = units.length () + 1;
	for (unsigned i = 0; i < e.unit.count; i++)
	  {
	    ptx_unit u = { e.unit.regno, (unsigned char) i, e.unit.count };
	    units.safe_push (u);
	  }
      }
  take_events ();

  FOR_EACH_BB_FN (bb, cfun)
    bitmap_copy (&sets (bb).live_in, &sets (bb).use);
  if (!units.is_empty ())
    solve_dataflow (DF_BACKWARD, [this] (edge e)
      {
	return bitmap_ior_and_compl_into (&sets (e->src).live_in,
					  &sets (e->dest).live_in,
					  &sets (e->src).def);
      });
  bitmap_copy (bad, &sets (ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb).live_in);
}

unit_problem::~unit_problem ()
{
  free (m_sets);
  bitmap_obstack_release (&m_obstack);
}

/* Takes in what has been inserted since: use, def and gen of the blocks that
   have new insns.  What was solved stays as it was.  */

void
unit_problem::update ()
{
  basic_block bb;
  rtx_insn *insn;
  make_sets (m_n_sets);
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && INSN_UID (insn) >= m_first_uid)
	{
	  bitmap_clear (&sets (bb).use);
	  bitmap_clear (&sets (bb).def);
	  bitmap_clear (&sets (bb).gen);
	  scan (bb);
	  break;
	}
  take_events ();
}
