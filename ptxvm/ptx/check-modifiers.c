/* Type checking: modifiers that must be there, and combinations that do not
   exist.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdarg.h>

#include "check-types.h"

void
wrong (struct checker *c, const char *format, ...)
{
  char text[400];
  va_list ap;

  if (c->insn_bad)
    return;
  c->insn_bad = true;
  if (++c->errors > PTX_MAX_ERRORS)
    return;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  ptx_diagnose (c->diag, PTX_ERROR, c->unit->name,
		c->insn->line + c->unit->line_base, "%s", text);
}

void
check_types_present (struct checker *c)
{
  const struct ptx_insn *insn = c->insn;
  const struct ptx_insn_row *row = c->row;
  unsigned need = 0, max = 0;
  bool video = row->mods & PTX_ROW_VIDEO;

  if (row->class == C_MATRIX || row->class == C_TEX)
    return;
  for (int i = 0; i < 2; i++)
    if (row->types[i])
      {
	max++;
	need += !(row->types[i] & T_OPT);
      }
  if (video)
    need = max = 3;
  if (insn->op == PTX_OP_CVT_PACK || insn->op == PTX_OP_MAD
      || insn->op == PTX_OP_FMA || insn->op == PTX_OP_ADD
      || insn->op == PTX_OP_SUB)
    max++;
  if (insn->op == PTX_OP_VSET || insn->op == PTX_OP_VSET2
      || insn->op == PTX_OP_VSET4)
    need = 2;
  if (insn->n_types < need)
    {
      wrong (c, "`%s' needs %s", row->name,
	     need == 1 ? "a type" : need == 2 ? "two types" : "three types");
      return;
    }
  if (insn->n_types > max && !(row->mods & M_ROW_ANY))
    {
      wrong (c, "too many types on `%s'", row->name);
      return;
    }
  for (unsigned i = 0; i < insn->n_types; i++)
    {
      uint64_t mask = row->types[i < 2 && !video && row->types[1] ? i : 0];

      /* The third type of cvt.pack is that of its operand c.  */
      if (insn->op == PTX_OP_CVT_PACK && i == 2)
	mask = 1ull << PTX_B32;

      if (!(mask >> insn->type[i] & 1) && max > i)
	{
	  wrong (c, "`%s' has no type .%s%s", row->name,
		 ptx_type_name (insn->type[i]), i ? " there" : "");
	  return;
	}
    }
}

static void
check_comparison (struct checker *c, enum ptx_type t)
{
  const struct ptx_insn *insn = c->insn;

  if (insn->cmp == PTX_CMP_NONE)
    wrong (c, "`%s' needs a comparison", c->row->name);
  else if (insn->cmp >= PTX_CMP_EQU && !float_p (t))
    wrong (c, "comparison of `%s' applies to floating-point types only",
	   c->row->name);
  else if (insn->cmp >= PTX_CMP_LO && insn->cmp <= PTX_CMP_HS
	   && (float_p (t) || ptx_type_signed_p (t)))
    wrong (c, "comparison of `%s' applies to unsigned types only",
	   c->row->name);
  else if (insn->cmp > PTX_CMP_NE && bits_p (t))
    wrong (c, "`%s' compares .%s for equality only", c->row->name,
	   ptx_type_name (t));
  else if (c->insn->sub2 && insn->n_operands < 4)
    wrong (c, "`%s' with a Boolean operator needs a predicate to apply it to",
	   c->row->name);
  else if (!c->insn->sub2 && insn->n_operands > 3)
    wrong (c, "`%s' needs a Boolean operator for its predicate",
	   c->row->name);
}

