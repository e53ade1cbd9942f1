/* The PTX machine: operands of instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "code/translate.h"

/* Offset of part PART of a register with vector parts.  */
static uint32_t
part_offset (struct tr *t, int32_t reg, unsigned part)
{
  static const uint32_t bytes[] = { 0, 64, 4 * WARP_SIZE, 8 * WARP_SIZE,
				    16 * WARP_SIZE };
  return reg_slot (t, reg) + part * bytes[t->cls[reg]];
}

/* Emit what puts the register at FROM, of class HAVE, into a register of
   class WANT; return it.  */
static uint32_t
change_class (struct tr *t, uint32_t from, enum slot_class have,
	      enum slot_class want)
{
  if (have == want)
    return from;
  uint32_t r = new_temp (t, want);
  if (want == SLOT_4 && have == SLOT_8)
    emit3 (t, OP_trunc_48, r, from, from);
  else if (want == SLOT_8 && have == SLOT_4)
    emit3 (t, OP_zext_84, r, from, from);
  else if (want == SLOT_4 && have == SLOT_16)
    emit3 (t, OP_trunc_48, r, from, from);
  else if (want == SLOT_8 && have == SLOT_16)
    emit3 (t, OP_mov_8, r, from, from);
  else
    tr_error (t, "a register has the wrong type for its place");
  return r;
}

static void
emit_sreg (struct tr *t, uint32_t d, enum slot_class c, uint32_t sreg)
{
  struct uop *u = emit (t, c == SLOT_8 ? OP_sreg_8 : OP_sreg_4);
  u->d = d;
  u->n = (uint16_t) sreg;
}

/* True for a whole register of two 32-bit parts, which a 64-bit instruction
   takes as its 64 bits, the first part low.  */
static bool
pair_p (struct tr *t, const struct ptx_operand *o)
{
  return (o->kind == PTX_O_REG && o->sel == 0
	  && t->p->regs[o->reg].vec == 2 && t->cls[o->reg] == SLOT_4);
}

/* The register that holds operand O, read as class C; O's value is put into
   a temporary where needed.  */
