/* The PTX machine: conversions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/translate.h"

/* OP_cvt_D_S by the order of integer types U8 S8 U16 S16 U32 S32 U64 S64,
   and F32, F64 as destinations.  */
static int
cvt_index (enum ptx_type type)
{
  switch (type)
    {
    case PTX_U8: case PTX_B8: return 0;
    case PTX_S8: return 1;
    case PTX_U16: case PTX_B16: return 2;
    case PTX_S16: return 3;
    case PTX_U32: case PTX_B32: return 4;
    case PTX_S32: return 5;
    case PTX_U64: case PTX_B64: return 6;
    case PTX_S64: return 7;
    case PTX_F32: return 8;
    case PTX_F64: return 9;
    default: return -1;
    }
}

bool
conversion_known_p (enum ptx_type d, enum ptx_type s)
{
  return cvt_index (d) >= 0 && cvt_index (s) >= 0;
}

/* In an L1 row the operations of one destination are neighbours, and
   destinations follow each other.  */
static unsigned
cvt_uop (int d, int s)
{
  return OP_cvt_u8_u8 + (unsigned) (d * 8 + s);
}

static void
integer_to_integer (struct tr *t, const struct ptx_insn *i, enum ptx_type dt,
		    enum ptx_type st)
{
  int di = cvt_index (dt), si = cvt_index (st);
  uint32_t a = src (t, &i->operand[1], type_class (st));
  struct dest d = dest (t, &i->operand[0], dt);
  if (!(i->flags & PTX_F_SAT))
    {
      emit3 (t, cvt_uop (di, si), d.reg, a, a);
      finish (t, d);
      return;
    }
  static const uint16_t clamp[8] = { OP_clamp_u8, OP_clamp_s8, OP_clamp_u16,
				     OP_clamp_s16, OP_clamp_u32, OP_clamp_s32,
				     OP_clamp_u64, 0 };
  uint32_t q = new_temp (t, SLOT_8);
  if (si == 6)
    {
      if (di == 6)
	{
	  emit3 (t, OP_mov_8, d.reg, a, a);
	  finish (t, d);
	  return;
	}
      emit3 (t, OP_clamp_s64u, q, a, a);
    }
  else
    emit3 (t, cvt_uop (7, si), q, a, a);
  if (clamp[di])
    emit3 (t, clamp[di], d.reg, q, q);
  else
    emit3 (t, OP_mov_8, d.reg, q, q);
  finish (t, d);
}

/* By the function for every case.  */
static void
any_to_any (struct tr *t, const struct ptx_insn *i, enum ptx_type dt,
	    enum ptx_type st)
{
  uint32_t a = src (t, &i->operand[1], type_class (st)), b = 0;
  if (i->n_operands > 2)
    b = src (t, &i->operand[2], type_class (st));
  struct dest d = dest (t, &i->operand[0], dt);
  struct uop *u = emit3 (t, OP_cvt, d.reg, a, b);
  u->n = (uint16_t) (dt | st << 8);
  u->c = i->rnd;
  u->e = i->flags | (i->n_operands > 2 ? 1u << 31 : 0);
  finish (t, d);
}

static bool
known_float (enum ptx_type type)
{
  return (type == PTX_F16 || type == PTX_BF16 || type == PTX_F32
	  || type == PTX_F64);
}

