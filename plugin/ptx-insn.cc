/* What one instruction is in the PTX that nvptx prints.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "ptx-insn.h"
#include "ptx-asm.h"

/* Whether nothing but perhaps a label or a comment comes out for INSN.  */

bool
ptx_prints_nothing (rtx_insn *insn)
{
  if (!NONDEBUG_INSN_P (insn))
    return true;
  rtx pat = PATTERN (insn);
  switch (GET_CODE (pat))
    {
    case USE:
    case CLOBBER:
      return true;
    case CONST_INT:
      return INTVAL (pat) == 0;		/* nop.  */
    case ASM_INPUT:
      /* An empty asm or a comment.  */
      return XSTR (pat, 0)[0] == 0 || startswith (XSTR (pat, 0), "//");
    case UNSPEC_VOLATILE:
      switch (XINT (pat, 1))
	{
	case UNSPECV_FORK:
	case UNSPECV_FORKED:
	case UNSPECV_JOINING:
	case UNSPECV_JOIN:
	  return true;
	default:
	  return false;
	}
    default:
      return false;
    }
}

/* Whether control can come from INSN to the insn after it, once it is printed.
   A call that does not return is printed with "trap; exit" after it
   (nvptx_output_call_insn), and the trap insn is "trap; exit" (nvptx.md).  A
   trap_if under a condition only takes threads away.  */

bool
ptx_falls_through_p (rtx_insn *insn)
{
  rtx pat = PATTERN (insn);
  if (CALL_P (insn))
    return !find_reg_note (insn, REG_NORETURN, NULL_RTX);
  if (JUMP_P (insn))
    return any_condjump_p (insn) || extract_asm_operands (pat);
  return (pat != const1_rtx
	  && !(GET_CODE (pat) == TRAP_IF
	       && TRAP_CONDITION (pat) == const1_rtx));
}

/* Whether the "ret" of this function is printed with a store of %value before
   it (nvptx_output_return).  A function that returns an aggregate has the
   mode of its address in return_mode until its head is printed, where
   write_return_type clears it.  */

bool
ptx_return_reads_value (void)
{
  if (cfun->machine->return_mode == VOIDmode)
    return false;
  tree type = TREE_TYPE (TREE_TYPE (cfun->decl));
  return !(TYPE_MODE (type) != VOIDmode
	   && targetm.calls.return_in_memory (type, cfun->decl));
}

/* nvptx's maybe_split_mode, and the elements of vectors.  */

unsigned
ptx_units_of_mode (machine_mode mode)
{
  if (COMPLEX_MODE_P (mode) || mode == TImode)
    return 2;
  if (VECTOR_MODE_P (mode))
    {
      unsigned n = GET_MODE_NUNITS (mode).to_constant ();
      return n <= PTX_MAX_UNITS ? n : 1;
    }
  return 1;
}

/* Reports the units of register X, a REG or a SUBREG of one, to REFS: a read,
   or a write with CERTAIN.  A subreg that is a part of one unit counts as the
   unit: PTX has no smaller registers, and the move that is printed for such a
   destination is a conversion that writes all of it.  */

enum access { ACCESS_READ, ACCESS_WRITE };

static void
report_reg (rtx x, enum access access, bool certain, ptx_refs *refs)
{
  rtx reg = x;
  unsigned first = 0, size = 0;
  if (GET_CODE (x) == SUBREG)
    {
      reg = SUBREG_REG (x);
      first = SUBREG_BYTE (x).to_constant ();
      size = GET_MODE_SIZE (GET_MODE (x)).to_constant ();
    }
  unsigned regno = REGNO (reg);
  machine_mode mode = GET_MODE (reg);
  unsigned n = ptx_units_of_mode (mode);
  unsigned lo = 0, hi = n - 1;
  if (GET_CODE (x) == SUBREG && n > 1)
    {
      unsigned unit_size = GET_MODE_SIZE (mode).to_constant () / n;
      lo = MIN (first / unit_size, n - 1);
      hi = MIN ((first + size - 1) / unit_size, n - 1);
    }
  for (unsigned i = lo; i <= hi; i++)
    if (access == ACCESS_READ)
      refs->read (regno, i);
    else
      refs->write (regno, i, certain);
}

static bool
reg_or_subreg_of_reg (rtx x)
{
  return REG_P (x) || (GET_CODE (x) == SUBREG && REG_P (SUBREG_REG (x)));
}