static void
check_cvt (struct checker *c)
{
  const struct ptx_insn *insn = c->insn;
  enum ptx_type d = insn->type[0], s = insn->type[1];
  bool df = float_p (d), sf = float_p (s);

  if (insn->n_types < 2 || d > PTX_PRED || s > PTX_PRED || insn->other_mods)
    return;
  if (insn->n_operands == 3)
    {
      if ((d != PTX_F16X2 && d != PTX_BF16X2) || s != PTX_F32)
	wrong (c, "`cvt' from two .%s to .%s is no conversion",
	       ptx_type_name (s), ptx_type_name (d));
      else if (insn->rnd != PTX_RND_RN && insn->rnd != PTX_RND_RZ)
	wrong (c, "`cvt' to .%s rounds by .rn or .rz", ptx_type_name (d));
      else if (insn->flags & (PTX_F_SAT | PTX_F_FTZ))
	wrong (c, "`cvt' to .%s has no .sat and no .ftz", ptx_type_name (d));
      return;
    }
  if (insn->n_operands > 3)
    return;
  bool integer = insn->rnd >= PTX_RND_RNI;
  /* Between the two formats of 16 bits the default is .rn.  */
  if ((d == PTX_F16 && s == PTX_BF16) || (d == PTX_BF16 && s == PTX_F16))
    {
      if (integer || (insn->flags & (PTX_F_RELU | PTX_F_SAT)))
	wrong (c, "`cvt' from .%s to .%s has no such modifiers",
	       ptx_type_name (s), ptx_type_name (d));
      return;
    }
  if ((insn->flags & (PTX_F_RELU | PTX_F_SATFINITE)) && s != PTX_F32)
    wrong (c, "`cvt' with .relu or .satfinite is from .f32");
  else if ((insn->flags & PTX_F_SATFINITE) && d != PTX_F16 && d != PTX_BF16
	   && d != PTX_TF32)
    wrong (c, "`cvt.satfinite' has no type .%s", ptx_type_name (d));
  else if ((insn->rnd == PTX_RND_RNA) != (d == PTX_TF32
					   && insn->rnd != PTX_RND_RN
					   && insn->rnd != PTX_RND_RZ))
    wrong (c, "`cvt' to .%s does not round so", ptx_type_name (d));
  else if (d == PTX_TF32 && s != PTX_F32)
    wrong (c, "`cvt' from .%s to .tf32 is no conversion", ptx_type_name (s));
  else if (insn->rnd == PTX_RND_RS)
    wrong (c, "`cvt.rs' makes packed types");
  else if ((insn->flags & PTX_F_SAT)
	   && (d == PTX_BF16 || s == PTX_BF16 || d == PTX_TF32))
    wrong (c, "`cvt.sat' from .%s to .%s is no conversion", ptx_type_name (s),
	   ptx_type_name (d));
  else if (df && sf && integer && d != s)
    wrong (c, "`cvt' from .%s to .%s has no integer rounding mode",
	   ptx_type_name (s), ptx_type_name (d));
  else if (df && !sf && (insn->rnd == PTX_RND_NONE || integer))
    wrong (c, "`cvt' from .%s to .%s needs a rounding mode such as .rn",
	   ptx_type_name (s), ptx_type_name (d));
  else if (!df && sf && !integer)
    wrong (c, "`cvt' from .%s to .%s needs an integer rounding mode such as "
	   ".rzi", ptx_type_name (s), ptx_type_name (d));
  else if (df && sf && !integer && insn->rnd
	   && ptx_type_size (d) >= ptx_type_size (s) && d != PTX_TF32)
    wrong (c, "`cvt' from .%s to .%s is exact and has no rounding mode",
	   ptx_type_name (s), ptx_type_name (d));
  else if (df && sf && ptx_type_size (d) < ptx_type_size (s)
	   && (insn->rnd == PTX_RND_NONE || integer))
    wrong (c, "`cvt' from .%s to .%s needs a rounding mode such as .rn",
	   ptx_type_name (s), ptx_type_name (d));
  else if (!df && !sf && insn->rnd != PTX_RND_NONE)
    wrong (c, "`cvt' between integers has no rounding mode");
}

