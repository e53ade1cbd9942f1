/* Undefined bits of registers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
  unsigned origin = wave_origin (w, code, regs);
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
  if (origin)
    {
      wave_report_memory (w, u, what, lane, origin);
      set_defined (w, code, regs, wave_exec (w));
      return u;
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
  unsigned origin = wave_origin (w, code, 2);
  w->now = u;
  /* One lane that is known decides whether any is there.  */
  if (origin && !scc && get64 (&w->s[code]) & ~get64 (&w->sv[code]))
    return true;
  if (origin && scc)
    {
      wave_report_memory (w, u, "condition", -1, origin);
      set_defined (w, GCN_SCC, 1, 0);
      if (w->scc_code && w->scc_code != GCN_SCC)
	set_defined (w, w->scc_code, 1, wave_exec (w));
      return true;
    }
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

/* Bitfield extraction of a scalar: only the bits taken count; with SIGN, the last
   of them is copied to the left.  */

static uint64_t
scalar_bfe (uint64_t va, uint64_t b, unsigned bits, bool sign)
{
  unsigned at = b & (bits - 1), n = b >> 16 & 127;
  va >>= at;
  if (n < 64)
    va &= (UINT64_C (1) << n) - 1;
  if (sign && n && n < 64 && va >> (n - 1) & 1)
    va |= UINT64_MAX << n;
  return va;
}

/* What RULE, of an operation that is reported with registers that were never
   written, makes undefined if the bits V of its operands came from memory.  */

static uint64_t
memory_bits (enum undef_rule rule, uint64_t v)
{
  return rule == UNDEF_LEFT ? v | -v : UINT64_MAX;
}

/* Whether the comparison NAME of A and B, of BITS bits, gives the same whatever
   their undefined bits are.  */

static bool
compare_known_p (const char *name, struct simt_partly a, struct simt_partly b,
		 unsigned bits)
{
  if (strstr (name, "_f16") || strstr (name, "_f32") || strstr (name, "_f64")
      || strstr (name, "_class"))
    return !(a.v | b.v);
  if (strstr (name, "_eq_") || strstr (name, "_lg_") || strstr (name, "_ne_"))
    return simt_equal_known_p (a, b, bits);
  if (strstr (name, "_bitcmp"))
    return !(a.v >> (b.x & (bits - 1)) & 1) && !(b.v & (bits - 1));
  return simt_order_known_p (a, b, bits, strstr (name, "_i") != NULL);
}

/* The operand of scalar operation U whose undefined bits are VA, or if those are 0,
   VB: a constant beside it, and it is the destination.  */

static unsigned
scalar_operand (const struct uop *u, uint64_t va)
{
  unsigned code = va ? u->ua / 4 : u->ub / 4;
  if (!code && gcn_rows[u->row].flags & GCN_F_RDST)
    return u->d / 4;
  return code == GCN_INT_0 || (va && u->ka) ? u->d / 4 : code;
}

/* The load that the undefined bits of U's result come from, VA and VB being those
   of its sources, and with SCC_BAD those of SCC; 0 if one of them was never
   written, *A_FIRST saying whether it is the first.  */

static unsigned
scalar_origin (const struct wave *w, const struct uop *u, uint64_t va,
	       uint64_t vb, bool scc_bad, bool *a_first)
{
  unsigned a = va ? wave_origin (w, scalar_operand (u, va), va >> 32 ? 2 : 1)
	       : 0;
  unsigned b = vb ? wave_origin (w, scalar_operand (u, 0), vb >> 32 ? 2 : 1)
	       : 0;
  *a_first = va && !(a && vb && !b);
  if ((va && !a) || (vb && !b))
    return 0;
  return a ? a : b ? b : scc_bad ? wave_origin (w, GCN_SCC, 1) : 0;
}

/* Comparison U has the undefined bits VA and VB, from load ORIGIN, if that is not
   0; CODE is one such operand.  Perhaps it is done ahead of time, and nobody looks at its
   result: reported where a branch does.  */

static void
compare_scalar (struct wave *w, const struct uop *u, unsigned code,
		unsigned origin, struct simt_partly a, struct simt_partly b)
{
  const char *name = gcn_rows[u->row].name;
  unsigned bits = strstr (name, "64") ? 64 : 32;
  w->sv[GCN_SCC] = !(origin && compare_known_p (name, a, b, bits));
  w->scc_code = code;
  if (w->init)
    w->init->origin[GCN_SCC] = origin;
}

/* For a scalar operation U whose sources A and B have the undefined bits VA and
   VB, or with SCC undefined: the undefined bits of its result, of BITS bits.
   Sets those of SCC.  */