/* The element that (vec_merge (vec_duplicate V) DEST (const_int 1 << N))
   as the source of DEST sets: nvptx prints "mov %DEST.x, V" for it, which
   leaves the other elements alone and does not read them.  Returns N, or -1
   when SET is nothing of the kind.  */

static int
vec_set_element (rtx set)
{
  rtx src = SET_SRC (set), dest = SET_DEST (set);
  if (REG_P (dest) && GET_CODE (src) == VEC_MERGE
      && GET_CODE (XEXP (src, 0)) == VEC_DUPLICATE
      && rtx_equal_p (XEXP (src, 1), dest)
      && CONST_INT_P (XEXP (src, 2)))
    {
      int n = exact_log2 (UINTVAL (XEXP (src, 2)));
      if (n >= 0 && n < (int) ptx_units_of_mode (GET_MODE (dest)))
	return n;
    }
  return -1;
}

/* Reports what is read in X.  */

static void
scan_reads (rtx x, ptx_refs *refs)
{
  if (reg_or_subreg_of_reg (x))
    {
      report_reg (x, ACCESS_READ, true, refs);
      return;
    }
  switch (GET_CODE (x))
    {
    case CLOBBER:
      return;
    case SET:
      {
	rtx dest = SET_DEST (x);
	if (MEM_P (dest))
	  scan_reads (XEXP (dest, 0), refs);
	else if (GET_CODE (dest) == STRICT_LOW_PART
		 || GET_CODE (dest) == ZERO_EXTRACT)
	  scan_reads (dest, refs);
	if (vec_set_element (x) >= 0)
	  scan_reads (XEXP (XEXP (SET_SRC (x), 0), 0), refs);
	else
	  scan_reads (SET_SRC (x), refs);
	return;
      }
    case VEC_SELECT:
      /* "mov %0, %1.x" reads one element.  */
      if (REG_P (XEXP (x, 0)) && XVECLEN (XEXP (x, 1), 0) == 1
	  && CONST_INT_P (XVECEXP (XEXP (x, 1), 0, 0)))
	{
	  unsigned n = UINTVAL (XVECEXP (XEXP (x, 1), 0, 0));
	  if (n < ptx_units_of_mode (GET_MODE (XEXP (x, 0))))
	    {
	      refs->read (REGNO (XEXP (x, 0)), n);
	      return;
	    }
	}
      break;
    default:
      break;
    }

  const char *fmt = GET_RTX_FORMAT (GET_CODE (x));
  for (int i = 0; i < GET_RTX_LENGTH (GET_CODE (x)); i++)
    if (fmt[i] == 'e')
      {
	if (XEXP (x, i))
	  scan_reads (XEXP (x, i), refs);
      }
    else if (fmt[i] == 'E')
      for (int j = 0; j < XVECLEN (x, i); j++)
	scan_reads (XVECEXP (x, i, j), refs);
}

/* Reports what X, the pattern of INSN or a part of it, writes.  */

static void
scan_writes (rtx_insn *insn, rtx x, bool certain, ptx_refs *refs)
{
  switch (GET_CODE (x))
    {
    case COND_EXEC:
      scan_writes (insn, COND_EXEC_CODE (x), false, refs);
      return;
    case PARALLEL:
      for (int i = 0; i < XVECLEN (x, 0); i++)
	scan_writes (insn, XVECEXP (x, 0, i), certain, refs);
      return;
    case SET:
      break;
    default:
      return;
    }

  rtx dest = SET_DEST (x);
  if (GET_CODE (dest) == PARALLEL)
    {
      for (int i = 0; i < XVECLEN (dest, 0); i++)
	{
	  rtx d = XEXP (XVECEXP (dest, 0, i), 0);
	  if (d && reg_or_subreg_of_reg (d))
	    report_reg (d, ACCESS_WRITE, certain, refs);
	}
      return;
    }
  if (GET_CODE (dest) == STRICT_LOW_PART || GET_CODE (dest) == ZERO_EXTRACT)
    dest = XEXP (dest, 0);
  if (!reg_or_subreg_of_reg (dest))
    return;

  /* The result of an atomic that nobody wants is printed as "_" (%x in
     nvptx.md), so that the register stays as it was.  */
  if (certain && REG_P (dest) && find_reg_note (insn, REG_UNUSED, dest))
    certain = false;

  int element = vec_set_element (x);
  if (element >= 0)
    refs->write (REGNO (dest), element, certain);
  else
    report_reg (dest, ACCESS_WRITE, certain, refs);
}

/* As ptx_scan_insn, for an asm with operands.  PAT is its pattern.  What the
   text does to the outputs is only certain where nothing in it is
   predicated.  */