static bool
half_p (enum ptx_type t)
{
  return (t == PTX_F16 || t == PTX_F16X2 || t == PTX_BF16
	  || t == PTX_BF16X2);
}

/* True if the operation of INSN, an atomic, has type T ("atom", "red").  */

static bool
atomic_type_p (const struct ptx_insn *insn, enum ptx_type t)
{
  switch (insn->sub)
    {
    case PTX_SUB_AND: case PTX_SUB_OR: case PTX_SUB_XOR:
      return t == PTX_B32 || t == PTX_B64;
    case PTX_SUB_CAS:
      return bits_p (t) && t != PTX_B8;
    case PTX_SUB_EXCH:
      return bits_p (t) && ptx_type_size (t) >= 4;
    case PTX_SUB_ADD:
      return t == PTX_U32 || t == PTX_S32 || t == PTX_U64 || float_p (t);
    case PTX_SUB_INC: case PTX_SUB_DEC:
      return t == PTX_U32;
    default:			/* Minimum and maximum.  */
      return ((int_p (t) && ptx_type_size (t) >= 4)
	      || (half_p (t) && insn->vec > 1));
    }
}

/* True if the arithmetic of INSN, of type T, may saturate ("add", "mad24",
   "fma" and so on).  */

static bool
saturates_p (const struct ptx_insn *insn, enum ptx_type t)
{
  switch (insn->op)
    {
    case PTX_OP_ADD: case PTX_OP_SUB:
      return t == PTX_S32 || t == PTX_F32 || t == PTX_F16 || t == PTX_F16X2;
    case PTX_OP_MAD: case PTX_OP_MAD24:
      return t == PTX_F32 || (t == PTX_S32 && insn->sub == PTX_SUB_HI);
    case PTX_OP_MUL: case PTX_OP_FMA:
      return t == PTX_F32 || t == PTX_F16 || t == PTX_F16X2;
    default:
      return true;
    }
}

/* True if INSN, of type T, may flush subnormal numbers.  */

static bool
flushes_p (const struct ptx_insn *insn, enum ptx_type t)
{
  switch (insn->op)
    {
    case PTX_OP_CVT:
      return t == PTX_F32 || insn->type[1] == PTX_F32;
    case PTX_OP_SET: case PTX_OP_SLCT:
      t = insn->n_types > 1 ? insn->type[1] : t;
      return t == PTX_F32 || t == PTX_F16 || t == PTX_F16X2;
    case PTX_OP_EX2:
      return t == PTX_F32 || t == PTX_BF16 || t == PTX_BF16X2;
    case PTX_OP_RCP: case PTX_OP_RSQRT:
      return t == PTX_F32 || (insn->flags & PTX_F_APPROX);
    default:
      return t == PTX_F32 || t == PTX_F16 || t == PTX_F16X2;
    }
}

/* Modifiers that an instruction has for some types only.  What ptxas refuses
   has no meaning, and must not be computed as if the modifier were not
   there.  */

