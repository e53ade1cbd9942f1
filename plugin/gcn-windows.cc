/* Which insns can matter for wait states (amdgcn).
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

/* To print all insns of a function only for this would cost some percents of
   the compiler's time.  Every rule has one side that is rare and that the RTL
   shows, whatever the machine description says of it:

   - a store of more than 64 bits has a MEM that wide, or is an unspec (vector
     stores through addresses in registers, atomics);
   - an access to GDS, which reads M0, has a MEM there, or is an unspec;
   - what reads an SGPR as an address, as a lane's number, or by DPP, and what
     reads VCC, M0 or a hardware register in a way that needs wait states, has a
     MEM with an SGPR in its address, selects or merges lanes by a register, or
     is an unspec;
   - an asm may be anything.

   Only such insns, and the ones so near that they may make up a pair with
   them, are printed and read.  The others count as one wait state.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "gcn-stream.h"

#if ACCELFIX_GCN

/* Whether X names a scalar register that may hold an address or a number.  */

static bool
mentions_sgpr_p (const_rtx x)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, x, NONCONST)
    if (REG_P (*iter) && !VGPR_REGNO_P (REGNO (*iter)))
      return true;
  return false;
}

/* Whether X, a part of an insn, may be of the rare side of a pair.  */

static bool
rare_p (const_rtx x)
{
  switch (GET_CODE (x))
    {
    case ASM_INPUT: case ASM_OPERANDS: case UNSPEC_VOLATILE:
      return true;
    case UNSPEC:
      /* The most frequent ones are no instructions of their own: a lane that
	 nobody set, and an addition.  */
      return XINT (x, 1) != UNSPEC_VECTOR && XINT (x, 1) != UNSPEC_ADDPTR;
    case MEM:
      return (GET_MODE (x) == BLKmode || AS_GDS_P (MEM_ADDR_SPACE (x))
	      || maybe_gt (GET_MODE_SIZE (GET_MODE (x)), 8)
	      || mentions_sgpr_p (XEXP (x, 0)));
    case VEC_SELECT:
      return mentions_sgpr_p (XEXP (x, 1));
    case VEC_MERGE:
      return (GET_CODE (XEXP (x, 2)) == ASHIFT
	      && mentions_sgpr_p (XEXP (x, 2)));
    default:
      return false;
    }
}

static bool
rare_insn_p (rtx_insn *insn)
{
  /* The address of a callee is no access.  */
  if (CALL_P (insn))
    return false;
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (rare_p (*iter))
      return true;
  return false;
}

/* See gcn-stream.h.  */

gcn_windows::gcn_windows (unsigned states, bool all)
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (LABEL_P (insn))
      label_index.put (insn, insns.length ());
    else if (gcn_printed_p (insn))
      insns.safe_push (insn);
  unsigned n = insns.length ();
  near.safe_grow_cleared (n);
  before.safe_grow_cleared (n);
  behind.safe_grow_cleared (n);
  bool changed = false;
  for (unsigned i = 0; i < n; i++)
    if (all || rare_insn_p (insns[i]))
      {
	near[i] = changed = true;
	before[i] = behind[i] = states + 1;
      }
  while (changed && !all)
    {
      changed = false;
      for (unsigned i = 0; i < n; i++)
	changed |= spread_forward (i);
      for (unsigned i = n; i-- > 0; )
	changed |= spread_back (i);
    }
}

/* V becomes at least LEFT for insn I; returns whether it was less.  */

bool
gcn_windows::raise (vec<unsigned char> &v, unsigned i, unsigned left)
{
  if (i >= insns.length () || v[i] >= left)
    return false;
  v[i] = left;
  near[i] = true;
  return true;
}

/* An insn that may print nothing is worth no wait state.  */

static unsigned
less_one (unsigned left, rtx_insn *insn)
{
  return left - (GET_CODE (PATTERN (insn)) != UNSPEC_VOLATILE);
}

/* What follows insn I, within the states left there, of which its own is
   one.  */

bool
gcn_windows::spread_forward (unsigned i)
{
  unsigned left = behind[i] ? less_one (behind[i], insns[i]) : 0;
  if (!left)
    return false;
  bool changed = raise (behind, i + 1, left);
  gcn_for_each_target (insns[i], label_index, [&] (unsigned to)
    {
      changed |= raise (behind, to, left);
    });
  return changed;
}

/* What is before insn I is the insn before it.  Where it jumps to is before
   what is there.  */

bool
gcn_windows::spread_back (unsigned i)
{
  bool changed = false;
  if (before[i] && i > 0)
    changed = raise (before, i - 1, less_one (before[i], insns[i]));
  gcn_for_each_target (insns[i], label_index, [&] (unsigned to)
    {
      if (to < insns.length () && before[to])
	changed |= raise (before, i, less_one (before[to], insns[to]));
    });
  return changed;
}

#endif /* ACCELFIX_GCN */