uint64_t
watch_undef_scalar (struct wave *w, const struct uop *u, enum undef_rule rule,
	      uint64_t a, uint64_t b, uint64_t va, uint64_t vb, unsigned bits)
{
  const struct gcn_row *row = &gcn_rows[u->row];
  uint64_t flags = row->flags, vr = 0;
  bool bad = false, first;
  bool scc_bad = (flags & GCN_F_RSCC && w->sv[GCN_SCC]
		  && wave_origin (w, GCN_SCC, 1));
  if (flags & GCN_F_RSCC && w->sv[GCN_SCC] && !scc_bad
      && !watch_undef_use (w, u, NULL, GCN_SCC, 1, -1))
    return 0;
  if (scc_bad)
    vr = rule == UNDEF_SELECT ? (a ^ b) | va | vb : UINT64_MAX;
  else if (va | vb)
    {
      if (rule == UNDEF_SELECT)
	/* s_cmovk has its constant as B.  */
	vr = w->s[GCN_SCC] ? (row->enc == GCN_ENC_SOPK ? vb : va)
	     : (row->enc == GCN_ENC_SOPK ? va : vb);
      else if (rule == UNDEF_BFE && !vb)
	vr = scalar_bfe (va, b, bits, row->d == GCN_T_i32
				      || row->d == GCN_T_i64);
      else
	vr = result_bits (rule, a, b, 0, va, vb, 0, bits, &bad);
    }
  unsigned origin = scalar_origin (w, u, va, vb, scc_bad, &first);
  unsigned code = scalar_operand (u, first ? va : 0);
  if (bad && row->d == GCN_T_none)
    {
      compare_scalar (w, u, code, origin, (struct simt_partly) { a, va },
		      (struct simt_partly) { b, vb });
      return 0;
    }
  if (flags & GCN_F_WSCC)
    w->scc_code = GCN_SCC;
  bool to_exec = (u->d / 4 | 1) == (GCN_EXEC | 1);
  if (bad && origin && (strstr (row->name, "saveexec")
			|| strstr (row->name, "wrexec")))
    {
      /* The destination gets what EXEC was.  */
      if (!watch_undef_use (w, u, "EXEC", code, 2, -1))
	return 0;
      vr = 0;
    }
  else if (bad && origin)
    vr = memory_bits (rule, va | vb);
  else if (bad)
    {
      vr = 0;
      if (!watch_undef_use (w, u, NULL, code, (first ? va : vb) >> 32 ? 2 : 1, -1))
	return 0;
    }
  if (bits == 32)
    vr &= UINT32_MAX;
  /* Which lanes do what is said by EXEC: that is a use.  */
  if (vr && to_exec)
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
  if (vr && w->init)
    {
      uint16_t *o = w->init->origin;
      o[GCN_SCC] = origin;
      o[u->d / 4] = origin;
      if (bits == 64)
	o[u->d / 4 + 1] = origin;
    }
  return vr;
}

/* How many registers source I of U has that may be undefined.  */

static unsigned
source_regs (const struct uop *u, int i)
{
  return i == 2 && !u->regs[3] ? 2 : u->regs[i + 1];
}

/* The undefined bits of source I of U in LANE, as its modifiers select them.  */

static uint64_t
source_undef (const struct wave *w, const struct uop *u, int i, unsigned lane)
{
  unsigned code = u->src[i], regs = u->regs[i + 1];
  const struct gcn_insn *in = u->in;
  uint64_t v = 0;
  if (in->form == GCN_DPP_FORM && i == 0)
    return w->tmp[6][lane];
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
  if (in->form == GCN_SDWA_FORM && i < 2)
    v = sdwa_select (v, in->src_sel[i], in->sext >> i & 1);
  return v;
}

/* The bits of a value of type T, which has REGS registers.  */

static unsigned
type_bits (enum gcn_type t, unsigned regs)
{
  return t >= GCN_T_b16 && t <= GCN_T_i16 ? 16 : regs > 1 ? 64 : 32;
}

/* The load that undefined bits V of the sources of U come from; 0 if some register
   of them was never written, whose source is then *BAD.  */

static unsigned
vector_origin (const struct wave *w, const struct uop *u, const uint64_t v[3],
	       int *bad)
{
  unsigned origin = 0;
  for (int i = 0; i < 3; i++)
    if (v[i])
      {
	*bad = i;
	origin = wave_origin (w, u->src[i], source_regs (u, i));
	if (!origin)
	  break;
      }
  return origin;
}

/* Puts undefined bits VR into register R of LANE.  */

static void
put_undef (struct wave *w, unsigned r, unsigned lane, uint32_t vr)
{
  w->vu[r] &= ~(UINT64_C (1) << lane);
  if (vr)
    {
      w->vv[r][lane] = vr;
      w->vu[r] |= UINT64_C (1) << lane;
    }
}

