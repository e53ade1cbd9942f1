/* The PTX machine: comparison and selection ("Comparison and Selection
   Instructions").
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/translate.h"

/* By comparison and type the setp operations; 0 where there is none.  */
static const uint16_t setp_uop[PTX_CMP_NAN + 1][PTX_N_TYPES] = {
#define SP(ID, CMP, K, T, EXPR) [PTX_CMP_##CMP][PTX_##K] = OP_##ID,
#include "code/lane-ops.def"
};

static enum ptx_cmp
plain_cmp (unsigned cmp, enum ptx_type *type)
{
  switch (cmp)
    {
    case PTX_CMP_LO: *type = unsigned_type (*type); return PTX_CMP_LT;
    case PTX_CMP_LS: *type = unsigned_type (*type); return PTX_CMP_LE;
    case PTX_CMP_HI: *type = unsigned_type (*type); return PTX_CMP_GT;
    case PTX_CMP_HS: *type = unsigned_type (*type); return PTX_CMP_GE;
    default: return (enum ptx_cmp) cmp;
    }
}

/* The operation that compares as I does, for operands of *TYPE, which becomes
   the type that matters; 0 for none.  */
static unsigned
comparison (const struct ptx_insn *i, enum ptx_type *type)
{
  enum ptx_cmp cmp = plain_cmp (i->cmp, type);
  unsigned uop = setp_uop[cmp][*type];
  return uop ? uop : setp_uop[cmp][unsigned_type (*type)];
}

bool
comparison_known_p (const struct ptx_insn *i, enum ptx_type type)
{
  return comparison (i, &type) != 0;
}

/* p = a CMP b, for operands A and B of TYPE.  */
static void
emit_compare (struct tr *t, const struct ptx_insn *i, enum ptx_type type,
	      const struct ptx_operand *a, const struct ptx_operand *b,
	      uint32_t p, uint32_t q)
{
  if (half_type_p (type))
    {
      uint32_t ra = src (t, a, SLOT_4), rb = src (t, b, SLOT_4);
      struct uop *u = emit3 (t, OP_half_setp, p, ra, rb);
      u->n = (uint16_t) (i->cmp | type << 8);
      u->c = q;
      u->e = i->flags;
      return;
    }
  unsigned uop = comparison (i, &type);
  if (!uop)
    tr_unsupported (t);
  enum slot_class c = type_class (type);
  bool ftz = (i->flags & PTX_F_FTZ) && type == PTX_F32;
  uint32_t ra = src (t, a, c);
  if (b->kind == PTX_O_IMM && !ftz)
    {
      emit_imm (t, uop + 1, p, ra, b->imm);
      return;
    }
  uint32_t rb = src (t, b, c);
  if (ftz)
    {
      uint32_t fa = new_temp (t, SLOT_4), fb = new_temp (t, SLOT_4);
      emit_flush (t, fa, ra);
      emit_flush (t, fb, rb);
      ra = fa, rb = fb;
    }
  emit3 (t, uop, p, ra, rb);
}

/* The operation on predicates that SUB, .and, .or or .xor, stands for.  */
unsigned
bool_uop (struct tr *t, unsigned sub)
{
  switch (sub)
    {
    case PTX_SUB_AND: return OP_and_p;
    case PTX_SUB_OR: return OP_or_p;
    case PTX_SUB_XOR: return OP_xor_p;
    default: tr_unsupported (t);
    }
}

static void
translate_setp (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  enum ptx_type type = i->type[0];
  bool x2 = type == PTX_F16X2 || type == PTX_BF16X2;
  uint32_t p = dest_pred (t, &o[0]);
  uint32_t q = o[0].reg2 >= 0 ? reg_slot (t, o[0].reg2) : NO_REG;
  bool combine = i->n_operands > 3;
  if (!combine && q == NO_REG)
    {
      emit_compare (t, i, type, &o[1], &o[2], p, new_temp (t, SLOT_P));
      return;
    }
  uint32_t r = new_temp (t, SLOT_P), r2 = new_temp (t, SLOT_P);
  uint32_t c = combine ? src_pred (t, &o[3]) : 0;
  emit_compare (t, i, type, &o[1], &o[2], r, r2);
  if (!x2)
    emit3 (t, OP_not_p, r2, r, r);
  if (combine)
    {
      emit3 (t, bool_uop (t, i->sub2), r, r, c);
      emit3 (t, bool_uop (t, i->sub2), r2, r2, c);
    }
  emit3 (t, OP_mov_p, p, r, r);
  if (q != NO_REG)
    emit3 (t, OP_mov_p, q, r2, r2);
}