static void
scan_asm (rtx_insn *insn, rtx pat, ptx_refs *refs)
{
  bool certain = GET_CODE (pat) != COND_EXEC;
  if (!certain)
    {
      scan_reads (COND_EXEC_TEST (pat), refs);
      pat = COND_EXEC_CODE (pat);
    }
  rtx body = extract_asm_operands (pat);
  if (!body)
    return;
  auto_vec<rtx> outputs;
  if (GET_CODE (pat) == SET)
    outputs.safe_push (SET_DEST (pat));
  else if (GET_CODE (pat) == PARALLEL)
    for (int i = 0; i < XVECLEN (pat, 0); i++)
      if (GET_CODE (XVECEXP (pat, 0, i)) == SET)
	outputs.safe_push (SET_DEST (XVECEXP (pat, 0, i)));

  struct ptx_asm_effects text;
  ptx_scan_asm_text (ASM_OPERANDS_TEMPLATE (body), &text);
  unsigned HOST_WIDE_INT printed = text.printed;
  unsigned n_out = outputs.length ();
  certain &= !text.uncertain;

  for (int i = 0; i < ASM_OPERANDS_INPUT_LENGTH (body); i++)
    {
      const char *constraint = ASM_OPERANDS_INPUT_CONSTRAINT (body, i);
      unsigned HOST_WIDE_INT as = HOST_WIDE_INT_1U << ((n_out + i) & 63);
      if (ISDIGIT (constraint[0]))
	as |= HOST_WIDE_INT_1U << (strtoul (constraint, NULL, 10) & 63);
      if (printed & as)
	scan_reads (ASM_OPERANDS_INPUT (body, i), refs);
    }
  for (unsigned i = 0; i < n_out; i++)
    if (MEM_P (outputs[i]) && (printed >> i & 1))
      scan_reads (XEXP (outputs[i], 0), refs);
  for (unsigned i = 0; i < n_out; i++)
    if (reg_or_subreg_of_reg (outputs[i]))
      report_reg (outputs[i], ACCESS_WRITE,
		  certain && (printed >> i & 1)
		  && !find_reg_note (insn, REG_UNUSED, outputs[i]), refs);
}

/* Whether INSN enters or leaves a SIMT region in a function where nothing is
   printed for that register: a leaf function without per-lane storage
   (nvptx_output_softstack_switch).  */

static bool
empty_simt_switch_p (rtx pat, ptx_refs *refs)
{
  if (GET_CODE (pat) == SET)
    pat = SET_SRC (pat);
  if (GET_CODE (pat) != UNSPEC_VOLATILE
      || (XINT (pat, 1) != UNSPECV_SIMT_ENTER
	  && XINT (pat, 1) != UNSPECV_SIMT_EXIT))
    return false;
  return !cfun->machine->simt_stack_size && refs->leaf_p ();
}

/* True if the text of INSN, a call, passes %chain.  GCC goes by the callee
   alone (nvptx_output_call_insn): it prints the chain also where none was set,
   as for a nested function that took another's place (OpenMP's declare
   variant), and never for a call through a register.  */

static bool
call_passes_chain_p (rtx_insn *insn)
{
  rtx call = get_call_rtx_from (insn);
  rtx callee = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
  tree decl = (callee && GET_CODE (callee) == SYMBOL_REF
	       ? SYMBOL_REF_DECL (callee) : NULL_TREE);

  return (decl && TREE_CODE (decl) == FUNCTION_DECL
	  && DECL_STATIC_CHAIN (decl));
}

/* Reports to REFS what the text printed for INSN reads, then what it writes.
   A use or a clobber of its own prints nothing.  */

void
ptx_scan_insn (rtx_insn *insn, ptx_refs *refs)
{
  if (ptx_prints_nothing (insn) || JUMP_TABLE_DATA_P (insn))
    return;
  rtx pat = PATTERN (insn);
  if (empty_simt_switch_p (pat, refs))
    return;
  if (asm_noperands (GET_CODE (pat) == COND_EXEC
		     ? COND_EXEC_CODE (pat) : pat) >= 0)
    {
      scan_asm (insn, pat, refs);
      return;
    }
  scan_reads (pat, refs);
  if (ANY_RETURN_P (pat) && ptx_return_reads_value ())
    refs->read (NVPTX_RETURN_REGNUM, 0);
  if (CALL_P (insn) && call_passes_chain_p (insn))
    refs->read (STATIC_CHAIN_REGNUM, 0);
  scan_writes (insn, pat, true, refs);
}
