/* The PTX machine: loads, stores and atomics.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "code/translate.h"

/* An address: register A plus REL, in SPACE, or a place in the frame.  */
struct address
{
  enum { A_SPACE, A_FRAME, A_REG } kind;
  enum ptx_space space;
  uint32_t a;			/* NO_REG: none (of .param).  */
  int32_t rel;
  struct place *place;		/* A_REG.  */
};

/* The uop for SPACE among those that mem-ops.def makes for one of its
   macros' lines: OP_ld_generic_u8 + (by space) + (by type).  */
#define PER_SPACE (OP_ld_global_u8 - OP_ld_generic_u8)

static unsigned
space_index (struct tr *t, const struct address *a)
{
  if (a->kind == A_FRAME)
    return 6;
  switch (a->space)
    {
    case PTX_GENERIC: return 0;
    case PTX_GLOBAL: return 1;
    case PTX_SHARED: return 2;
    case PTX_LOCAL: return 3;
    case PTX_CONST: return 4;
    case PTX_PARAM: return 5;
    default: tr_unsupported (t);
    }
}

static struct address
address (struct tr *t, const struct ptx_insn *i, const struct ptx_operand *o,
	 enum ptx_space space)
{
  struct address x;
  int64_t disp = o->imm;
  memset (&x, 0, sizeof x);
  x.space = space;
  (void) i;
  switch (o->kind)
    {
    case PTX_O_MEM_REG:
      x.a = src (t, &(struct ptx_operand) { .kind = PTX_O_REG, .reg = o->reg,
					    .sel = o->sel }, SLOT_8);
      if (space == PTX_PARAM && !t->p->entry)
	x.space = PTX_LOCAL;
      break;

    case PTX_O_MEM_IMM:
      x.a = new_temp (t, SLOT_8);
      emit_imm (t, OP_movi_8, x.a, 0, disp);
      disp = 0;
      break;

    case PTX_O_MEM_SYM:
      {
	struct place *pl = place_of (t, o->sym);
	struct ptx_symbol *s = o->sym->def ? o->sym->def : o->sym;
	switch (pl->kind)
	  {
	  case P_REG:
	    x.kind = A_REG;
	    x.place = pl;
	    return x;
	  case P_FRAME:
	    disp += (int64_t) pl->where;
	    if (o->imm >= 0 && (uint64_t) o->imm < pl->size
		&& disp < INT32_MAX)
	      {
		x.kind = A_FRAME;
		x.a = NO_REG;
	      }
	    else
	      {
		x.space = PTX_LOCAL;
		x.a = new_temp (t, SLOT_8);
		emit_imm (t, OP_laddr, x.a, 0, disp);
		disp = 0;
	      }
	    break;
	  case P_PARAM:
	    x.space = PTX_PARAM;
	    x.a = NO_REG;
	    disp += (int64_t) pl->where;
	    break;
	  default:
	    x.space = pl->kind == P_SHARED ? PTX_SHARED
		      : space == PTX_GENERIC ? PTX_GENERIC : space;
	    if (space != PTX_GENERIC && space != (enum ptx_space) s->space)
	      tr_error (t, "`%s' is in .%s, not in .%s", s->name,
			ptx_space_name (s->space), ptx_space_name (space));
	    x.a = new_temp (t, SLOT_8);
	    emit_imm (t, OP_movi_8, x.a, 0, (int64_t) pl->where);
	    break;
	  }
	break;
      }

    default:
      tr_error (t, "an address was expected");
    }
  if (disp != (int32_t) disp)
    {
      uint32_t r = new_temp (t, SLOT_8);
      if (x.a == NO_REG)
	tr_error (t, "an offset is too large");
      emit_imm (t, OP_add_u64_i, r, x.a, disp);
      x.a = r;
      disp = 0;
    }
  x.rel = (int32_t) disp;
  return x;
}

static unsigned
ld_index (enum ptx_type type)
{
  switch (ptx_type_size (type))
    {
    case 1: return type == PTX_S8 ? 1 : 0;
    case 2: return type == PTX_S16 ? 3 : 2;
    case 4: return 4;
    default: return 5;
    }
}

static unsigned
st_index (enum ptx_type type)
{
  switch (ptx_type_size (type))
    {
    case 1: return 6;
    case 2: return 7;
    case 4: return 8;
    default: return 9;
    }
}

