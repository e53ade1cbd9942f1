/* The PTX machine: from a PTX function to micro-operations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "code/shadow.h"
#include "code/translate.h"
#include "ptx-int.h"

/* ---- Registers.  */

static void
mark_used (void *closure, int32_t reg, int part, bool write)
{
  struct tr *t = closure;
  (void) part, (void) write;
  if (reg >= 0)
    t->slot[reg] = 0;
}

/* Give each register that is used a place.  */
static void
assign_registers (struct tr *t)
{
  struct ptx_function *p = t->p;
  t->slot = ptx_xrealloc (NULL, (p->n_regs + 1) * sizeof *t->slot);
  t->cls = ptx_xrealloc (NULL, p->n_regs + 1);
  for (uint32_t r = 0; r < p->n_regs; r++)
    t->slot[r] = NO_REG;
  for (uint32_t i = 0; i < p->n_insns; i++)
    ptx_insn_regs (p, &p->insns[i], mark_used, t);
  for (uint32_t r = 0; r < p->n_regs; r++)
    {
      t->cls[r] = (uint8_t) type_class (p->regs[r].type);
      if (t->slot[r] == NO_REG)
	continue;
      t->slot[r] = t->top;
      t->top += class_bytes (t->cls[r]) * p->regs[r].vec;
    }
}

/* A function that allocates on its stack keeps, for each lane, how far its
   frame reaches.  */
static void
assign_stack_pointer (struct tr *t)
{
  t->f->sp_off = NO_REG;
  for (uint32_t i = 0; i < t->p->n_insns; i++)
    switch (t->p->insns[i].op)
      {
      case PTX_OP_ALLOCA: case PTX_OP_STACKSAVE: case PTX_OP_STACKRESTORE:
	t->f->sp_off = t->top;
	t->top += class_bytes (SLOT_4);
	return;
      default:
	break;
      }
}

/* ---- The function.  */

/* Instructions that are not done by a lane for itself: a guard branches
   around them.  */
static bool
control_p (const struct ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_BRA: case PTX_OP_BRX: case PTX_OP_CALL: case PTX_OP_RET:
    case PTX_OP_EXIT: case PTX_OP_TRAP: case PTX_OP_BRKPT:
    case PTX_OP_BAR: case PTX_OP_BARRIER: case PTX_OP_SHFL:
    case PTX_OP_VOTE: case PTX_OP_MATCH: case PTX_OP_REDUX:
    case PTX_OP_ELECT: case PTX_OP_NANOSLEEP:
      return true;
    default:
      return false;
    }
}

/* Where the lanes that a branch at the end of BLOCK parts meet again.  */
static void
fix_join (struct tr *t, uint32_t uop, uint32_t block, uint8_t what)
{
  int32_t ip = t->cfg->blocks[block].ipdom;
  uint32_t v = NO_REG;
  if (ip >= 0 && (uint32_t) ip == t->cfg->n_blocks - 1)
    v = JOIN_AT_RET;
  else if (ip >= 0)
    {
      add_fix (t, uop, (uint32_t) ip, what);
      return;
    }
  if (what == FIX_JOIN)
    t->code[uop].c = v;
  else
    t->code[uop].d = v;
}

static void
emit_bra (struct tr *t, const struct ptx_insn *i)
{
  uint32_t block = (uint32_t) t->cfg->insn_block[t->insn];
  int32_t label = i->operand[0].label;
  if (i->operand[0].kind != PTX_O_LABEL || label < 0)
    tr_error (t, "branch to no label");
  int32_t at = t->p->labels[label].insn;
  uint32_t to = ((uint32_t) at >= t->p->n_insns ? t->cfg->n_blocks - 1
		 : (uint32_t) t->cfg->insn_block[at]);
  if (i->guard < 0)
    {
      emit (t, OP_bra);
      add_fix (t, t->n - 1, to, FIX_REL);
      return;
    }
  uint32_t p = reg_slot (t, i->guard);
  /* Fuse with a setp just before.  */
  if (t->n > t->fuse_from)
    {
      struct uop *s = &t->code[t->n - 1];
      if (s->op >= OP_setp_eq_u16 && s->op < OP_movi_4 && s->d == p)
	s->op = (uint16_t) (s->op - OP_setp_eq_u16 + OP_FIRST_FUSED);
    }
  struct uop *u = emit (t, OP_brac);
  u->a = p;
  u->n = i->guard_neg;
  add_fix (t, t->n - 1, to, FIX_REL);
  fix_join (t, t->n - 1, block, FIX_JOIN);
}