static void
check_flags (struct checker *c, enum ptx_type t)
{
  const struct ptx_insn *insn = c->insn;
  const char *name = c->row->name, *type = ptx_type_name (t);
  uint32_t f = insn->flags;
  bool minmax = insn->op == PTX_OP_MIN || insn->op == PTX_OP_MAX;

  if (c->row->class != C_ALU)
    return;
  if ((f & PTX_F_SAT) && !saturates_p (insn, t))
    wrong (c, "`%s.sat' has no type .%s%s", name, type,
	   insn->op == PTX_OP_MAD && t == PTX_S32 ? " but with .hi" : "");
  else if ((f & PTX_F_FTZ) && !flushes_p (insn, t))
    wrong (c, "`%s.ftz' has no type .%s", name, type);
  else if ((f & PTX_F_RELU)
	   && !(minmax ? t == PTX_S32 || t == PTX_S16X2
		: insn->op == PTX_OP_CVT
		? half_p (t) || t == PTX_TF32 : half_p (t)))
    wrong (c, "`%s.relu' has no type .%s", name, type);
  else if ((f & PTX_F_RELU) && (f & PTX_F_SAT))
    wrong (c, "`%s' has .sat or .relu, not both", name);
  else if ((f & (PTX_F_NAN | PTX_F_XORSIGN | PTX_F_ABS)) && minmax
	   && t != PTX_F32 && !half_p (t))
    wrong (c, "`%s' with .NaN, .xorsign or .abs has no type .%s", name, type);
  else if ((f & PTX_F_XORSIGN) && (!(f & PTX_F_ABS) || insn->n_operands > 3))
    wrong (c, "`%s' has .xorsign.abs with two operands only", name);
  else if ((f & PTX_F_ABS) && !(f & PTX_F_XORSIGN) && insn->n_operands < 4)
    wrong (c, "`%s.abs' of two operands needs .xorsign", name);
  else if (minmax && insn->n_operands > 3 && t != PTX_F32)
    wrong (c, "`%s' of three operands has no type .%s", name, type);
  else if ((f & PTX_F_CC)
	   && ((t != PTX_U32 && t != PTX_S32 && t != PTX_U64 && t != PTX_S64)
	       || insn->sub == PTX_SUB_WIDE))
    wrong (c, "`%s.cc' has no type .%s%s", name, type,
	   insn->sub == PTX_SUB_WIDE ? " with .wide" : "");
  else if ((f & (PTX_F_PO | PTX_F_SHR7 | PTX_F_SHR15))
	   && insn->op != PTX_OP_VMAD)
    wrong (c, "`%s' has no scale and no .po", name);
  else if ((f & PTX_F_CC) && (f & PTX_F_SAT))
    wrong (c, "`%s' has .sat or .cc, not both", name);
  else if ((f & PTX_F_WRAP) && (f & PTX_F_CLAMP))
    wrong (c, "`%s' has .wrap or .clamp, not both", name);
  else if ((f & (PTX_F_APPROX | PTX_F_FULL)) && int_p (t))
    wrong (c, "`%s' of integers has no .approx or .full", name);
  else if (half_p (t) && insn->op != PTX_OP_CVT
	   && insn->rnd && insn->rnd != PTX_RND_RN)
    wrong (c, "`%s' of .%s rounds to nearest only", name, type);
  else if ((f & PTX_F_FULL) && (insn->op != PTX_OP_DIV || t != PTX_F32))
    wrong (c, "`%s' has no .full for .%s", name, type);
  else if ((f & PTX_F_APPROX)
	   && (insn->rnd || (f & PTX_F_FULL)
	       || (t == PTX_F64
		   && !((f & PTX_F_FTZ) && insn->op == PTX_OP_RCP)
		   && insn->op != PTX_OP_RSQRT)))
    wrong (c, "`%s.approx' has no type .%s with these modifiers", name, type);
  else if ((f & PTX_F_FULL) && insn->rnd)
    wrong (c, "`%s.full' has no rounding mode", name);
}

/* The video instructions' secondary operation, scale and negated operands.  */