static void
check_vector (struct tr *t, const struct address *x, unsigned bytes)
{
  if (x->kind != A_SPACE || bytes > 64)
    return;
  struct uop *u = emit (t, OP_align);
  u->a = x->a;
  u->rel = x->rel;
  u->n = (uint16_t) bytes;
}

static void
set_address (struct uop *u, const struct address *x, int32_t offset)
{
  u->a = x->a;
  u->rel = x->rel + offset;
}

static void
note_race (struct tr *t, const struct address *x, unsigned bytes, bool store,
	   uint32_t value)
{
  if (!t->vm->opt.race || x->kind != A_SPACE
      || x->space == PTX_LOCAL || x->space == PTX_CONST
      || x->space == PTX_PARAM)
    return;
  struct uop *u = emit (t, OP_race);
  u->a = x->a;
  u->rel = x->rel;
  u->n = (uint16_t) (bytes | (store ? RACE_STORE : 0)
		     | (t->p->atomics ? 0 : RACE_GUESS)
		     | (t->p->insns[t->insn].atomic ? RACE_ATOMIC : 0));
  u->c = x->space;
  u->d = value;
}

/* The same for the store I to X of N values of SIZE bytes.  Each is reported to the
   race detector by itself, one of 16 bytes as two halves, since the values that lanes
   store are compared.  VALUE is the register of a single one.  */
static void
note_stores (struct tr *t, const struct ptx_insn *i, const struct address *x,
	     unsigned n, unsigned size, uint32_t value)
{
  if (!t->vm->opt.race)
    return;
  struct address at = *x;
  for (unsigned k = 0; k < n; k++)
    if (size == 16)
      {
	uint32_t s = src_part (t, &i->operand[1], SLOT_16, k);
	note_race (t, &at, 8, true, s);
	at.rel += 8;
	note_race (t, &at, 8, true, s + 8 * WARP_SIZE);
	at.rel += 8;
      }
    else
      {
	note_race (t, &at, size, true,
		   n == 1 ? value : src_part (t, &i->operand[1],
					      type_class (i->type[0]), k));
	at.rel += (int32_t) size;
      }
}

static bool
fence_p (const struct tr *t, uint32_t insn)
{
  return (insn < t->p->n_insns
	  && (t->p->insns[insn].op == PTX_OP_MEMBAR
	      || t->p->insns[insn].op == PTX_OP_FENCE));
}

/* True if the race detector learns of the access I.  One with .volatile, .relaxed and
   stronger is not: it is synchronisation; nor is one that a comment calls atomic.
   Neither is a store right after a fence, or a load right before one, which is how
   GCC prints __atomic_store with release and __atomic_load with acquire.  */
static bool
plain_p (const struct tr *t, const struct ptx_insn *i)
{
  if ((i->flags & PTX_F_VOLATILE) || i->atomic
      || (i->mem_sem != PTX_SEM_NONE && i->mem_sem != PTX_SEM_WEAK))
    return false;
  return !(i->op == PTX_OP_ST ? t->insn > 0 && fence_p (t, t->insn - 1)
	   : fence_p (t, t->insn + 1));
}

/* True if I at X, of N values of SIZE bytes, is done by OP_ld_strong or
   OP_st_strong: if others may see it happen.  The warps of a block take turns,
   so shared memory needs no care.  */
static bool
strong_p (const struct tr *t, const struct ptx_insn *i,
	  const struct address *x, unsigned n, unsigned size)
{
  return (!plain_p (t, i) && n == 1 && size <= 8 && x->kind == A_SPACE
	  && (x->space == PTX_GENERIC || x->space == PTX_GLOBAL));
}

/* True if the operand O of T's function, which has a stack for SIMD lanes, is
   GCC's stack pointer.  */
static bool
stack_pointer_p (const struct tr *t, const struct ptx_operand *o)
{
  return (t->f->simt_size && t->f->stack_reg != NO_REG
	  && o->kind == PTX_O_REG && t->slot[o->reg] == t->f->stack_reg);
}

/* A simd loop saves the stack pointer below its private variables when it
   begins, and loads it from there when it ends.  What is stored meanwhile may
   have overwritten it: variadic arguments, for which GCC leaves no room, do
   (nvptx.cc, nvptx_output_softstack_switch).  */