static void
emit_brx (struct tr *t, const struct ptx_insn *i)
{
  uint32_t block = (uint32_t) t->cfg->insn_block[t->insn];
  if (i->target_table < 0 || (uint32_t) i->target_table >= t->p->n_targets)
    tr_error (t, "brx.idx without a table of targets");
  const struct ptx_targets *tg = &t->p->targets[i->target_table];
  int32_t *table = tr_alloc (t, (tg->n + 1) * sizeof *table);
  table[0] = (int32_t) tg->n;
  for (uint32_t k = 0; k < tg->n; k++)
    {
      int32_t at = t->p->labels[tg->label[k]].insn;
      table[1 + k] = ((uint32_t) at >= t->p->n_insns
		      ? (int32_t) t->cfg->n_blocks - 1
		      : t->cfg->insn_block[at]);
    }
  uint32_t a = src (t, &i->operand[0], SLOT_4);
  struct uop *u = emit (t, OP_brx);
  u->a = a;
  u->ptr = table;
  add_fix (t, t->n - 1, 0, FIX_TABLE);
  fix_join (t, t->n - 1, block, FIX_JOIN_D);
}

/* What comes next may be jumped to.  */
static void
new_segment (struct tr *t)
{
  /* Not yet where checks come between (shadow-plan.c).  */
  if (!t->vm->shadow)
    forward_results (t->code + t->fuse_from, t->n - t->fuse_from);
  t->fuse_from = t->n;
}

/* True if no modifier of I changes what it computes.  */
static bool
hint_p (const struct ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_CREATEPOLICY:
    case PTX_OP_PREFETCH: case PTX_OP_MEMBAR: case PTX_OP_FENCE:
    case PTX_OP_GRIDDEPCONTROL: case PTX_OP_PMEVENT: case PTX_OP_SETMAXNREG:
      return true;
    default:
      return false;
    }
}

/* The gaps of the frame begin here, or end.  */
static void
emit_gaps (struct tr *t, bool begin)
{
  struct uop *u = emit (t, OP_gaps);
  u->a = t->f->frame_reg;
  u->n = begin;
}

/* Find the register that notes about the frame count from.  */
static void
find_frame (struct tr *t)
{
  t->f->frame_reg = NO_REG;
  for (uint32_t r = 0; t->p->notes && r < t->p->n_regs; r++)
    if (!strcmp (t->p->regs[r].name, "%frame") && t->cls[r] == SLOT_8)
      t->f->frame_reg = t->slot[r];
  t->gaps = (t->f->frame_reg != NO_REG && t->p->n_gaps && t->vm->opt.redzone);
  if (t->gaps)
    t->f->module->frame_gaps = true;
}

static void
translate_insn (struct tr *t, const struct ptx_insn *i)
{
  t->temp = t->top;
  if (t->vm->opt.profile)
    profile_insn (t, i, control_p (i));
  if (i->op == PTX_OP_BRA)
    {
      if (t->track)
	emit_checks (t, i, false);
      emit_bra (t, i);
      return;
    }
  bool control = control_p (i);
  uint32_t at = 0;
  if (i->guard >= 0)
    {
      if (t->track && t->undef_of[i->guard] >= 0)
	{
	  struct uop *u = emit (t, OP_chkdef);
	  u->n = (uint16_t) t->undef_of[i->guard];
	  u->a = t->f->def_off + 4 * (uint32_t) t->undef_of[i->guard];
	}
      at = t->n;
      struct uop *u = emit (t, control ? OP_brac : OP_guard);
      u->a = reg_slot (t, i->guard);
      u->n = control ? !i->guard_neg : i->guard_neg;
    }
  if (t->track)
    emit_checks (t, i, false);
  if (t->gaps && (i->op == PTX_OP_RET || i->op == PTX_OP_EXIT))
    emit_gaps (t, false);
  if (i->op == PTX_OP_BRX)
    emit_brx (t, i);
  else if (!translate_mov (t, i) && !translate_compare (t, i)
	   && !translate_alu (t, i) && !translate_cvt (t, i)
	   && !translate_mem (t, i) && !translate_flow (t, i))
    tr_unsupported (t);
  if (i->other_mods && !hint_p (i))
    tr_error (t, "`%s' has a modifier that this machine does not have",
	      ptx_op_name (i->op));
  if (t->track)
    emit_checks (t, i, true);
  if (i->guard < 0)
    return;
  if (!control)
    {
      t->code[at].rel = (int32_t) (t->n - 1 - at);
      new_segment (t);
      return;
    }
  t->code[at].rel = (int32_t) (t->n - at);
  uint32_t block = (uint32_t) t->cfg->insn_block[t->insn];
  if ((int32_t) t->insn == t->cfg->blocks[block].last
      && t->cfg->blocks[block].n_succ > 1)
    fix_join (t, at, block, FIX_JOIN);
  else
    {
      t->code[at].c = t->n;
      emit (t, OP_join);
    }
  new_segment (t);
}