static void
check_video (struct checker *c)
{
  const struct ptx_insn *insn = c->insn;
  const char *name = c->row->name;
  bool simd = insn->op >= PTX_OP_VADD2 && insn->op <= PTX_OP_VSET4;
  bool shift = insn->op == PTX_OP_VSHL || insn->op == PTX_OP_VSHR;
  bool second = insn->sub != PTX_SUB_NONE;

  if (insn->op == PTX_OP_VMAD)
    {
      const struct ptx_operand *o = insn->operand;
      bool product = o[1].negated != o[2].negated;

      if (second)
	wrong (c, "`vmad' has no secondary operation");
      else if ((insn->flags & PTX_F_SHR7) && (insn->flags & PTX_F_SHR15))
	wrong (c, "`vmad' has .shr7 or .shr15, not both");
      else if (product && o[3].negated)
	wrong (c, "`vmad' negates the product or its third operand");
      else if ((insn->flags & PTX_F_PO)
	       && (o[1].negated || o[2].negated || o[3].negated))
	wrong (c, "`vmad.po' negates nothing");
      else if (o[0].sel)
	wrong (c, "`vmad' writes whole registers");
      return;
    }
  for (unsigned k = 1; k < insn->n_operands; k++)
    if (insn->operand[k].negated)
      wrong (c, "`%s' negates nothing", name);
  if (insn->cmp > PTX_CMP_GE)
    wrong (c, "`%s' has no such comparison", name);
  else if (simd && second && insn->sub != PTX_SUB_ADD)
    wrong (c, "`%s' has .add as its only secondary operation", name);
  else if (simd && second && (insn->flags & PTX_F_SAT))
    wrong (c, "`%s' has .sat or .add, not both", name);
  else if (shift && !(insn->flags & (PTX_F_WRAP | PTX_F_CLAMP)))
    wrong (c, "`%s' needs .clamp or .wrap", name);
  else if (shift && insn->type[2] != PTX_U32)
    wrong (c, "`%s' shifts by a .u32", name);
  else if (!simd && (insn->n_operands > 3)
	   != (second || insn->operand[0].sel != 0))
    wrong (c, "`%s' takes %u operands here", name,
	   insn->n_operands > 3 ? 3 : 4);
  else if (!simd && second && insn->operand[0].sel)
    wrong (c, "`%s' has a secondary operation or a part as destination, not "
	   "both", name);
}

/* The types that set compares and makes.  */

static void
check_set (struct checker *c)
{
  enum ptx_type d = c->insn->type[0], s = c->insn->type[1];
  bool pair = s == PTX_F16X2 || s == PTX_BF16X2, half = half_p (s) && !pair;
  bool ok = (pair ? d == s || d == PTX_U32 || d == PTX_S32
	     : d == PTX_U16 || d == PTX_S16 ? half
	     : d == PTX_F16 ? s != PTX_BF16
	     : d == PTX_F32 ? !half
	     : d != PTX_F16X2 && d != PTX_BF16X2);

  if (!ok)
    wrong (c, "`set' makes no .%s of .%s", ptx_type_name (d),
	   ptx_type_name (s));
}