static void
note_saved_stack (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  if (i->op == PTX_OP_ST && o[0].kind == PTX_O_MEM_REG && o[0].imm == -8
      && stack_pointer_p (t, &o[1]))
    emit3 (t, OP_mov_8, t->f->saved_reg, t->f->stack_reg, t->f->stack_reg);
  else if (i->op == PTX_OP_LD && o[1].kind == PTX_O_MEM_REG && o[1].imm == -8
	   && stack_pointer_p (t, &o[0]))
    emit3 (t, OP_chkstack, 0, t->f->stack_reg, t->f->saved_reg);
}

static void
translate_ld (struct tr *t, const struct ptx_insn *i)
{
  enum ptx_type type = i->type[0];
  unsigned n = i->vec > 1 ? i->vec : 1, size = ptx_type_size (type);
  struct address x = address (t, i, &i->operand[1], i->space);
  if (x.kind == A_REG)
    {
      struct dest d = dest (t, &i->operand[0], type);
      uint32_t from = (uint32_t) x.place->where;
      if (size == 16)
	{
	  emit3 (t, OP_mov_8, d.reg, from, from);
	  emit3 (t, OP_mov_8, d.reg + 8 * WARP_SIZE, from + 8 * WARP_SIZE, 0);
	}
      else if (size == 8)
	emit3 (t, OP_mov_8, d.reg, from, from);
      else if (type == PTX_S8)
	emit3 (t, OP_cvt_s8_s8, d.reg, from, from);
      else if (type == PTX_S16)
	emit3 (t, OP_cvt_s16_s16, d.reg, from, from);
      else if (size == 1)
	emit3 (t, OP_cvt_u8_u8, d.reg, from, from);
      else if (size == 2)
	emit3 (t, OP_cvt_u16_u16, d.reg, from, from);
      else
	emit3 (t, OP_mov_4, d.reg, from, from);
      finish (t, d);
      return;
    }
  if (!plain_p (t, i) && t->vm->opt.race)
    emit (t, OP_fence);
  if (plain_p (t, i) || i->atomic)
    note_race (t, &x, n * size, false, NO_REG);
  if (size == 16)
    {
      struct dest d = dest (t, &i->operand[0], type);
      struct uop *u = emit3 (t, OP_ld_128, d.reg, 0, 0);
      set_address (u, &x, 0);
      u->n = (uint16_t) (x.kind == A_FRAME ? 0xff : x.space);
      return;
    }
  if (n > 1)
    {
      check_vector (t, &x, n * size);
      if (x.a != NO_REG)
	{
	  /* An element may overwrite the address.  */
	  uint32_t q = new_temp (t, SLOT_8);
	  emit3 (t, OP_mov_8, q, x.a, x.a);
	  x.a = q;
	}
    }
  if (strong_p (t, i, &x, n, size))
    {
      struct dest d = dest (t, &i->operand[0], type);
      struct uop *u = emit3 (t, OP_ld_strong, d.reg, 0, 0);
      set_address (u, &x, 0);
      u->n = (uint16_t) (size | (ptx_type_signed_p (type) ? 0x100 : 0));
      u->c = x.space;
      finish (t, d);
      if (i->mem_sem == PTX_SEM_ACQUIRE || t->vm->opt.race)
	emit (t, OP_fence);
      return;
    }
  unsigned op = OP_ld_generic_u8 + space_index (t, &x) * PER_SPACE
		+ ld_index (type);
  for (unsigned k = 0; k < n; k++)
    {
      struct dest d = dest_part (t, &i->operand[0], type, k);
      struct uop *u = emit3 (t, op, d.reg, 0, 0);
      set_address (u, &x, (int32_t) (k * size));
      finish (t, d);
    }
  if (i->mem_sem == PTX_SEM_ACQUIRE || (t->vm->opt.race && !plain_p (t, i)))
    emit (t, OP_fence);
}

