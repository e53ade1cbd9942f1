/* The PTX machine: arithmetic and logic.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "code/translate.h"

/* What lane-ops.def says of each operation.  */
#define CL_u8 SLOT_4
#define CL_s8 SLOT_4
#define CL_u16 SLOT_4
#define CL_s16 SLOT_4
#define CL_u32 SLOT_4
#define CL_s32 SLOT_4
#define CL_f32 SLOT_4
#define CL_u64 SLOT_8
#define CL_s64 SLOT_8
#define CL_f64 SLOT_8

/* Opcode NONE: not chosen by the table.  */
#define PTX_OP_NONE PTX_N_OPS

struct row
{
  uint16_t op, uop;
  uint8_t sub, type, n, d, a, b, c;
};

static const struct row rows[] = {
#define L1(ID, OPC, SUB, K, D, A, EXPR) \
  { PTX_OP_##OPC, OP_##ID, PTX_SUB_##SUB, PTX_##K, 1, CL_##D, CL_##A, 0, 0 },
#define L2(ID, OPC, SUB, K, D, A, B, EXPR) \
  { PTX_OP_##OPC, OP_##ID, PTX_SUB_##SUB, PTX_##K, 2, CL_##D, CL_##A, CL_##B, \
    0 },
#define L3(ID, OPC, SUB, K, D, A, B, C, EXPR) \
  { PTX_OP_##OPC, OP_##ID, PTX_SUB_##SUB, PTX_##K, 3, CL_##D, CL_##A, CL_##B, \
    CL_##C },
#include "code/lane-ops.def"
};

/* Index of the first row of each opcode that has any.  */
static int16_t first_row[PTX_N_OPS + 1];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
fill_first_row (void)
{
  for (size_t k = 0; k <= PTX_N_OPS; k++)
    first_row[k] = -1;
  for (size_t k = ARRAY_SIZE (rows); k-- > 0;)
    first_row[rows[k].op] = (int16_t) k;
}

static const struct row *
find_row (unsigned op, unsigned sub, unsigned type)
{
  /* Rows of one opcode need not be neighbours.  */
  if (first_row[op] < 0)
    return NULL;
  for (size_t k = (size_t) first_row[op]; k < ARRAY_SIZE (rows); k++)
    if (rows[k].op == op && rows[k].sub == sub && rows[k].type == type)
      return &rows[k];
  return NULL;
}

/* True if constant V of TYPE fits where an operation with three operands has
   room for it.  */
static bool
short_constant_p (int64_t v, enum ptx_type type)
{
  if (type == PTX_F64)
    return (uint32_t) v == 0;
  return ptx_type_size (type) <= 4 || v == (int32_t) v;
}

static int
rnd_kind_of (unsigned op)
{
  switch (op)
    {
    case PTX_OP_ADD: return RND_ADD;
    case PTX_OP_SUB: return RND_SUB;
    case PTX_OP_MUL: return RND_MUL;
    case PTX_OP_FMA: case PTX_OP_MAD: return RND_FMA;
    case PTX_OP_DIV: return RND_DIV;
    case PTX_OP_SQRT: return RND_SQRT;
    case PTX_OP_RCP: return RND_RCP;
    default: return -1;
    }
}

/* The result of I at D, of the operands at S, with subnormal numbers flushed to
   zero.  */
static void
emit_flush_result (struct tr *t, const struct ptx_insn *i, uint32_t d,
		   const uint32_t *s)
{
  int k = rnd_kind_of (i->op);
  bool approx = i->flags & (PTX_F_APPROX | PTX_F_FULL);
  if ((k == RND_MUL || k == RND_FMA || k == RND_DIV || k == RND_RCP)
      && i->rnd != PTX_RND_RZ && !approx)
    {
      struct uop *u = emit3 (t, OP_tiny_f32, d, s[0], s[1]);
      u->c = s[2];
      u->n = RND_N (k, i->rnd);
    }
  emit_flush (t, d, d);
}

/* Emit operation ROW for INSN's operands; f32 operands are flushed first if
   FTZ, and the result made fit for .ftz and .sat.  */
static void
emit_row (struct tr *t, const struct ptx_insn *i, const struct row *r,
	  bool ftz, bool sat)
{
  enum ptx_type type = i->type[0];
  enum ptx_type dt = (r->d == SLOT_8 ? (type == PTX_F64 ? PTX_F64
					: ptx_type_signed_p (type) ? PTX_S64
					: PTX_U64)
		      : ptx_type_size (type) <= 4 ? type : PTX_U32);
  uint32_t s[3] = { 0, 0, 0 };
  const uint8_t cl[3] = { r->a, r->b, r->c };
  bool imm = (r->n >= 2 && i->operand[2].kind == PTX_O_IMM && !ftz
	      && (r->n == 2 || short_constant_p (i->operand[2].imm, type)));
  for (unsigned k = 0; k < r->n; k++)
    {
      if (k == 1 && imm)
	continue;
      s[k] = src (t, &i->operand[k + 1], cl[k]);
      if (ftz)
	{
	  uint32_t q = new_temp (t, SLOT_4);
	  emit_flush (t, q, s[k]);
	  s[k] = q;
	}
    }
  struct dest d = dest (t, &i->operand[0], dt);
  if (imm && r->n == 2)
    emit_imm (t, r->uop + 1u, d.reg, s[0], i->operand[2].imm);
  else if (imm)
    {
      struct uop *u = emit3 (t, r->uop + 1u, d.reg, s[0], 0);
      u->c = s[2];
      u->e = (uint32_t) (type == PTX_F64 ? i->operand[2].imm >> 32
			 : i->operand[2].imm);
    }
  else
    emit3 (t, r->uop, d.reg, s[0], s[1])->c = s[2];
  if (ftz)
    emit_flush_result (t, i, d.reg, s);
  if (sat)
    emit3 (t, type == PTX_F64 ? OP_sat_f64 : OP_sat_f32, d.reg, d.reg, d.reg);
  finish (t, d);
}

/* ---- Floating point.  */

static int
approx_kind_of (unsigned op)
{
  switch (op)
    {
    case PTX_OP_SIN: return APPROX_SIN;
    case PTX_OP_COS: return APPROX_COS;
    case PTX_OP_LG2: return APPROX_LG2;
    case PTX_OP_EX2: return APPROX_EX2;
    case PTX_OP_TANH: return APPROX_TANH;
    case PTX_OP_RSQRT: return APPROX_RSQRT;
    default: return -1;
    }
}

/* Operations with a rounding direction, or an approximate one, as a function
   of N_SRC operands.  */
static void
emit_float_fn (struct tr *t, const struct ptx_insn *i, unsigned uop,
	       uint16_t n, unsigned n_src)
{
  enum ptx_type type = i->type[0];
  enum slot_class c = type_class (type);
  bool ftz = (i->flags & PTX_F_FTZ) && type == PTX_F32;
  uint32_t s[3] = { 0, 0, 0 };
  for (unsigned k = 0; k < n_src; k++)
    {
      s[k] = src (t, &i->operand[k + 1], c);
      if (ftz)
	{
	  uint32_t q = new_temp (t, SLOT_4);
	  emit_flush (t, q, s[k]);
	  s[k] = q;
	}
    }
  struct dest d = dest (t, &i->operand[0], type);
  struct uop *u = emit3 (t, uop, d.reg, s[0], s[1]);
  u->c = s[2];
  u->n = n;
  if (ftz)
    emit_flush_result (t, i, d.reg, s);
  if (i->flags & PTX_F_SAT)
    emit3 (t, type == PTX_F64 ? OP_sat_f64 : OP_sat_f32, d.reg, d.reg, d.reg);
  finish (t, d);
}

static int
half_kind_of (unsigned op)
{
  switch (op)
    {
    case PTX_OP_ADD: return HALF_ADD;
    case PTX_OP_SUB: return HALF_SUB;
    case PTX_OP_MUL: return HALF_MUL;
    case PTX_OP_FMA: case PTX_OP_MAD: return HALF_FMA;
    case PTX_OP_NEG: return HALF_NEG;
    case PTX_OP_ABS: return HALF_ABS;
    case PTX_OP_MIN: return HALF_MIN;
    case PTX_OP_MAX: return HALF_MAX;
    case PTX_OP_EX2: return HALF_EX2;
    case PTX_OP_TANH: return HALF_TANH;
    default: return -1;
    }
}

static bool
translate_float (struct tr *t, const struct ptx_insn *i)
{
  enum ptx_type type = i->type[0];
  if (half_type_p (type))
    {
      int k = half_kind_of (i->op);
      if (k < 0)
	return false;
      uint32_t s[3] = { 0, 0, 0 };
      for (int j = 1; j < i->n_operands && j < 4; j++)
	s[j - 1] = src (t, &i->operand[j], SLOT_4);
      struct dest d = dest (t, &i->operand[0], type);
      struct uop *u = emit3 (t, OP_half, d.reg, s[0], s[1]);
      u->c = s[2];
      u->e = i->flags;
      u->n = (uint16_t) (k | type << 8);
      finish (t, d);
      return true;
    }
  if (type != PTX_F32 && type != PTX_F64)
    return false;

  int k = approx_kind_of (i->op);
  if (type == PTX_F64 && (i->flags & PTX_F_FTZ)
      && (i->op == PTX_OP_RCP || i->op == PTX_OP_RSQRT))
    k = i->op == PTX_OP_RCP ? APPROX_RCP_GROSS : APPROX_RSQRT_GROSS;
  if (i->op == PTX_OP_DIV && type == PTX_F32 && (i->flags & PTX_F_APPROX))
    {
      emit_float_fn (t, i, OP_div_approx_f32, 0, 2);
      return true;
    }
  if (k >= 0)
    {
      emit_float_fn (t, i, type == PTX_F32 ? OP_approx_f32 : OP_approx_f64,
		     (uint16_t) k, 1);
      return true;
    }
  if ((i->op == PTX_OP_MIN || i->op == PTX_OP_MAX)
      && ((i->flags & (PTX_F_NAN | PTX_F_XORSIGN | PTX_F_ABS))
	  || i->n_operands > 3))
    {
      emit_float_fn (t, i, OP_minmax_f32,
		     (uint16_t) ((i->op == PTX_OP_MAX)
				 | (i->flags & PTX_F_NAN ? 2 : 0)
				 | (i->flags & PTX_F_XORSIGN ? 4 : 0)
				 | (i->n_operands > 3 ? 8 : 0)
				 | (i->flags & PTX_F_ABS ? 16 : 0)),
		     i->n_operands - 1u);
      return true;
    }
  k = rnd_kind_of (i->op);
  if (k >= 0 && i->rnd != PTX_RND_NONE && i->rnd != PTX_RND_RN)
    {
      emit_float_fn (t, i, type == PTX_F32 ? OP_rnd_f32 : OP_rnd_f64,
		     RND_N (k, i->rnd), i->n_operands - 1u);
      return true;
    }
  unsigned op = i->op == PTX_OP_MAD ? PTX_OP_FMA : i->op;
  const struct row *r = find_row (op, PTX_SUB_NONE, type);
  if (!r)
    return false;
  bool ftz = (i->flags & PTX_F_FTZ) && type == PTX_F32;
  emit_row (t, i, r, ftz, i->flags & PTX_F_SAT);
  return true;
}

/* ---- The rest.  */

/* OP with the sources of INSN in classes CL, the result of type DT.  */
static void
emit_fn (struct tr *t, const struct ptx_insn *i, unsigned op,
	 enum ptx_type dt, const char *cl, uint16_t n)
{
  uint32_t s[4] = { 0, 0, 0, 0 };
  for (unsigned k = 0; cl[k]; k++)
    s[k] = src (t, &i->operand[k + 1], cl[k] == '8' ? SLOT_8 : SLOT_4);
  struct dest d = dest (t, &i->operand[0], dt);
  struct uop *u = emit3 (t, op, d.reg, s[0], s[1]);
  u->c = s[2];
  u->e = s[3];
  u->n = n;
  finish (t, d);
}

static uint32_t
carry_word (struct tr *t)
{
  return t->cc;
}

/* add.cc, addc, sub.cc, subc, mad.cc, madc.  */
static void
translate_carry (struct tr *t, const struct ptx_insn *i)
{
  enum ptx_type type = i->type[0];
  bool wide = ptx_type_size (type) == 8;
  enum slot_class c = type_class (type);
  bool in = (i->op == PTX_OP_ADDC || i->op == PTX_OP_SUBC
	     || i->op == PTX_OP_MADC);
  bool out = i->flags & PTX_F_CC;
  bool sub = i->op == PTX_OP_SUB || i->op == PTX_OP_SUBC;
  uint32_t a = src (t, &i->operand[1], c), b = src (t, &i->operand[2], c);
  if (i->op == PTX_OP_MAD || i->op == PTX_OP_MADC)
    {
      const struct row *r = find_row (PTX_OP_MUL, i->sub, type);
      if (!r)
	r = find_row (PTX_OP_MUL, i->sub, unsigned_type (type));
      if (!r || i->sub == PTX_SUB_WIDE)
	tr_unsupported (t);
      uint32_t q = new_temp (t, c);
      emit3 (t, r->uop, q, a, b);
      a = q;
      b = src (t, &i->operand[3], c);
    }
  struct dest d = dest (t, &i->operand[0], type);
  struct uop *u = emit3 (t, sub ? (wide ? OP_subcc_8 : OP_subcc_4)
			 : wide ? OP_addcc_8 : OP_addcc_4, d.reg, a, b);
  u->c = carry_word (t);
  u->n = (uint16_t) ((in ? 1 : 0) | (out ? 2 : 0));
  finish (t, d);
}

/* True if I, a video instruction, only adds or subtracts whole words, and then may add
   another one: what GCC's nvptx.md makes of it.  */
static bool
video_sum_p (const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  if ((i->op != PTX_OP_VADD && i->op != PTX_OP_VSUB) || i->flags & PTX_F_SAT
      || o[0].sel || i->n_operands != 3 + (i->sub == PTX_SUB_ADD))
    return false;
  for (int k = 1; k < i->n_operands; k++)
    if (o[k].sel || o[k].negated)
      return false;
  return true;
}

/* n of OP_video: operation, then the selectors in e.  */
static void
translate_video (struct tr *t, const struct ptx_insn *i)
{
  bool simd = i->op >= PTX_OP_VADD2 && i->op <= PTX_OP_VSET4;
  const struct ptx_operand *o = i->operand;
  uint32_t a = src (t, &o[1], SLOT_4), b = src (t, &o[2], SLOT_4);
  uint32_t c = i->n_operands > 3 ? src (t, &o[3], SLOT_4) : NO_REG;
  struct dest d = dest (t, &o[0], PTX_B32);
  if (video_sum_p (i))
    {
      uint32_t q = c == NO_REG ? d.reg : new_temp (t, SLOT_4);
      emit3 (t, i->op == PTX_OP_VADD ? OP_add_u32 : OP_sub_u32, q, a, b);
      if (c != NO_REG)
	emit3 (t, OP_add_u32, d.reg, q, c);
      finish (t, d);
      return;
    }
  if (d.real == NO_REG && o[0].kind == PTX_O_REG && c == NO_REG)
    c = o[0].sel ? d.reg : NO_REG;
  struct uop *u = emit3 (t, simd ? OP_simd_video : OP_video, d.reg, a, b);
  u->ptr = tr_alloc (t, sizeof (struct ptx_insn));
  memcpy (u->ptr, i, sizeof *i);
  u->rel = (int32_t) c;
  finish (t, d);
}

static void
translate_lop3 (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  uint32_t a = src (t, &o[1], SLOT_4), b = src (t, &o[2], SLOT_4);
  uint32_t c = src (t, &o[3], SLOT_4);
  if (o[4].kind != PTX_O_IMM)
    tr_error (t, "lop3 needs a constant table");
  struct dest d = dest (t, &o[0], PTX_B32);
  struct uop *u = emit3 (t, OP_lop3, d.reg, a, b);
  u->c = c;
  u->n = (uint16_t) (o[4].imm & 255);
  if (o[0].reg2 >= 0)
    {
      uint32_t p = reg_slot (t, o[0].reg2), ne = new_temp (t, SLOT_P);
      emit_imm (t, OP_setp_ne_u32_i, ne, d.reg, 0);
      if (i->n_operands > 5)
	emit3 (t, bool_uop (t, i->sub2), ne, ne, src_pred (t, &o[5]));
      emit3 (t, OP_mov_p, p, ne, ne);
    }
  finish (t, d);
}

static bool
translate_pred_logic (struct tr *t, const struct ptx_insn *i)
{
  unsigned op;
  switch (i->op)
    {
    case PTX_OP_AND: op = OP_and_p; break;
    case PTX_OP_OR: op = OP_or_p; break;
    case PTX_OP_XOR: op = OP_xor_p; break;
    case PTX_OP_NOT: op = OP_not_p; break;
    default: return false;
    }
  uint32_t a = src_pred (t, &i->operand[1]);
  uint32_t b = i->op == PTX_OP_NOT ? a : src_pred (t, &i->operand[2]);
  emit3 (t, op, dest_pred (t, &i->operand[0]), a, b);
  return true;
}

static unsigned
by_type (enum ptx_type type, unsigned u32, unsigned s32, unsigned u64,
	 unsigned s64)
{
  switch (type)
    {
    case PTX_S32: return s32;
    case PTX_U64: case PTX_B64: return u64;
    case PTX_S64: return s64;
    default: return u32;
    }
}

/* The row of I, an operation without flags on integers, or on floats with the
   usual rounding.  */
static const struct row *
plain_row (const struct ptx_insn *i)
{
  enum ptx_type type = i->type[0];
  bool halves = (i->op == PTX_OP_MUL || i->op == PTX_OP_MAD
		 || i->op == PTX_OP_MUL24 || i->op == PTX_OP_MAD24);
  if (ptx_type_float_p (type))
    return find_row (i->op == PTX_OP_MAD ? PTX_OP_FMA : i->op, PTX_SUB_NONE,
		     type);
  unsigned sub = halves ? i->sub : PTX_SUB_NONE;
  const struct row *r = find_row (i->op, sub, type);
  return r ? r : find_row (i->op, sub, unsigned_type (type));
}

bool
alu_row (const struct ptx_insn *i, unsigned *n, enum slot_class *d)
{
  pthread_once (&once, fill_first_row);
  const struct row *r = plain_row (i);
  if (!r)
    return false;
  *n = r->n;
  *d = r->d;
  return true;
}

bool
translate_alu (struct tr *t, const struct ptx_insn *i)
{
  pthread_once (&once, fill_first_row);
  /* Sums of mixed precision, as add.f32.f16.  */
  if (i->n_types > 1 && (i->op == PTX_OP_ADD || i->op == PTX_OP_SUB
			 || i->op == PTX_OP_FMA || i->op == PTX_OP_MAD))
    tr_unsupported (t);
  enum ptx_type type = i->n_types ? i->type[0] : PTX_NONE;
  bool wide = type_class (type) == SLOT_8;
  switch (i->op)
    {
    case PTX_OP_TESTP:
      {
	uint32_t a = src (t, &i->operand[1], type_class (type));
	struct uop *u = emit3 (t, wide ? OP_testp_f64 : OP_testp_f32,
			       dest_pred (t, &i->operand[0]), a, a);
	u->n = i->sub;
	return true;
      }
    case PTX_OP_ADDC: case PTX_OP_SUBC: case PTX_OP_MADC:
      translate_carry (t, i);
      return true;
    case PTX_OP_ADD: case PTX_OP_SUB: case PTX_OP_MAD:
      if (i->flags & PTX_F_CC)
	{
	  translate_carry (t, i);
	  return true;
	}
      if (type == PTX_S32 && (i->flags & PTX_F_SAT))
	{
	  if (i->op == PTX_OP_MAD)
	    emit_fn (t, i, OP_madhisat_s32, type, "444", 0);
	  else
	    emit_fn (t, i, i->op == PTX_OP_ADD ? OP_addsat_s32
		     : OP_subsat_s32, type, "44", 0);
	  return true;
	}
      if (type == PTX_U16X2 || type == PTX_S16X2)
	{
	  emit_fn (t, i, OP_add_16x2, type, "44", i->op == PTX_OP_SUB);
	  return true;
	}
      break;
    case PTX_OP_MIN: case PTX_OP_MAX:
      if (type == PTX_U16X2 || type == PTX_S16X2)
	{
	  emit_fn (t, i, i->op == PTX_OP_MIN ? OP_min_16x2 : OP_max_16x2, type,
		   "44", (uint16_t) ((type == PTX_S16X2)
				     | (i->flags & PTX_F_RELU ? 2 : 0)));
	  return true;
	}
      break;
    case PTX_OP_MAD24:
      if (i->flags & PTX_F_SAT)
	{
	  emit_fn (t, i, OP_mad24hisat_s32, type, "444", 0);
	  return true;
	}
      break;
    case PTX_OP_CVT_PACK:
      {
	unsigned bits = (type == PTX_U2 || type == PTX_S2 ? 2
			 : type == PTX_U4 || type == PTX_S4 ? 4
			 : 8 * ptx_type_size (type));
	bool three = i->n_operands > 3;
	emit_fn (t, i, OP_cvt_pack, PTX_B32, three ? "444" : "44",
		 (uint16_t) (bits | (ptx_type_signed_p (type) ? 0x100 : 0)
			     | (three ? 0x200 : 0)));
	return true;
      }
    case PTX_OP_BFI:
      emit_fn (t, i, wide ? OP_bfi_8 : OP_bfi_4, type, wide ? "8844" : "4444",
	       0);
      return true;
    case PTX_OP_BFIND:
      emit_fn (t, i, by_type (type, OP_bfind_u32, OP_bfind_s32, OP_bfind_u64,
			      OP_bfind_s64), PTX_U32, wide ? "8" : "4",
	       (i->flags & PTX_F_SHIFTAMT) != 0);
      return true;
    case PTX_OP_FNS:
      emit_fn (t, i, OP_fns, PTX_B32, "444", 0);
      return true;
    case PTX_OP_SZEXT:
      emit_fn (t, i, OP_szext, type, "44",
	       (uint16_t) ((type == PTX_S32)
			   | (i->flags & PTX_F_WRAP ? 2 : 0)));
      return true;
    case PTX_OP_BMSK:
      emit_fn (t, i, OP_bmsk, PTX_B32, "44",
	       (uint16_t) (i->flags & PTX_F_WRAP ? 2 : 0));
      return true;
    case PTX_OP_DP4A: case PTX_OP_DP2A:
      emit_fn (t, i, i->op == PTX_OP_DP4A ? OP_dp4a : OP_dp2a, PTX_B32, "444",
	       (uint16_t) ((i->type[0] == PTX_S32)
			   | (i->type[1] == PTX_S32 ? 2 : 0)
			   | (i->sub == PTX_SUB_HI ? 4 : 0)));
      return true;
    case PTX_OP_PRMT:
      emit_fn (t, i, OP_prmt, PTX_B32, "444", i->sub);
      return true;
    case PTX_OP_LOP3:
      translate_lop3 (t, i);
      return true;
    case PTX_OP_SHF:
      {
	bool l = i->sub == PTX_SUB_L, w = i->flags & PTX_F_WRAP;
	emit_fn (t, i, l ? (w ? OP_shf_l_wrap : OP_shf_l_clamp)
		 : w ? OP_shf_r_wrap : OP_shf_r_clamp, PTX_B32, "444", 0);
	return true;
      }
    case PTX_OP_AND: case PTX_OP_OR: case PTX_OP_XOR: case PTX_OP_NOT:
      if (type == PTX_PRED)
	return translate_pred_logic (t, i);
      break;
    case PTX_OP_VADD: case PTX_OP_VSUB: case PTX_OP_VABSDIFF:
    case PTX_OP_VMIN: case PTX_OP_VMAX: case PTX_OP_VSHL: case PTX_OP_VSHR:
    case PTX_OP_VMAD: case PTX_OP_VSET:
    case PTX_OP_VADD2: case PTX_OP_VSUB2: case PTX_OP_VAVRG2:
    case PTX_OP_VABSDIFF2: case PTX_OP_VMIN2: case PTX_OP_VMAX2:
    case PTX_OP_VSET2: case PTX_OP_VADD4: case PTX_OP_VSUB4:
    case PTX_OP_VAVRG4: case PTX_OP_VABSDIFF4: case PTX_OP_VMIN4:
    case PTX_OP_VMAX4: case PTX_OP_VSET4:
      translate_video (t, i);
      return true;
    default:
      break;
    }

  if (translate_float (t, i))
    return true;
  if (ptx_type_float_p (type) && i->op != PTX_OP_COPYSIGN)
    return false;
  const struct row *r = plain_row (i);
  if (!r || r->n + 1u != i->n_operands)
    return false;
  emit_row (t, i, r, false, false);
  if (type == PTX_S32 && (i->flags & PTX_F_RELU))
    {
      uint32_t d = dest (t, &i->operand[0], type).reg;
      emit_imm (t, OP_max_s32_i, d, d, 0);
    }
  return true;
}