uint32_t
src (struct tr *t, const struct ptx_operand *o, enum slot_class c)
{
  uint32_t r;
  switch (o->kind)
    {
    case PTX_O_REG:
      {
	unsigned part = o->sel >= 7 && o->sel <= 10 ? o->sel - 7u : 0;
	r = part_offset (t, o->reg, part);
	if (pair_p (t, o) && c == SLOT_8)
	  {
	    /* Both parts of a vector at once.  */
	    uint32_t hi = part_offset (t, o->reg, 1);
	    uint32_t both = new_temp (t, SLOT_8);
	    emit3 (t, OP_pack32, both, r, hi);
	    return both;
	  }
	if (o->imm)
	  {
	    enum slot_class k = t->cls[o->reg];
	    uint32_t sum = new_temp (t, k);
	    if (k != SLOT_4 && k != SLOT_8)
	      tr_unsupported (t);
	    emit_imm (t, k == SLOT_8 ? OP_add_u64_i : OP_add_u32_i, sum, r,
		      o->imm);
	    r = sum;
	  }
	if (c == SLOT_P && t->cls[o->reg] != SLOT_P)
	  tr_error (t, "%s is no predicate", t->p->regs[o->reg].name);
	return change_class (t, r, t->cls[o->reg], c);
      }

    case PTX_O_IMM:
      r = new_temp (t, c);
      if (c == SLOT_P)
	emit3 (t, o->imm ? OP_true_p : OP_false_p, r, r, r);
      else
	{
	  emit_imm (t, c == SLOT_4 ? OP_movi_4 : OP_movi_8, r, 0, o->imm);
	  if (c == SLOT_16)
	    emit_imm (t, OP_movi_8, r + 8 * WARP_SIZE, 0,
		      o->imm < 0 ? -1 : 0);
	}
      return r;

    case PTX_O_SREG:
      r = new_temp (t, c);
      emit_sreg (t, r, c, o->sreg);
      return r;

    case PTX_O_SYM:
      r = new_temp (t, SLOT_8);
      emit_address (t, o->sym, o->imm, r);
      return change_class (t, r, SLOT_8, c);

    case PTX_O_VEC:
      {
	/* A packed value: {lo, hi} and so on.  */
	unsigned n = o->n_elts;
	if (c == SLOT_8 && n == 2)
	  {
	    uint32_t lo = src (t, &o->elts[0], SLOT_4);
	    uint32_t hi = src (t, &o->elts[1], SLOT_4);
	    r = new_temp (t, SLOT_8);
	    emit3 (t, OP_pack32, r, lo, hi);
	    return r;
	  }
	if (c == SLOT_8 && n == 4)
	  {
	    uint32_t h[4];
	    for (int k = 0; k < 4; k++)
	      h[k] = src (t, &o->elts[k], SLOT_4);
	    uint32_t lo = new_temp (t, SLOT_4), hi = new_temp (t, SLOT_4);
	    emit3 (t, OP_pack16, lo, h[0], h[1]);
	    emit3 (t, OP_pack16, hi, h[2], h[3]);
	    r = new_temp (t, SLOT_8);
	    emit3 (t, OP_pack32, r, lo, hi);
	    return r;
	  }
	if (c == SLOT_4 && n == 2)
	  {
	    uint32_t lo = src (t, &o->elts[0], SLOT_4);
	    uint32_t hi = src (t, &o->elts[1], SLOT_4);
	    r = new_temp (t, SLOT_4);
	    emit3 (t, OP_pack16, r, lo, hi);
	    return r;
	  }
	if (c == SLOT_4 && n == 4)
	  {
	    r = new_temp (t, SLOT_4);
	    uint32_t q = new_temp (t, SLOT_4);
	    for (int k = 3; k >= 0; k--)
	      {
		uint32_t e = src (t, &o->elts[k], SLOT_4);
		emit3 (t, OP_cvt_u8_u8, q, e, e);
		if (k < 3)
		  {
		    emit_imm (t, OP_shl_b32_i, r, r, 8);
		    emit3 (t, OP_or_b32, r, r, q);
		  }
		else
		  emit3 (t, OP_mov_4, r, q, q);
	      }
	    return r;
	  }
	if (c == SLOT_16 && n == 2)
	  {
	    uint32_t lo = src (t, &o->elts[0], SLOT_8);
	    uint32_t hi = src (t, &o->elts[1], SLOT_8);
	    r = new_temp (t, SLOT_16);
	    emit3 (t, OP_mov_8, r, lo, lo);
	    emit3 (t, OP_mov_8, r + 8 * WARP_SIZE, hi, hi);
	    return r;
	  }
	tr_error (t, "a vector of %u cannot be packed here", n);
      }

    default:
      tr_error (t, "an operand is of the wrong kind");
    }
}

/* A predicate that is read, `!p' included.  */
uint32_t
src_pred (struct tr *t, const struct ptx_operand *o)
{
  uint32_t r = src (t, o, SLOT_P);
  if (!o->negated)
    return r;
  uint32_t q = new_temp (t, SLOT_P);
  emit3 (t, OP_not_p, q, r, r);
  return q;
}

uint32_t
src_part (struct tr *t, const struct ptx_operand *o, enum slot_class c,
	  unsigned part)
{
  if (o->kind == PTX_O_VEC)
    {
      if (part >= o->n_elts)
	tr_error (t, "a vector has too few elements");
      return src (t, &o->elts[part], c);
    }
  if (o->kind == PTX_O_REG && t->p->regs[o->reg].vec > 1 && o->sel == 0)
    return change_class (t, part_offset (t, o->reg, part), t->cls[o->reg], c);
  if (part)
    tr_error (t, "a vector was expected");
  return src (t, o, c);
}