static void
translate_st (struct tr *t, const struct ptx_insn *i)
{
  enum ptx_type type = i->type[0];
  unsigned n = i->vec > 1 ? i->vec : 1, size = ptx_type_size (type);
  enum slot_class c = type_class (type);
  struct address x = address (t, i, &i->operand[0], i->space);
  if (x.kind == A_REG)
    {
      uint32_t to = (uint32_t) x.place->where;
      if (size <= 8 && i->operand[1].kind == PTX_O_IMM)
	{
	  emit_imm (t, c == SLOT_8 ? OP_movi_8 : OP_movi_4, to, 0,
		    i->operand[1].imm);
	  return;
	}
      uint32_t s = src (t, &i->operand[1], c);
      if (size == 16)
	emit3 (t, OP_mov_8, to + 8 * WARP_SIZE, s + 8 * WARP_SIZE, 0);
      emit3 (t, c == SLOT_4 ? OP_mov_4 : OP_mov_8, to, s, s);
      return;
    }
  if (i->mem_sem == PTX_SEM_RELEASE)
    emit (t, OP_fence);
  uint32_t value = (n == 1 && size <= 8 ? src (t, &i->operand[1], c)
		    : NO_REG);
  if (!plain_p (t, i) && t->vm->opt.race)
    emit (t, OP_fence);
  if (plain_p (t, i) || i->atomic)
    note_stores (t, i, &x, n, size, value);
  if (size == 16)
    {
      uint32_t s = src (t, &i->operand[1], c);
      struct uop *u = emit3 (t, OP_st_128, s, 0, 0);
      set_address (u, &x, 0);
      u->n = (uint16_t) (x.kind == A_FRAME ? 0xff : x.space);
      return;
    }
  if (strong_p (t, i, &x, n, size))
    {
      struct uop *u = emit3 (t, OP_st_strong, value, 0, 0);
      set_address (u, &x, 0);
      u->n = (uint16_t) size;
      u->c = x.space;
      return;
    }
  if (n > 1)
    check_vector (t, &x, n * size);
  unsigned op = OP_ld_generic_u8 + space_index (t, &x) * PER_SPACE
		+ st_index (type);
  for (unsigned k = 0; k < n; k++)
    {
      uint32_t s = n == 1 ? value : src_part (t, &i->operand[1], c, k);
      struct uop *u = emit3 (t, op, s, 0, 0);
      set_address (u, &x, (int32_t) (k * size));
    }
}

/* atom d, [a], b{, c}; red [a], b.  */
static void
translate_atom (struct tr *t, const struct ptx_insn *i)
{
  bool red = i->op == PTX_OP_RED;
  const struct ptx_operand *o = i->operand + (red ? 0 : 1);
  enum ptx_type type = i->type[0];
  enum slot_class c = type_class (type);
  bool cas = i->sub == PTX_SUB_CAS;
  unsigned n = i->vec > 1 ? i->vec : 1;
  if (i->n_operands < (red ? 2 : 3) + cas)
    tr_error (t, "too few operands");
  if (c == SLOT_16 && i->sub != PTX_SUB_CAS && i->sub != PTX_SUB_EXCH)
    tr_unsupported (t);
  struct address x = address (t, i, o, i->space);
  if (x.kind == A_REG)
    tr_error (t, "an atomic operation on a parameter");
  if (x.kind == A_FRAME || x.space == PTX_LOCAL || x.space == PTX_CONST
      || x.space == PTX_PARAM)
    tr_error (t, "an atomic operation in .%s",
	      ptx_space_name (x.kind == A_FRAME ? PTX_LOCAL : x.space));
  uint32_t a = x.a;
  if (n > 1)
    {
      check_vector (t, &x, n * ptx_type_size (type));
      a = new_temp (t, SLOT_8);
      emit3 (t, OP_mov_8, a, x.a, x.a);
    }
  /* An element of the result may be one of what is added as well.  */
  uint32_t part[8];		/* .v8 is the most.  */
  for (unsigned k = 0; k < n && n > 1; k++)
    {
      uint32_t r = src_part (t, &o[1], c, k);
      part[k] = new_temp (t, c);
      emit3 (t, c == SLOT_4 ? OP_mov_4 : OP_mov_8, part[k], r, r);
    }
  for (unsigned k = 0; k < n; k++)
    {
      uint32_t b = n > 1 ? part[k] : src (t, &o[1], c);
      uint32_t v = cas ? src (t, &o[2], c) : b;
      struct dest d = { new_temp (t, c), NO_REG, false,
			false };
      if (!red)
	d = n > 1 ? dest_part (t, &i->operand[0], type, k)
	    : dest (t, &i->operand[0], type);
      struct uop *u = emit3 (t, c == SLOT_16 ? OP_atom_128 : OP_atom, d.reg,
			     a, b);
      u->c = v;
      u->e = (uint32_t) (x.space | i->sub << 8 | type << 16);
      u->rel = x.rel + (int32_t) (k * ptx_type_size (type));
      u->n = i->flags & PTX_F_NOFTZ ? 1 : 0;
      finish (t, d);
    }
}

