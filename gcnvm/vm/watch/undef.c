/* Undefined bits of registers.
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

/* Each bit of a register is defined or not.  Moves, loads and stores carry that
   on, and so do operations on single bits, since a bit-field is written by
   them; whatever else reads an undefined bit is reported.  Handlers come here
   only where one of their sources has such bits.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/vector.h"
#include "watch/parts.h"

/* The name of operand CODE, REGS registers of it, in BUF.  */

static const char *
operand_name (unsigned code, unsigned regs, char *buf, size_t size)
{
  static const struct { uint8_t code; const char *name; } names[] =
  {
    { GCN_SCC, "scc" }, { GCN_SCC & ~1, "scc" }, { GCN_M0, "m0" },
    { GCN_VCC, "vcc" }, { GCN_EXEC, "exec" }, { GCN_VCC + 1, "vcc_hi" },
    { GCN_FLAT_SCRATCH, "flat_scratch" }, { GCN_EXEC + 1, "exec_hi" }
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (code == names[i].code)
      return names[i].name;
  char letter = code >= GCN_AGPR ? 'a' : code >= GCN_VGPR ? 'v' : 's';
  unsigned n = (code >= GCN_AGPR ? code - GCN_AGPR
		: code >= GCN_VGPR ? code - GCN_VGPR : code);
  if (regs > 1)
    snprintf (buf, size, "%c[%u:%u]", letter, n, n + regs - 1);
  else
    snprintf (buf, size, "%c%u", letter, n);
  return buf;
}

/* Marks operand CODE of W, of REGS registers, as defined in LANES, so that what
   follows from it is not reported again.  */

static void
set_defined (struct wave *w, unsigned code, unsigned regs, uint64_t lanes)
{
  for (unsigned i = 0; i < regs; i++)
    if (code >= GCN_VGPR)
      w->vu[code - GCN_VGPR + i] &= ~lanes;
    else
      w->sv[code + i] = 0;
}

/* How many lanes the function called NAME works on, if it is one of libgcc's for
   vectors, "__divv2si3" or "__divmodv64si4_aux"; else 0.  */

static unsigned
vector_lanes (const char *name)
{
  static const char *const operations[] = { "divmod", "udivmod", "div", "udiv",
					    "mod", "umod", "mul" };
  if (!name || strncmp (name, "__", 2) != 0)
    return 0;
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    {
      size_t n = strlen (operations[i]);
      if (strncmp (name + 2, operations[i], n) == 0 && name[2 + n] == 'v')
	{
	  char *end;
	  unsigned long lanes = strtoul (name + 3 + n, &end, 10);
	  return strchr ("qhsdt", *end) && *end && end[1] == 'i' ? lanes : 0;
	}
    }
  return 0;
}

/* Whether what U of W reads, operand CODE of REGS registers, in LANE or (-1) as a
   mask of lanes, is undefined only in lanes that nobody asked for.  A function of
   libgcc's for short vectors calls that for 64 lanes with all of them active; the
   lanes beyond the vector compute something that is thrown away.  */

static bool
unwanted_p (struct wave *w, const struct uop *u, unsigned code, unsigned regs,
	    int lane)
{
  unsigned lanes
    = vector_lanes (code_function (code_of (w->vm, u->pc), u->pc));
  if (!lanes)
    return false;
  struct simt_place stack[STACK_FRAMES];
  size_t n = wave_stack (w, u->pc, stack, STACK_FRAMES);
  for (size_t i = 0; i < n; i++)
    {
      unsigned l = vector_lanes (stack[i].function);
      if (!l)
	break;
      lanes = l;
    }
  if (lanes >= LANES)
    return false;
  if (lane >= 0 || code >= GCN_VGPR)
    return lane >= (int) lanes;
  uint64_t undef = w->sv[code];
  if (regs == 2)
    undef |= (uint64_t) w->sv[code + 1] << 32;
  return !(undef & ((UINT64_C (1) << lanes) - 1));
}

/* Reports that U of W reads operand CODE, of REGS registers, for WHAT (null: as
   an operand) though it is undefined.  Null if the wave ends.  The result of a
   vector comparison is named by what was compared.  */

const struct uop *
watch_undef_use (struct wave *w, const struct uop *u, const char *what,
	   unsigned code, unsigned regs, int lane)
{
  char buf[32];
  bool fatal = w->vm->opt.uninit == GCNVM_UNINIT_ERROR;
  if (unwanted_p (w, u, code, regs, lane))
    {
      if (w->mask_undef && code < GCN_VGPR && regs == 2
	  && get64 (&w->sv[code]) == w->mask_undef)
	set_defined (w, w->mask_code, w->mask_regs, w->mask_undef);
      set_defined (w, code, regs, wave_exec (w));
      return u;
    }
  if (code < GCN_VGPR && regs == 2 && w->mask_undef
      && get64 (&w->sv[code]) == w->mask_undef)
    {
      set_defined (w, code, regs, 0);
      code = w->mask_code;
      regs = w->mask_regs;
      set_defined (w, code, regs, w->mask_undef);
      w->mask_undef = 0;
    }
  const char *name = operand_name (code, regs, buf, sizeof buf);
  if (w->vm->opt.uninit != GCNVM_UNINIT_OFF)
    wave_report (w, u, GCNVM_R_UNINIT, fatal, lane, 0, name,
		 "uninitialised register %s read%s%s", name,
		 what ? " as " : "", what ? what : "");
  set_defined (w, code, regs, wave_exec (w));
  return fatal ? wave_fail (w, GCNVM_UNINIT) : u;
}

/* The same of the condition of branch U.  False if the wave ends.  */

bool
watch_undef_branch (struct wave *w, const struct uop *u, unsigned code)
{
  bool scc = code == (GCN_SCC & ~1);
  w->now = u;
  /* SCC is named by what was compared.  */
  if (scc && w->scc_code && w->scc_code != GCN_SCC)
    {
      code = w->scc_code;
      w->sv[GCN_SCC] = 0;
      return watch_undef_use (w, u, "condition", code, 1, -1) != NULL;
    }
  return watch_undef_use (w, u, "condition", code, 2, -1) != NULL;
}

/* The undefined bits of A rule-by-rule.  A, B: values; VA, VB: their undefined
   bits; C, VC: of the third source.  *BAD is set if it has to be reported.  */

static uint64_t
result_bits (enum undef_rule rule, uint64_t a, uint64_t b, uint64_t c,
	     uint64_t va, uint64_t vb, uint64_t vc, unsigned bits, bool *bad)
{
  unsigned amount = bits - 1;
  *bad = false;
  switch (rule)
    {
    case UNDEF_MOVE: case UNDEF_NOT:
      return va | vb;
    case UNDEF_XOR:
      return va | vb;
    case UNDEF_AND: case UNDEF_NAND:
      return (va & vb) | (va & b) | (vb & a);
    case UNDEF_OR: case UNDEF_NOR:
      return (va & vb) | (va & ~b) | (vb & ~a);
    case UNDEF_ANDN2:
      return (va & vb) | (va & ~b) | (vb & a);
    case UNDEF_ORN2:
      return (va & vb) | (va & b) | (vb & ~a);
    case UNDEF_SHL:
      *bad = vb & amount;
      return va << (b & amount);
    case UNDEF_SHR:
      *bad = vb & amount;
      return va >> (b & amount);
    case UNDEF_SAR:
      *bad = vb & amount;
      return (bits == 64 ? (uint64_t) ((int64_t) va >> (b & amount))
	      : (uint64_t) ((int32_t) va >> (b & amount)));
    case UNDEF_SHLREV:
      return result_bits (UNDEF_SHL, b, a, c, vb, va, vc, bits, bad);
    case UNDEF_SHRREV:
      return result_bits (UNDEF_SHR, b, a, c, vb, va, vc, bits, bad);
    case UNDEF_SARREV:
      return result_bits (UNDEF_SAR, b, a, c, vb, va, vc, bits, bad);
    case UNDEF_SELECT:		/* v_cndmask: b where c.  */
      return vc ? (a ^ b) | va | vb : c ? vb : va;
    case UNDEF_BFI:
      return va | (a & vb) | (~a & vc);
    case UNDEF_BFE:
      *bad = vb || vc;
      return va ? ~UINT64_C (0) : 0;
    case UNDEF_ALL:
      return ~UINT64_C (0);
    case UNDEF_IGNORE:
      return 0;
    default:
      *bad = true;
      return 0;
    }
}

/* Bitfield extraction of a scalar: only the bits taken count.  */

static uint64_t
scalar_bfe (uint64_t va, uint64_t b, unsigned bits)
{
  unsigned at = b & (bits - 1), n = b >> 16 & 127;
  va >>= at;
  if (n < 64)
    va &= (UINT64_C (1) << n) - 1;
  return va;
}

/* For a scalar operation U whose sources A and B have the undefined bits VA and
   VB, or with SCC undefined: the undefined bits of its result, of BITS bits.
   Sets those of SCC.  */

uint64_t
watch_undef_scalar (struct wave *w, const struct uop *u, enum undef_rule rule,
	      uint64_t a, uint64_t b, uint64_t va, uint64_t vb, unsigned bits)
{
  uint64_t flags = gcn_rows[u->row].flags, vr = 0;
  bool bad = false;
  if (flags & GCN_F_RSCC && w->sv[GCN_SCC]
      && !watch_undef_use (w, u, NULL, GCN_SCC, 1, -1))
    return 0;
  if (va | vb)
    {
      if (rule == UNDEF_SELECT)
	/* s_cmovk has its constant as B.  */
	vr = w->s[GCN_SCC] ? (gcn_rows[u->row].enc == GCN_ENC_SOPK ? vb : va)
	     : (gcn_rows[u->row].enc == GCN_ENC_SOPK ? va : vb);
      else if (rule == UNDEF_BFE && !vb)
	vr = scalar_bfe (va, b, bits);
      else
	vr = result_bits (rule, a, b, 0, va, vb, 0, bits, &bad);
      if (bits == 32)
	vr &= UINT32_MAX;
    }
  bool first = va != 0;
  unsigned code = first ? u->ua / 4 : u->ub / 4;
  if (bad && gcn_rows[u->row].d == GCN_T_none)
    {
      /* A comparison, perhaps one done ahead of time whose result nobody looks
	 at: reported where a branch does.  */
      w->sv[GCN_SCC] = 1;
      w->scc_code = code;
      return 0;
    }
  if (flags & GCN_F_WSCC)
    w->scc_code = GCN_SCC;
  if (bad)
    {
      /* A constant beside it: the register is the destination.  */
      if (code == GCN_INT_0 || (first && u->ka))
	code = u->d / 4;
      vr = 0;
      if (!watch_undef_use (w, u, NULL, code, (first ? va : vb) >> 32 ? 2 : 1, -1))
	return 0;
    }
  /* Which lanes do what is said by EXEC: that is a use.  */
  if (vr && (u->d / 4 | 1) == (GCN_EXEC | 1))
    {
      if (!watch_undef_use (w, u, "EXEC", code, bits / 32, -1))
	return 0;
      vr = 0;
    }
  if (flags & GCN_F_WSCC)
    {
      /* Not zero already by its defined bits?  */
      uint64_t ones = 0;
      if (rule == UNDEF_AND)
	ones = a & b & ~vr;
      else if (rule == UNDEF_OR)
	ones = ((a & ~va) | (b & ~vb));
      w->sv[GCN_SCC] = vr && !ones;
    }
  return vr;
}

/* The undefined bits of source I of U in LANE.  */

static uint64_t
source_undef (const struct wave *w, const struct uop *u, int i, unsigned lane)
{
  unsigned code = u->src[i], regs = u->regs[i + 1];
  uint64_t v = 0;
  if (code == GCN_NO_OPERAND || u->konst[i])
    return 0;
  if (i == 2 && u->row == GCN_OP_v_cndmask_b32)
    return get64 (&w->sv[code]) >> lane & 1;
  for (unsigned k = 0; k < regs && k < 2; k++)
    if (code >= GCN_VGPR)
      {
	unsigned r = code - GCN_VGPR + k;
	if (w->vu[r] >> lane & 1)
	  v |= (uint64_t) w->vv[r][lane] << (32 * k);
      }
    else
      v |= (uint64_t) w->sv[code + k] << (32 * k);
  return v;
}

uint64_t
watch_undef_compare (struct wave *w, const struct uop *u, uint64_t exec)
{
  uint64_t lanes = 0;
  int first = -1;
  for (uint64_t e = exec; e; e &= e - 1)
    for (int i = 0; i < 2; i++)
      if (source_undef (w, u, i, __builtin_ctzll (e)))
	{
	  lanes |= e & -e;
	  first = first < 0 ? i : first;
	}
  if (lanes)
    {
      w->mask_undef = lanes;
      w->mask_code = u->src[first];
      w->mask_regs = u->regs[first + 1];
    }
  return lanes;
}

static uint64_t
source_value (const struct uop *u, const uint32_t *s, int i, unsigned lane)
{
  if (!s)
    return 0;
  return s[lane] | (u->regs[i + 1] > 1 ? (uint64_t) s[lane + LANES] << 32 : 0);
}

bool
watch_undef_vector (struct wave *w, const struct uop *u, uint64_t exec,
	      const uint32_t *const s[3], unsigned dst)
{
  unsigned wide = dst != -1u && u->regs[0] > 1;
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned lane = __builtin_ctzll (e);
      uint64_t v[3], x[3];
      bool bad;
      for (int i = 0; i < 3; i++)
	{
	  v[i] = source_undef (w, u, i, lane);
	  x[i] = source_value (u, s[i], i, lane);
	}
      if (u->in->row->flags & GCN_F_CO && u->in->row->flags & GCN_F_RVCC
	  && get64 (&w->sv[u->src[2]]))
	v[2] = 1;
      if (!(v[0] | v[1] | v[2]))
	{
	  if (dst != -1u)
	    {
	      w->vu[dst] &= ~(UINT64_C (1) << lane);
	      if (wide)
		w->vu[dst + 1] &= ~(UINT64_C (1) << lane);
	    }
	  continue;
	}
      enum undef_rule rule = dst == -1u ? UNDEF_REPORT : u->undef;
      uint64_t vr = result_bits (rule, x[0], x[1], x[2], v[0], v[1], v[2],
				 wide ? 64 : 32, &bad);
      if (rule == UNDEF_BFE && !v[1] && !v[2])
	vr = scalar_bfe (v[0], (x[1] & 31) | (x[2] & 31) << 16, 32);
      if (bad)
	{
	  int i = v[0] ? 0 : v[1] ? 1 : 2;
	  vr = 0;
	  if (!watch_undef_use (w, u, NULL, u->src[i],
			  i == 2 && !u->regs[3] ? 2 : u->regs[i + 1], lane))
	    return false;
	}
      if (dst == -1u)
	continue;
      for (unsigned k = 0; k <= wide; k++)
	{
	  uint32_t part = vr >> (32 * k);
	  w->vu[dst + k] &= ~(UINT64_C (1) << lane);
	  if (part)
	    {
	      w->vv[dst + k][lane] = part;
	      w->vu[dst + k] |= UINT64_C (1) << lane;
	    }
	}
    }
  return true;
}