static void
apply_fixes (struct tr *t)
{
  for (uint32_t k = 0; k < t->n_fixes; k++)
    {
      struct fix *x = &t->fixes[k];
      struct uop *u = &t->code[x->uop];
      int32_t to = t->block_pc[x->block];
      switch (x->what)
	{
	case FIX_REL:
	  u->rel = to - (int32_t) x->uop;
	  break;
	case FIX_JOIN:
	  u->c = (uint32_t) to;
	  break;
	case FIX_JOIN_D:
	  u->d = (uint32_t) to;
	  break;
	case FIX_TABLE:
	  {
	    int32_t *table = u->ptr;
	    for (int32_t j = 1; j <= table[0]; j++)
	      table[j] = t->block_pc[table[j]] - (int32_t) x->uop;
	    break;
	  }
	}
    }
}

/* Find the blocks that come after a loop: those that a branch backwards, or one
   from what lies between it and its target, goes to otherwise.  For --race,
   where the lanes of a warp meet when a loop has ended.  */
static void
find_loop_exits (struct tr *t)
{
  uint32_t n = t->cfg->n_blocks;
  const struct ptx_block *bl = t->cfg->blocks;
  t->loop_exit = ptx_xcalloc (n, sizeof *t->loop_exit);
  for (uint32_t b = 0; b + 1 < n; b++)
    for (uint32_t k = 0; k < bl[b].n_succ; k++)
      for (uint32_t x = (uint32_t) bl[b].succ[k]; x <= b; x++)
	for (uint32_t j = 0; j < bl[x].n_succ; j++)
	  if ((uint32_t) bl[x].succ[j] > b
	      || bl[x].succ[j] < bl[b].succ[k])
	    t->loop_exit[bl[x].succ[j]] = true;
}

/* Say where source lines begin, for a debugger: before instruction I, which is the
   first of its basic block if FIRST.  Where a call has returned, the line goes on: what
   follows is of this line, and not of the function's last one.  */

static void
emit_line (struct tr *t, uint32_t i, bool first)
{
  const struct ptx_function *p = t->p;
  const struct ptx_loc *locs = p->unit->locs;
  uint32_t loc = p->insns[i].loc, last = i ? p->insns[i - 1].loc : 0;
  if (!loc || loc >= p->unit->n_locs)
    return;
  bool same = (last && locs[last].line == locs[loc].line
	       && locs[last].file == locs[loc].file);
  if (same && !first && p->insns[i - 1].op != PTX_OP_CALL)
    return;
  emit (t, OP_line)->n = same ? LINE_BLOCK : LINE_START;
  new_segment (t);
}