static void
translate_conversion (struct tr *t, const struct ptx_insn *i)
{
  if (i->n_types < 2)
    tr_unsupported (t);
  enum ptx_type dt = i->type[0], st = i->type[1];
  bool df = ptx_type_float_p (dt), sf = ptx_type_float_p (st);
  bool ftz = (i->flags & PTX_F_FTZ) && (dt == PTX_F32 || st == PTX_F32);
  bool sat = i->flags & PTX_F_SAT;
  bool pair = i->n_operands > 2;

  if (pair)
    {
      if (i->n_operands > 3 || st != PTX_F32
	  || (dt != PTX_F16X2 && dt != PTX_BF16X2))
	tr_unsupported (t);
      any_to_any (t, i, dt, st);
      return;
    }
  if ((!known_float (dt) && cvt_index (dt) < 0 && dt != PTX_TF32)
      || (!known_float (st) && cvt_index (st) < 0))
    tr_unsupported (t);
  if (!df && !sf)
    {
      integer_to_integer (t, i, dt, st);
      return;
    }
  bool rn = i->rnd == PTX_RND_NONE || i->rnd == PTX_RND_RN;
  if (!sf && (dt == PTX_F32 || dt == PTX_F64) && rn)
    {
      uint32_t a = src (t, &i->operand[1], type_class (st));
      struct dest d = dest (t, &i->operand[0], dt);
      emit3 (t, cvt_uop (cvt_index (dt), cvt_index (st)), d.reg, a, a);
      if (sat)
	emit3 (t, dt == PTX_F64 ? OP_sat_f64 : OP_sat_f32, d.reg, d.reg,
	       d.reg);
      finish (t, d);
      return;
    }
  if (rn && ((dt == PTX_F32 && st == PTX_F64)
	     || (dt == PTX_F64 && st == PTX_F32)
	     || (dt == st && i->rnd == PTX_RND_NONE
		 && (dt == PTX_F32 || dt == PTX_F64))))
    {
      uint32_t a = src (t, &i->operand[1], type_class (st));
      if (ftz && st == PTX_F32)
	{
	  uint32_t q = new_temp (t, SLOT_4);
	  emit_flush (t, q, a);
	  a = q;
	}
      struct dest d = dest (t, &i->operand[0], dt);
      emit3 (t, dt == st ? (dt == PTX_F32 ? OP_mov_4 : OP_mov_8)
	     : dt == PTX_F32 ? OP_cvt_f32_f64 : OP_cvt_f64_f32, d.reg, a, a);
      if (ftz && dt == PTX_F32)
	emit_flush (t, d.reg, d.reg);
      if (sat)
	emit3 (t, dt == PTX_F64 ? OP_sat_f64 : OP_sat_f32, d.reg, d.reg,
	       d.reg);
      finish (t, d);
      return;
    }
  if (!df && (st == PTX_F32 || st == PTX_F64)
      && (i->rnd == PTX_RND_RZI || i->rnd == PTX_RND_RZ)
      && ptx_type_size (dt) >= 4)
    {
      static const uint16_t op[2][4] = {
	{ OP_cvt_rzi_u32_f32, OP_cvt_rzi_s32_f32, OP_cvt_rzi_u64_f32,
	  OP_cvt_rzi_s64_f32 },
	{ OP_cvt_rzi_u32_f64, OP_cvt_rzi_s32_f64, OP_cvt_rzi_u64_f64,
	  OP_cvt_rzi_s64_f64 }
      };
      uint32_t a = src (t, &i->operand[1], type_class (st));
      struct dest d = dest (t, &i->operand[0], dt);
      emit3 (t, op[st == PTX_F64][cvt_index (dt) - 4], d.reg, a, a);
      finish (t, d);
      return;
    }
  any_to_any (t, i, dt, st);
}

/* cvta, cvta.to: between a state space's addresses and generic ones.  Those
   of .global and .const are the same.  */
static void
translate_cvta (struct tr *t, const struct ptx_insn *i)
{
  bool to = i->flags & PTX_F_TO;
  const struct ptx_operand *s = &i->operand[1];
  uint32_t a = src (t, s, SLOT_8);
  struct dest d = dest (t, &i->operand[0], i->type[0]);
  enum ptx_type type = i->type[0];
  uint32_t r = type_class (type) == SLOT_8 ? d.reg : new_temp (t, SLOT_8);
  switch (i->space)
    {
    case PTX_LOCAL:
      emit3 (t, to ? OP_cvta_to_local : OP_cvta_local, r, a, a);
      break;
    case PTX_SHARED:
      emit3 (t, to ? OP_cvta_to_shared : OP_cvta_shared, r, a, a);
      break;
    case PTX_GLOBAL:
    case PTX_CONST:
      emit3 (t, OP_mov_8, r, a, a);
      break;
    case PTX_PARAM:
      if (!t->p->entry)
	{
	  emit3 (t, to ? OP_cvta_to_local : OP_cvta_local, r, a, a);
	  break;
	}
      emit3 (t, to ? OP_cvta_to_shared : OP_cvta_shared, r, a, a)->n = 1;
      break;
    default:
      tr_unsupported (t);
    }
  if (type_class (type) == SLOT_4)
    emit3 (t, OP_trunc_48, d.reg, r, r);
  finish (t, d);
}

bool
translate_cvt (struct tr *t, const struct ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_CVT:
      translate_conversion (t, i);
      return true;
    case PTX_OP_CVTA:
      translate_cvta (t, i);
      return true;
    case PTX_OP_ISSPACEP:
      {
	uint32_t a = src (t, &i->operand[1], SLOT_8);
	emit3 (t, OP_isspacep, dest_pred (t, &i->operand[0]), a, a)->n
	  = i->space;
	return true;
      }
    default:
      return false;
    }
}