/* Undefined bits VR of a result of U become those of the part of register R of
   LANE that SDWA selects, beside what stays there.  */

static uint32_t
sdwa_undef (const struct wave *w, const struct uop *u, unsigned r,
	    unsigned lane, uint32_t vr)
{
  const struct gcn_insn *in = u->in;
  uint32_t mask = sdwa_mask (in->dst_sel);
  unsigned bits = __builtin_popcount (mask);
  uint32_t v = (vr << __builtin_ctz (mask)) & mask;
  if (in->dst_unused == 1 && bits < 32 && vr >> (bits - 1) & 1)
    v |= ~(mask | (mask - 1));
  else if (in->dst_unused == 2 && w->vu[r] >> lane & 1)
    v |= w->vv[r][lane] & ~mask;
  return v;
}

static uint64_t
source_value (const struct uop *u, const uint32_t *s, int i, unsigned lane)
{
  if (!s)
    return 0;
  return s[lane] | (u->regs[i + 1] > 1 ? (uint64_t) s[lane + LANES] << 32 : 0);
}

uint64_t
watch_undef_compare (struct wave *w, const struct uop *u, uint64_t exec,
		     const uint32_t *const s[3])
{
  uint64_t lanes = 0;
  int first = -1;
  unsigned regs = u->regs[1];
  unsigned bits = type_bits (u->in->row->s[0], regs);
  unsigned origin = 0;
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned lane = __builtin_ctzll (e);
      struct simt_partly o[2];
      for (int i = 0; i < 2; i++)
	{
	  o[i].v = source_undef (w, u, i, lane);
	  o[i].x = source_value (u, s[i], i, lane);
	}
      if (!(o[0].v | o[1].v))
	continue;
      int i = o[0].v ? 0 : 1;
      unsigned from = wave_origin (w, u->src[i], u->regs[i + 1]);
      if (o[0].v && o[1].v
	  && !wave_origin (w, u->src[1], u->regs[2]))
	from = 0;
      if (from && compare_known_p (u->in->row->name, o[0], o[1], bits))
	continue;
      if (first < 0)
	{
	  first = i;
	  origin = from;
	}
      lanes |= e & -e;
    }
  if (lanes)
    {
      w->mask_undef = lanes;
      w->mask_code = u->src[first];
      w->mask_regs = u->regs[first + 1];
      if (w->init)
	w->init->origin[u->sdst] = w->init->origin[u->sdst + 1] = origin;
    }
  return lanes;
}

bool
watch_undef_vector (struct wave *w, const struct uop *u, uint64_t exec,
	      const uint32_t *const s[3], unsigned dst)
{
  unsigned wide = dst != -1u && u->regs[0] > 1, from = 0;
  bool some = false;
  const struct gcn_insn *in = u->in;
  enum undef_rule rule = dst == -1u ? UNDEF_REPORT : u->undef;
  if (in->row->flags & GCN_F_CO)
    rule = UNDEF_LEFT;
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned lane = __builtin_ctzll (e);
      uint64_t v[3], x[3], vr = 0;
      bool bad = false;
      for (int i = 0; i < 3; i++)
	{
	  v[i] = source_undef (w, u, i, lane);
	  x[i] = source_value (u, s[i], i, lane);
	}
      if (in->row->flags & GCN_F_CO && in->row->flags & GCN_F_RVCC)
	v[2] = get64 (&w->sv[u->src[2]]) >> lane & 1;
      uint64_t any = v[0] | v[1] | v[2];
      if (any)
	vr = result_bits (rule, x[0], x[1], x[2], v[0], v[1], v[2],
			  wide ? 64 : 32, &bad);
      if (any && rule == UNDEF_BFE && !v[1] && !v[2])
	vr = scalar_bfe (v[0], (x[1] & 31) | (x[2] & 31) << 16, 32,
			 in->row->d == GCN_T_i32);
      int i = 0;
      unsigned origin = any ? vector_origin (w, u, v, &i) : 0;
      if (bad && origin && dst != -1u)
	vr = memory_bits (rule, any);
      else if (bad)
	{
	  vr = 0;
	  if (!watch_undef_use (w, u, dst == -1u && origin ? "EXEC" : NULL,
				u->src[i], source_regs (u, i), lane))
	    return false;
	}
      if (dst == -1u)
	continue;
      if (in->form == GCN_SDWA_FORM)
	vr = sdwa_undef (w, u, dst, lane, vr);
      if (vr && !some)
	from = origin;
      some |= vr != 0;
      for (unsigned k = 0; k <= wide; k++)
	put_undef (w, dst + k, lane, vr >> (32 * k));
    }
  if (some && w->init)
    for (unsigned k = 0; k <= wide; k++)
      w->init->origin[GCN_VGPR + dst + k] = from;
  return true;
}