static void
translate_set (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  enum ptx_type dt = i->type[0], st = i->n_types > 1 ? i->type[1] : dt;
  bool x2 = st == PTX_F16X2 || st == PTX_BF16X2;
  uint32_t p = new_temp (t, SLOT_P), p2 = new_temp (t, SLOT_P);
  uint32_t c = i->n_operands > 3 ? src_pred (t, &o[3]) : 0;
  emit_compare (t, i, st, &o[1], &o[2], p, p2);
  if (i->n_operands > 3)
    {
      emit3 (t, bool_uop (t, i->sub2), p, p, c);
      if (x2)
	emit3 (t, bool_uop (t, i->sub2), p2, p2, c);
    }
  uint32_t yes = (dt == PTX_F32 ? 0x3f800000u
		  : dt == PTX_F16 || dt == PTX_F16X2 ? 0x3c00
		  : dt == PTX_BF16 || dt == PTX_BF16X2 ? 0x3f80
		  : x2 || ptx_type_size (dt) == 2 ? 0xffff : 0xffffffffu);
  struct dest d = dest (t, &o[0], dt);
  struct uop *u = emit3 (t, OP_selpi_4, d.reg, p, 0);
  u->c = yes;
  u->e = 0;
  if (x2)
    {
      /* Each half has a result of its own.  */
      uint32_t q = new_temp (t, SLOT_4);
      u = emit3 (t, OP_selpi_4, q, p2, 0);
      u->c = yes << 16;
      u->e = 0;
      emit3 (t, OP_or_b32, d.reg, d.reg, q);
    }
  finish (t, d);
}

static void
translate_selp (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  enum slot_class c = type_class (i->type[0]);
  uint32_t p = src_pred (t, &o[3]);
  if (c == SLOT_4 && o[1].kind == PTX_O_IMM && o[2].kind == PTX_O_IMM)
    {
      struct dest d = dest (t, &o[0], i->type[0]);
      struct uop *u = emit3 (t, OP_selpi_4, d.reg, p, 0);
      u->c = (uint32_t) o[1].imm;
      u->e = (uint32_t) o[2].imm;
      finish (t, d);
      return;
    }
  uint32_t a = src (t, &o[1], c), b = src (t, &o[2], c);
  struct dest d = dest (t, &o[0], i->type[0]);
  emit3 (t, c == SLOT_4 ? OP_selp_4 : OP_selp_8, d.reg, a, b)->c = p;
  finish (t, d);
}

static void
translate_slct (struct tr *t, const struct ptx_insn *i)
{
  enum ptx_type type = i->type[0];
  bool wide = type_class (type) == SLOT_8;
  bool f = i->type[1] == PTX_F32;
  uint32_t a = src (t, &i->operand[1], type_class (type));
  uint32_t b = src (t, &i->operand[2], type_class (type));
  uint32_t c = src (t, &i->operand[3], SLOT_4);
  if (f && (i->flags & PTX_F_FTZ))
    {
      uint32_t q = new_temp (t, SLOT_4);
      emit_flush (t, q, c);
      c = q;
    }
  struct dest d = dest (t, &i->operand[0], type);
  emit3 (t, wide ? (f ? OP_slct_8_f32 : OP_slct_8_s32)
	 : f ? OP_slct_4_f32 : OP_slct_4_s32, d.reg, a, b)->c = c;
  finish (t, d);
}

bool
translate_compare (struct tr *t, const struct ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_SETP:
      translate_setp (t, i);
      return true;
    case PTX_OP_SET:
      translate_set (t, i);
      return true;
    case PTX_OP_SELP:
      translate_selp (t, i);
      return true;
    case PTX_OP_SLCT:
      translate_slct (t, i);
      return true;
    default:
      return false;
    }
}
