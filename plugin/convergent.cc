/* Insns that the lanes of a warp must reach together.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "ptx-asm.h"
#include "functions.h"

/* Whether a call of FN, a function that is not known further, comes back
   without having had to be reached by all lanes: GCC's builtins, what has no
   side effects, and what does not come back.  */

static bool
harmless_p (tree fn)
{
  return (TREE_THIS_VOLATILE (fn) || TREE_READONLY (fn)
	  || DECL_PURE_P (fn) || fndecl_built_in_p (fn));
}

/* Whether all lanes that the source has together must reach INSN together: a
   barrier, a shuffle, a vote, an asm with one of these, or a call of a function
   that may hold one.  A function that was not compiled before may hold
   anything.  */

bool
convergent_insn_p (rtx_insn *insn)
{
  if (!NONDEBUG_INSN_P (insn))
    return false;
  rtx pat = PATTERN (insn);
  if (GET_CODE (pat) == COND_EXEC)
    pat = COND_EXEC_CODE (pat);

  if (CALL_P (insn))
    {
      rtx call = get_call_rtx_from (insn);
      rtx addr = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
      if (!addr || GET_CODE (addr) != SYMBOL_REF)
	return true;
      /* The runtime of OpenMP and OpenACC synchronises.  */
      const char *name = XSTR (addr, 0);
      name += *name == '*';
      if (startswith (name, "GOMP_") || startswith (name, "GOACC_")
	  || startswith (name, "gomp_"))
	return true;
      /* Without a declaration it is a function of libgcc.  */
      tree decl = SYMBOL_REF_DECL (addr);
      if (!decl || TREE_CODE (decl) != FUNCTION_DECL)
	return false;
      if (facts_of (decl)->printed)
	return facts_of (decl)->convergent;
      return decl != current_function_decl && !harmless_p (decl);
    }

  if (const char *text = accelfix_asm_text (PATTERN (insn)))
    {
      struct ptx_asm_effects effects;
      ptx_scan_asm_text (text, &effects);
      return effects.convergent;
    }

  if (GET_CODE (pat) == SET)
    pat = SET_SRC (pat);
  if (GET_CODE (pat) == UNSPEC)
    return (XINT (pat, 1) == UNSPEC_SHUFFLE
	    || XINT (pat, 1) == UNSPEC_VOTE_BALLOT);
  if (GET_CODE (pat) == UNSPEC_VOLATILE)
    return (XINT (pat, 1) == UNSPECV_BARSYNC
	    || accelfix_warp_sync_p (XINT (pat, 1)));
  return false;
}

/* Says for the calls to come whether the current function, which is being
   compiled, holds a convergent insn.  */

void
note_convergent_function (bool convergent)
{
  function_facts *facts = facts_of (cfun->decl);
  facts->convergent = convergent;
  facts->printed = true;
}
