/* The insns of SIMT regions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "simd.h"

/* See simd.h.  */

void
simt_find_entries (vec<simt_entry> *entries)
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      if (NONJUMP_INSN_P (insn) && GET_CODE (PATTERN (insn)) == SET)
	{
	  rtx src = SET_SRC (PATTERN (insn));
	  if (GET_CODE (src) == UNSPEC_VOLATILE
	      && XINT (src, 1) == UNSPECV_SIMT_ENTER)
	    entries->safe_push ({ insn, bb, SET_DEST (PATTERN (insn)),
				  &XVECEXP (src, 0, 0), &XVECEXP (src, 0, 1) });
	}
}

/* Whether INSN prints the end of a SIMT region.  */

static bool
exit_p (rtx_insn *insn)
{
  return (NONJUMP_INSN_P (insn)
	  && GET_CODE (PATTERN (insn)) == UNSPEC_VOLATILE
	  && XINT (PATTERN (insn), 1) == UNSPECV_SIMT_EXIT);
}

/* See simd.h.  */

void
simt_find_insns (const simt_entry &entry, vec<rtx_insn *> *insns)
{
  auto_bitmap reached;
  auto_vec<basic_block> work;
  basic_block bb = entry.bb;
  rtx_insn *insn = entry.insn;
  for (bool first = true;; first = false)
    {
      bool left = false;
      for (; !left; insn = NEXT_INSN (insn))
	{
	  if (exit_p (insn))
	    left = true;
	  else if (insn != entry.insn)
	    insns->safe_push (insn);
	  else if (!first)
	    left = true;
	  if (insn == BB_END (bb))
	    break;
	}
      edge e;
      edge_iterator ei;
      if (!left)
	FOR_EACH_EDGE (e, ei, bb->succs)
	  if (e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun)
	      && bitmap_set_bit (reached, e->dest->index))
	    work.safe_push (e->dest);
      if (work.is_empty ())
	break;
      bb = work.pop ();
      insn = BB_HEAD (bb);
    }
}