/* The whole address X in a register.  */
static uint32_t
whole_address (struct tr *t, const struct address *x)
{
  if (x->kind != A_SPACE || x->a == NO_REG)
    tr_unsupported (t);
  uint32_t r = new_temp (t, SLOT_8);
  emit_imm (t, OP_add_u64_i, r, x->a, x->rel);
  return r;
}

/* cp.async [d], [a], SIZE{, src-size or ignore-src}{, cache-policy}.  It is done at
   once, as the manual allows: what it says of groups says only when a copy happens at
   the latest.  */
static void
translate_cp_async (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  int64_t size = o[2].kind == PTX_O_IMM ? o[2].imm : 0;
  if (size != 4 && size != 8 && size != 16)
    tr_error (t, "`cp.async' copies 4, 8 or 16 bytes");
  struct address d = address (t, i, &o[0], PTX_SHARED);
  struct address s = address (t, i, &o[1], PTX_GLOBAL);
  uint32_t n = NO_REG, p = NO_REG;
  if (i->n_operands > 3)
    {
      bool reg = o[3].kind == PTX_O_REG;
      if (reg && t->cls[o[3].reg] == SLOT_P)
	p = src_pred (t, &o[3]);
      else if (!reg || t->cls[o[3].reg] == SLOT_4)
	n = src (t, &o[3], SLOT_4);
      /* What is left is the cache policy.  */
    }
  uint32_t to = whole_address (t, &d), from = whole_address (t, &s);
  check_vector (t, &d, (unsigned) size);
  check_vector (t, &s, (unsigned) size);
  if (n == NO_REG && p == NO_REG)
    note_race (t, &s, (unsigned) size, false, NO_REG);
  note_race (t, &d, (unsigned) size, true, NO_REG);
  struct uop *u = emit3 (t, OP_cp_async, to, from, n);
  u->c = p;
  u->n = (uint16_t) size;
}

/* alloca d, a{, ALIGN}; stacksave d; stackrestore a ("Stack Manipulation
   Instructions").  */
static void
translate_stack (struct tr *t, const struct ptx_insn *i)
{
  enum ptx_type type = i->type[0];
  if (i->op == PTX_OP_STACKRESTORE)
    {
      uint32_t a = src (t, &i->operand[0], SLOT_8);
      emit3 (t, OP_stackrestore, 0, a, 0);
      return;
    }
  uint32_t a = 0;
  if (i->op == PTX_OP_ALLOCA)
    a = src (t, &i->operand[1], SLOT_8);
  struct dest d = dest (t, &i->operand[0], type);
  uint32_t v = type_class (type) == SLOT_8 ? d.reg : new_temp (t, SLOT_8);
  if (i->op == PTX_OP_ALLOCA)
    emit_imm (t, OP_alloca, v, a, alloca_align (t, i));
  else
    emit3 (t, OP_stacksave, v, 0, 0);
  if (v != d.reg)
    emit3 (t, OP_trunc_48, d.reg, v, v);
  finish (t, d);
}

bool
translate_mem (struct tr *t, const struct ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_LD: case PTX_OP_LDU:
      translate_ld (t, i);
      note_saved_stack (t, i);
      return true;
    case PTX_OP_ST:
      translate_st (t, i);
      note_saved_stack (t, i);
      return true;
    case PTX_OP_ATOM: case PTX_OP_RED:
      translate_atom (t, i);
      return true;
    /* A policy is a hint that only ld, st and their kin read.  */
    case PTX_OP_CREATEPOLICY:
      {
	struct dest d = dest (t, &i->operand[0], PTX_B64);
	emit_imm (t, OP_movi_8, d.reg, 0, 0);
	finish (t, d);
	return true;
      }
    case PTX_OP_CP_ASYNC:
      translate_cp_async (t, i);
      return true;
    /* The copies are done already.  */
    case PTX_OP_CP_ASYNC_COMMIT: case PTX_OP_CP_ASYNC_WAIT:
    case PTX_OP_CP_ASYNC_WAIT_ALL:
    case PTX_OP_PREFETCH: case PTX_OP_PREFETCHU: case PTX_OP_APPLYPRIORITY:
    case PTX_OP_DISCARD:
      return true;
    case PTX_OP_MEMBAR: case PTX_OP_FENCE:
      emit (t, OP_fence);
      return true;
    case PTX_OP_ALLOCA: case PTX_OP_STACKSAVE: case PTX_OP_STACKRESTORE:
      translate_stack (t, i);
      return true;
    default:
      return false;
    }
}
