/* nvptx: comments that say which accesses are atomic.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* On nvptx an atomic load or store is a plain one with fences where it orders; a
   relaxed one looks like any other.  ptxvm's --race would have to take each load for
   an atomic one.  So, where frames are described (frame-notes.cc), a function begins
   with the comment `// accelfix: atomics', which says that those that are atomic have
   the comment `// accelfix: atomic' ahead of them, and others are not.

   Expansion makes the memory of atomic operations volatile, and gives it an alias set
   of its own (builtins.cc, get_builtin_sync_mem); no pass forgets that.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "frame-notes.h"

/* True if INSN has an atomic access.  */

static bool
atomic_access_p (const rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (MEM_P (*iter) && MEM_VOLATILE_P (*iter)
	&& MEM_ALIAS_SET (*iter) == ALIAS_SET_MEMORY_BARRIER)
      return true;
  return false;
}

void
note_atomics (rtx_insn *after)
{
  frame_add_note (&after, xstrdup ("atomics"));
  for (rtx_insn *insn = NEXT_INSN (after); insn; insn = NEXT_INSN (insn))
    if (NONJUMP_INSN_P (insn) && atomic_access_p (insn))
      emit_insn_before_noloc (accelfix_gen_comment ("atomic"), insn,
			      BLOCK_FOR_INSN (insn));
}