void
check_modifiers (struct checker *c)
{
  const struct ptx_insn *insn = c->insn;
  enum ptx_type t = insn->n_types ? insn->type[0] : PTX_NONE;
  const char *name = c->row->name;

  if (int_p (t) && insn->rnd
      && (insn->op == PTX_OP_ADD || insn->op == PTX_OP_SUB
	  || insn->op == PTX_OP_MUL || insn->op == PTX_OP_MAD
	  || insn->op == PTX_OP_DIV))
    {
      wrong (c, "`%s' of integers has no rounding mode", name);
      return;
    }
  if ((insn->flags & PTX_F_FTZ) && c->row->class == C_ALU
      && !float_p (t) && !(insn->n_types > 1 && float_p (insn->type[1])))
    {
      wrong (c, "`%s' of integers has no .ftz", name);
      return;
    }
  check_flags (c, t);
  if (!c->insn_bad && (c->row->mods & PTX_ROW_VIDEO))
    check_video (c);
  switch (insn->op)
    {
    case PTX_OP_MUL24: case PTX_OP_MAD24:
      if (!insn->sub || insn->sub == PTX_SUB_WIDE)
	wrong (c, "`%s' needs .lo or .hi", name);
      break;
    case PTX_OP_MUL: case PTX_OP_MAD: case PTX_OP_MADC:
      if (int_p (t) && !insn->sub)
	wrong (c, "`%s' of integers needs .lo, .hi%s", name,
	       insn->op == PTX_OP_MADC ? "" : " or .wide");
      else if (insn->sub == PTX_SUB_WIDE && ptx_type_size (t) == 8)
	wrong (c, "`%s.wide' has no type .%s", name, ptx_type_name (t));
      else if (insn->sub && float_p (t))
	wrong (c, "`%s' of floating-point numbers has no halves", name);
      else if (insn->op == PTX_OP_MAD && float_p (t) && !insn->rnd
	       && c->unit->sm >= 20)
	wrong (c, "`mad' needs a rounding mode");
      break;
    case PTX_OP_FMA:
      if (!insn->rnd)
	wrong (c, "`fma' needs a rounding mode");
      break;
    case PTX_OP_DIV:
      if ((t == PTX_F32 && !insn->rnd
	   && !(insn->flags & (PTX_F_APPROX | PTX_F_FULL)))
	  || (t == PTX_F64 && !insn->rnd))
	wrong (c, "`div.%s' needs a rounding mode%s", ptx_type_name (t),
	       t == PTX_F32 ? ", .approx or .full" : "");
      break;
    case PTX_OP_RCP: case PTX_OP_SQRT:
      if (!insn->rnd && !(insn->flags & PTX_F_APPROX))
	wrong (c, "`%s' needs a rounding mode or .approx", name);
      break;
    case PTX_OP_RSQRT: case PTX_OP_SIN: case PTX_OP_COS: case PTX_OP_LG2:
    case PTX_OP_EX2: case PTX_OP_TANH:
      if (!(insn->flags & PTX_F_APPROX))
	wrong (c, "`%s' needs .approx", name);
      break;
    case PTX_OP_SETP:
      check_comparison (c, t);
      break;
    case PTX_OP_SET:
      if (insn->n_types > 1)
	check_comparison (c, insn->type[1]);
      check_set (c);
      break;
    case PTX_OP_CVT_PACK:
      if (!(insn->flags & PTX_F_SAT))
	wrong (c, "`cvt.pack' needs .sat");
      else if ((ptx_type_size (t) == 2) != (insn->n_types == 2)
	       || insn->n_operands != insn->n_types + 1u)
	wrong (c, "`cvt.pack' to .%s has %s", ptx_type_name (t),
	       ptx_type_size (t) == 2 ? "no third type"
	       : "a third type .b32 and a third source");
      break;
    case PTX_OP_BMSK: case PTX_OP_SZEXT:
      if (!(insn->flags & (PTX_F_WRAP | PTX_F_CLAMP)))
	wrong (c, "`%s' needs .clamp or .wrap", name);
      break;
    case PTX_OP_DP2A:
      if (insn->sub != PTX_SUB_LO && insn->sub != PTX_SUB_HI)
	wrong (c, "`dp2a' needs .lo or .hi");
      break;
    case PTX_OP_LOP3:
      if ((insn->n_operands > 5) != (insn->sub2 != 0)
	  || (insn->n_operands > 5) != (insn->operand[0].reg2 >= 0
					|| insn->operand[0].kind
					   == PTX_O_SINK))
	wrong (c, "`lop3' with `|p' has a Boolean operator and a predicate");
      else if (insn->sub2 == PTX_SUB_XOR)
	wrong (c, "`lop3' has .and or .or, no .xor");
      break;
    case PTX_OP_VSET: case PTX_OP_VSET2: case PTX_OP_VSET4:
      if (!insn->cmp)
	wrong (c, "`%s' needs a comparison", name);
      break;
    case PTX_OP_TESTP:
      if (!insn->sub)
	wrong (c, "`testp' needs a property such as .infinite");
      break;
    case PTX_OP_SHFL:
      if (!insn->sub)
	wrong (c, "`shfl' needs .up, .down, .bfly or .idx");
      else if ((insn->flags & PTX_F_SYNC) && insn->n_operands != 5)
	wrong (c, "`shfl.sync' takes 5 operands, not %u", insn->n_operands);
      else if (!(insn->flags & PTX_F_SYNC) && insn->n_operands != 4)
	wrong (c, "`shfl' takes 4 operands, not %u", insn->n_operands);
      break;
    case PTX_OP_VOTE: case PTX_OP_MATCH:
      if (!insn->sub)
	wrong (c, "`%s' needs a mode such as .all", name);
      else if (insn->op == PTX_OP_VOTE
	       && (insn->n_operands == 3) != !!(insn->flags & PTX_F_SYNC))
	wrong (c, "`vote%s' takes %d operands, not %u",
	       insn->flags & PTX_F_SYNC ? ".sync" : "",
	       insn->flags & PTX_F_SYNC ? 3 : 2, insn->n_operands);
      else if (insn->op == PTX_OP_VOTE
	       && (insn->sub == PTX_SUB_BALLOT) != (t == PTX_B32))
	wrong (c, "`vote' has no type .%s in that mode", ptx_type_name (t));
      break;
    case PTX_OP_ATOM: case PTX_OP_RED: case PTX_OP_REDUX:
      if (!insn->sub)
	wrong (c, "`%s' needs an operation such as .add", name);
      else if (insn->op == PTX_OP_ATOM
	       && (insn->sub == PTX_SUB_CAS
		   ? insn->n_operands < 4
		   : insn->n_operands > 3
		     && insn->operand[3].kind != PTX_O_REG))
	wrong (c, "`atom' has too %s operands for its operation",
	       insn->n_operands < 4 ? "few" : "many");
      else if (insn->op != PTX_OP_ATOM
	       && (insn->sub == PTX_SUB_CAS || insn->sub == PTX_SUB_EXCH))
	wrong (c, "`%s' has no such operation", name);
      else if (insn->op != PTX_OP_REDUX && !atomic_type_p (insn, t))
	wrong (c, "`%s' has no type .%s for its operation", name,
	       ptx_type_name (t));
      else if (insn->op != PTX_OP_REDUX
	       && half_p (t) != !!(insn->flags & PTX_F_NOFTZ))
	wrong (c, half_p (t) ? "`%s' of .%s needs .noftz"
	       : "`%s' of .%s has no .noftz", name, ptx_type_name (t));
      break;
    case PTX_OP_BAR: case PTX_OP_BARRIER:
      if (!insn->sub)
	wrong (c, "`%s' needs .sync, .arrive or .red", name);
      else if ((insn->sub == PTX_SUB_RED) != (insn->n_operands > 2))
	wrong (c, "`%s' has too %s operands for its mode", name,
	       insn->sub == PTX_SUB_RED ? "few" : "many");
      else if ((insn->sub == PTX_SUB_ARRIVE && insn->n_operands != 2)
	       || (insn->sub == PTX_SUB_WARP_SYNC && insn->n_operands != 1)
	       || (insn->sub == PTX_SUB_SYNC && insn->n_operands < 1))
	wrong (c, "`%s' has too %s operands for its mode", name,
	       insn->sub == PTX_SUB_WARP_SYNC && insn->n_operands > 1
	       ? "many" : "few");
      break;
    case PTX_OP_MEMBAR:
      if (!insn->sub)
	wrong (c, "`membar' needs a level such as .gl");
      break;
    case PTX_OP_SHF:
      if (!insn->sub)
	wrong (c, "`shf' needs .l or .r");
      else if (!(insn->flags & (PTX_F_WRAP | PTX_F_CLAMP)))
	wrong (c, "`shf' needs .clamp or .wrap");
      break;
    case PTX_OP_CVTA:
      if (insn->space == PTX_GENERIC)
	wrong (c, "`cvta' needs a state space");
      break;
    case PTX_OP_ISSPACEP:
      if (insn->space == PTX_GENERIC)
	wrong (c, "`isspacep' needs a state space");
      break;
    case PTX_OP_CVT:
      check_cvt (c);
      break;
    case PTX_OP_MOV:
      if (insn->vec && insn->vec > 4)
	wrong (c, "`mov' has no .v%u", insn->vec);
      break;
    default:
      break;
    }
}