/* Where an operation with results of type TYPE is to write for operand O.  */
struct dest
dest (struct tr *t, const struct ptx_operand *o, enum ptx_type type)
{
  struct dest d = { 0, NO_REG, ptx_type_signed_p (type), false };
  enum slot_class c = type_class (type);
  if (o->kind == PTX_O_SINK)
    {
      d.reg = new_temp (t, c);
      return d;
    }
  if (o->kind != PTX_O_REG)
    tr_error (t, "a result needs a register");
  unsigned part = o->sel >= 7 && o->sel <= 10 ? o->sel - 7u : 0;
  uint32_t r = part_offset (t, o->reg, part);
  enum slot_class have = t->cls[o->reg];
  if (pair_p (t, o) && c == SLOT_8)
    {
      d.reg = new_temp (t, SLOT_8);
      d.real = r;
      d.pair = true;
    }
  else if (have == c)
    d.reg = r;
  else if (have == SLOT_8 && c == SLOT_4)
    {
      d.reg = new_temp (t, SLOT_4);
      d.real = r;
    }
  else
    tr_error (t, "%s is too narrow, or of the wrong type, for a result of "
	      "type .%s", t->p->regs[o->reg].name, ptx_type_name (type));
  return d;
}

struct dest
dest_part (struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	   unsigned part)
{
  if (o->kind == PTX_O_VEC)
    {
      if (part >= o->n_elts)
	tr_error (t, "a vector has too few elements");
      return dest (t, &o->elts[part], type);
    }
  if (o->kind == PTX_O_REG && t->p->regs[o->reg].vec > 1 && o->sel == 0)
    {
      struct ptx_operand q = *o;
      q.sel = (uint8_t) (7 + part);
      return dest (t, &q, type);
    }
  if (part)
    tr_error (t, "a vector was expected");
  return dest (t, o, type);
}

/* What must follow the operation that wrote D.  */
void
finish (struct tr *t, struct dest d)
{
  if (d.pair)
    {
      emit3 (t, OP_trunc_48, d.real, d.reg, d.reg);
      emit3 (t, OP_hi32, d.real + 4 * WARP_SIZE, d.reg, d.reg);
    }
  else if (d.real != NO_REG)
    emit3 (t, d.sign ? OP_sext_84 : OP_zext_84, d.real, d.reg, d.reg);
}

uint32_t
dest_pred (struct tr *t, const struct ptx_operand *o)
{
  if (o->kind == PTX_O_SINK)
    return new_temp (t, SLOT_P);
  if (o->kind != PTX_O_REG || t->cls[o->reg] != SLOT_P)
    tr_error (t, "a predicate register was expected");
  return reg_slot (t, o->reg);
}

/* d = the address SYM + ADDEND, in SYM's state space.  */
void
emit_address (struct tr *t, struct ptx_symbol *sym, int64_t addend,
	      uint32_t d)
{
  struct ptx_symbol *s = ptx_symbol_target (sym);
  if (s->kind == PTX_SYM_FUNC)
    {
      int builtin;
      struct vfunc *f = func_of (s, &builtin);
      if (!f)
	tr_error (t, "address of `%s', which has no definition", s->name);
      emit_imm (t, OP_movi_8, d, 0,
		CODE_BASE + (int64_t) f->index * CODE_STEP + addend);
      return;
    }
  struct place *pl = place_of (t, s);
  switch (pl->kind)
    {
    case P_ADDRESS:
    case P_SHARED:
    case P_PARAM:
      emit_imm (t, OP_movi_8, d, 0, (int64_t) pl->where + addend);
      break;
    case P_FRAME:
      emit_imm (t, OP_laddr, d, 0, (int64_t) pl->where + addend);
      break;
    default:
      tr_error (t, "`%s' has no address", s->name);
    }
}

enum ptx_type
unsigned_type (enum ptx_type type)
{
  switch (type)
    {
    case PTX_B8: case PTX_S8: return PTX_U8;
    case PTX_B16: case PTX_S16: return PTX_U16;
    case PTX_B32: case PTX_S32: return PTX_U32;
    case PTX_B64: case PTX_S64: return PTX_U64;
    default: return type;
    }
}

/* d = a with subnormal numbers flushed to zero.  */
void
emit_flush (struct tr *t, uint32_t d, uint32_t a)
{
  emit3 (t, OP_ftz_f32, d, a, a);
}
