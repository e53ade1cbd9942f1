/* The PTX machine: moves between registers, packing and unpacking ("mov").
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/translate.h"

static void
mov_one (struct tr *t, const struct ptx_operand *d, const struct ptx_operand *s,
	 enum ptx_type type)
{
  enum slot_class c = type_class (type);
  if (c == SLOT_P)
    {
      uint32_t r = src_pred (t, s);
      emit3 (t, OP_mov_p, dest_pred (t, d), r, r);
      return;
    }
  if (c == SLOT_16)
    {
      uint32_t r = src (t, s, c);
      struct dest x = dest (t, d, type);
      emit3 (t, OP_mov_8, x.reg, r, r);
      emit3 (t, OP_mov_8, x.reg + 8 * WARP_SIZE, r + 8 * WARP_SIZE, r);
      return;
    }
  struct dest x = dest (t, d, type);
  if (s->kind == PTX_O_IMM)
    emit_imm (t, c == SLOT_4 ? OP_movi_4 : OP_movi_8, x.reg, 0, s->imm);
  else if (s->kind == PTX_O_SREG)
    {
      struct uop *u = emit (t, c == SLOT_8 ? OP_sreg_8 : OP_sreg_4);
      u->d = x.reg;
      u->n = (uint16_t) s->sreg;
    }
  else if (s->kind == PTX_O_SYM && c == SLOT_8)
    emit_address (t, s->sym, s->imm, x.reg);
  else
    {
      uint32_t r = src (t, s, c);
      emit3 (t, c == SLOT_4 ? OP_mov_4 : OP_mov_8, x.reg, r, r);
    }
  finish (t, x);
}

/* mov {a, b, ...}, s: S's pieces.  */
static void
mov_unpack (struct tr *t, const struct ptx_operand *d,
	    const struct ptx_operand *s, enum ptx_type type)
{
  unsigned n = d->n_elts, bits = 8 * ptx_type_size (type) / n;
  if (ptx_type_size (type) == 16)
    {
      uint32_t r = src (t, s, SLOT_16);
      uint32_t q[2] = { new_temp (t, SLOT_8), new_temp (t, SLOT_8) };
      for (int k = 0; k < 2; k++)
	emit3 (t, OP_mov_8, q[k], r + (uint32_t) k * 8 * WARP_SIZE, r);
      for (unsigned k = 0; k < n; k++)
	{
	  struct dest x = dest (t, &d->elts[k], n == 2 ? PTX_B64 : PTX_B32);
	  if (n == 2)
	    emit3 (t, OP_mov_8, x.reg, q[k], 0);
	  else
	    emit3 (t, k & 1 ? OP_hi32 : OP_trunc_48, x.reg, q[k / 2], 0);
	  finish (t, x);
	}
      return;
    }
  bool wide = ptx_type_size (type) == 8;
  uint32_t r = src (t, s, wide ? SLOT_8 : SLOT_4);
  /* A piece may go into S itself: take it from a copy.  */
  uint32_t copy = new_temp (t, wide ? SLOT_8 : SLOT_4);
  emit3 (t, wide ? OP_mov_8 : OP_mov_4, copy, r, r);
  enum ptx_type pt = bits == 32 ? PTX_B32 : bits == 16 ? PTX_B16 : PTX_B8;
  for (unsigned k = 0; k < n; k++)
    {
      if (d->elts[k].kind == PTX_O_SINK)
	continue;
      uint32_t w = copy;
      unsigned shift = k * bits;
      if (wide)
	{
	  w = new_temp (t, SLOT_4);
	  emit3 (t, shift >= 32 ? OP_hi32 : OP_trunc_48, w, copy, copy);
	  shift &= 31;
	}
      struct dest x = dest (t, &d->elts[k], pt);
      if (shift)
	emit_imm (t, OP_shr_u32_i, x.reg, w, shift);
      else
	emit3 (t, OP_mov_4, x.reg, w, w);
      if (bits == 8)
	emit3 (t, OP_cvt_u8_u8, x.reg, x.reg, x.reg);
      else if (bits == 16)
	emit3 (t, OP_cvt_u16_u16, x.reg, x.reg, x.reg);
      finish (t, x);
    }
}

/* mov.v2 and mov.v4: all parts are read before one is written, since the
   same registers may stand on both sides.  */
static void
mov_vector (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *d = &i->operand[0], *s = &i->operand[1];
  enum ptx_type type = i->type[0];
  enum slot_class c = type_class (type);
  unsigned op = c == SLOT_P ? OP_mov_p : c == SLOT_4 ? OP_mov_4 : OP_mov_8;
  uint32_t part[4];		/* .v4 is the most.  */

  if (c == SLOT_16)
    tr_unsupported (t);
  for (unsigned k = 0; k < i->vec; k++)
    {
      part[k] = new_temp (t, c);
      if (s->kind != PTX_O_SREG || s->sel)
	{
	  uint32_t r = src_part (t, s, c, k);
	  emit3 (t, op, part[k], r, r);
	}
      else if (k < 3)
	{
	  /* The rows of .x, .y and .z follow the whole vector's.  */
	  struct uop *u = emit (t, OP_sreg_4);
	  u->d = part[k];
	  u->n = (uint16_t) (s->sreg + 1 + k);
	}
      else
	emit_imm (t, OP_movi_4, part[k], 0, 0);
    }
  for (unsigned k = 0; k < i->vec; k++)
    {
      struct dest x = dest_part (t, d, type, k);
      emit3 (t, op, x.reg, part[k], part[k]);
      finish (t, x);
    }
}

bool
translate_mov (struct tr *t, const struct ptx_insn *i)
{
  if (i->op != PTX_OP_MOV)
    return false;
  const struct ptx_operand *d = &i->operand[0], *s = &i->operand[1];
  enum ptx_type type = i->type[0];
  if (i->vec > 1)
    {
      mov_vector (t, i);
      return true;
    }
  if (d->kind == PTX_O_VEC)
    mov_unpack (t, d, s, type);
  else
    mov_one (t, d, s, type);
  return true;
}