static void
translate_body (struct tr *t)
{
  struct ptx_function *p = t->p;
  uint32_t n = t->cfg->n_blocks;
  bool count = t->vm->opt.stats || t->vm->opt.insn_limit;
  t->block_pc = ptx_xcalloc (n, sizeof *t->block_pc);
  t->block_join = ptx_xcalloc (n, sizeof *t->block_join);
  for (uint32_t b = 0; b < n; b++)
    if (t->cfg->blocks[b].n_succ > 1 && t->cfg->blocks[b].ipdom >= 0)
      t->block_join[t->cfg->blocks[b].ipdom] = true;

  if (t->vm->opt.race)
    find_loop_exits (t);
  for (uint32_t b = 0; b + 1 < n; b++)
    {
      struct ptx_block *bl = &t->cfg->blocks[b];
      t->block_pc[b] = (int32_t) t->n;
      t->insn = (uint32_t) bl->first;
      if (t->block_join[b])
	emit (t, OP_join);
      if (count)
	emit (t, OP_count)->rel = bl->last - bl->first + 1;
      if (t->vm->opt.profile)
	{
	  profile_run (t);
	  if (b == 0)
	    profile_start (t);
	}
      if (t->loop_exit && t->loop_exit[b])
	emit (t, OP_lanes_meet);
      new_segment (t);
      for (int32_t i = bl->first; i <= bl->last; i++)
	{
	  t->insn = (uint32_t) i;
	  if (t->vm->opt.debug)
	    emit_line (t, (uint32_t) i, i == bl->first);
	  /* After what sets the frame up, where the notes stand.  */
	  if (t->gaps && p->insns[i].line > p->notes_line
	      && (i == 0 || p->insns[i - 1].line <= p->notes_line))
	    emit_gaps (t, true);
	  translate_insn (t, &p->insns[i]);
	  if (t->vm->opt.profile && i < bl->last && control_p (&p->insns[i]))
	    profile_run (t);
	}
    }
  new_segment (t);
  /* Falling off the end returns.  */
  t->block_pc[n - 1] = (int32_t) t->n;
  t->insn = p->n_insns ? p->n_insns - 1 : 0;
  if (t->gaps)
    emit_gaps (t, false);
  emit (t, OP_ret);
  apply_fixes (t);
}

/* Translate what T->p says, with places for all that it has.  False if that cannot
   be done; what T holds by then is the caller's.  T is not of this function, which
   calls setjmp (ISO C, 7.13.2.1).  */
static bool __attribute__ ((noinline))
translate_or_fail (struct tr *t)
{
  if (setjmp (t->fail))
    return false;
  assign_registers (t);
  assign_stack_pointer (t);
  place_locals (t);
  find_frame (t);
  find_undefined (t);
  t->cc = t->top;
  t->top += 64;
  t->max = t->top;
  t->f->temp_off = t->top;
  translate_body (t);
  return true;
}

/* Translate F's PTX.  False, with the reasons given to DIAG, if it cannot be
   done.  */
bool
translate (struct vm *vm, struct vfunc *f, struct ptx_diag *diag)
{
  struct tr t;
  memset (&t, 0, sizeof t);
  t.vm = vm;
  t.f = f;
  t.p = f->ptx;
  t.diag = diag;
  t.cc = NO_REG;
  t.track = (vm->opt.uninit == VM_UNINIT_REPORT
	     || vm->opt.uninit == VM_UNINIT_ERROR);
  t.cfg = ptx_cfg_build (f->ptx);
  if (t.cfg && vm->opt.model != VM_VOLTA)
    ptx_cfg_trap_falls (t.cfg);
  if (t.cfg && f->ptx->entry)
    ptx_cfg_exit_is_return (t.cfg);
  if (t.cfg && vm->opt.model == VM_PASCAL_SHARED)
    ptx_cfg_share_dead_ends (t.cfg);
  bool ok = t.cfg && translate_or_fail (&t);
  /* What is left over is for the next function.  */
  f->code = t.n ? ptx_xrealloc (t.code, t.n * sizeof *t.code) : t.code;
  f->n_code = t.n;
  f->reg_bytes = (t.max + 63) / 64 * 64;
  if (ok && vm->shadow)
    shadow_instrument (&t);
  if (ok && vm->opt.debug)
    {
      uint32_t *slots = tr_alloc (&t, (f->ptx->n_regs + 1) * sizeof *slots);
      memcpy (slots, t.slot, f->ptx->n_regs * sizeof *slots);
      f->slots = slots;
    }
  if (ok)
    atomic_store_explicit (&f->ready, true, memory_order_release);
  free (t.slot);
  free (t.cls);
  free (t.undef_of);
  free (t.block_pc);
  free (t.block_join);
  free (t.loop_exit);
  free (t.fixes);
  if (t.cfg)
    ptx_cfg_free (t.cfg);
  return ok;
}
