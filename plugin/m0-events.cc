/* What the insns of a function mean for M0 (amdgcn).
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

/* An insn is judged by what it stores and uses, by its type attribute, and an
   asm by its text (gcn-asm.cc).  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "gcn-asm.h"
#include "m0-function.h"

#if ACCELFIX_GCN

/* Callback of note_stores: sets *DATA when M0 is stored to.  */

static void
note_m0_store (rtx dest, const_rtx, void *data)
{
  if (REG_P (dest) && REGNO (dest) == M0_REG)
    *(bool *) data = true;
}

/* Callback of note_uses: sets *DATA when M0 is used.  */

static void
note_m0_use (rtx *x, void *data)
{
  if (refers_to_regno_p (M0_REG, *x))
    *(bool *) data = true;
}

/* Whether PATTERN accesses memory through the vector units: an insn whose
   type attribute does not tell.  */

static bool
vector_memory_p (const_rtx pattern)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, pattern, NONCONST)
    if (MEM_P (*iter) && GET_CODE (XEXP (*iter, 0)) != SCRATCH
	&& !AS_SCALAR_FLAT_P (MEM_ADDR_SPACE (*iter)))
      return true;
  return false;
}

/* Whether PATTERN, of a DS instruction, is an access to GDS.  The address
   space of gathers and scatters is an operand of the unspec
   (gcn-valu.md).  */

static bool
gds_access_p (const_rtx pattern)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, pattern, NONCONST)
    {
      const_rtx x = *iter;
      if (MEM_P (x) && AS_GDS_P (MEM_ADDR_SPACE (x)))
	return true;
      if (GET_CODE (x) != UNSPEC)
	continue;
      int operand = (XINT (x, 1) == UNSPEC_GATHER ? 1
		     : XINT (x, 1) == UNSPEC_SCATTER ? 2 : -1);
      if (operand > 0 && XVECLEN (x, 0) > operand
	  && CONST_INT_P (XVECEXP (x, 0, operand))
	  && AS_GDS_P (INTVAL (XVECEXP (x, 0, operand))))
	return true;
    }
  return false;
}

/* The flags of INSN.  */

unsigned
m0_function::classify (rtx_insn *insn)
{
  rtx pattern = PATTERN (insn);
  unsigned flags = 0;
  bool operands, stores = false, uses = false;

  if (insn == m_prologue_set)
    return M0_SETS | M0_WRITES_LAST;
  if (GET_CODE (pattern) == USE || GET_CODE (pattern) == CLOBBER
      || accelfix_prologue_use_p (pattern, M0_REG))
    return 0;
  if (CALL_P (insn))
    return m_limits_lds ? M0_NEEDS | M0_RENEWS : M0_CLOBBERS;
  if (JUMP_P (insn) && ANY_RETURN_P (pattern))
    return m_limits_lds && accelfix_normal_function_p () ? M0_NEEDS : 0;

  note_stores (insn, note_m0_store, &stores);
  note_uses (&PATTERN (insn), note_m0_use, &uses);
  if (stores)
    flags |= M0_CLOBBERS;
  if (uses)
    flags |= M0_READS;

  if (const char *text = gcn_asm_text (pattern, &operands))
    {
      struct gcn_asm_effects e;
      gcn_scan_asm (text, operands, &e);
      if (e.writes)
	flags |= M0_CLOBBERS;
      if (e.reads)
	flags |= M0_READS;
      if (e.accesses && m_limits_lds)
	flags |= M0_NEEDS;
      if (e.hazard_in)
	flags |= M0_HAZARD;
      if (e.hazard_out)
	flags |= M0_WRITES_LAST;
      if (e.gds && e.reads)
	flags |= M0_GDS;
      if (e.empty)
	flags |= M0_EMPTY;
      return flags;
    }

  if (stores)
    flags |= M0_WRITES_LAST;
  if (recog_memoized (insn) < 0)
    return flags;
  switch (get_attr_type (insn))
    {
    case TYPE_FLAT:
      if (m_limits_lds)
	flags |= M0_NEEDS;
      break;

    case TYPE_DS:
      if (gds_access_p (pattern))
	flags |= M0_NEEDS | M0_GDS | M0_HAZARD;
      else if (m_limits_lds)
	flags |= M0_NEEDS;
      break;

    case TYPE_SMEM:
      break;

    default:
      if (m_limits_lds && vector_memory_p (pattern))
	flags |= M0_NEEDS;
      break;
    }
  return flags;
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

/* Makes the lists of events.  */

void
m0_function::collect ()
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, cfun)
    {
      m0_event e;
      memset (&e, 0, sizeof e);
      FOR_BB_INSNS (bb, insn)
	if (NONDEBUG_INSN_P (insn))
	  {
	    e.insn = insn;
	    e.flags = classify (insn);
	    m_seen |= e.flags;
	    if (e.flags & M0_EVENTS)
	      m_blocks[bb->index].safe_push (e);
	  }
      e.insn = NULL;
      e.flags = 0;
      m_blocks[bb->index].safe_push (e);
    }
}

#endif /* ACCELFIX_GCN */
