/* The PTX machine: the stacks of SIMD lanes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* In OpenMP code of GCC's, a function with a simd loop has an array in local
   memory, %simtstack_ar.  While the loop runs, each lane's stack is in it, from
   its end downwards: the lane's private variables, the caller's stack pointer,
   then the frames of what the loop calls (nvptx.cc,
   nvptx_output_softstack_switch).  GCC does not know how much that is.

   A device has something else below such an array, and nobody notices.  Here,
   from the entry of a function with one to its return, the array is all that an
   access reaches without a further look (set_window); everything else is looked
   at by local_ok, which knows variables, not frames.  */

#include <string.h>

#include "code/translate.h"
#include "vm-int.h"
#include "watch/parts.h"

/* True if [OFF, OFF + SIZE) is in S, which is at BASE if it is in a frame.  */
static bool
in_variable (const struct ptx_symbol *s, uint64_t base, uint64_t off,
	     unsigned size)
{
  const struct place *pl = s->aux;
  if (!pl || pl->kind != P_FRAME)
    return false;
  uint64_t in = off - base - pl->where;
  return in < pl->size && pl->size - in >= size;
}

/* The same for all variables of the activation A, and for what it has
   allocated after its frame.  */
static bool
in_activation (const struct act *a, uint64_t off, unsigned size)
{
  const struct ptx_function *p = a->func->ptx;
  const struct ptx_proto *pr = p->proto;
  uint64_t in = off - a->lbase;
  if (in >= a->func->frame_bytes)
    return in < a->top && a->top - in >= size;
  for (uint32_t k = 0; k < p->n_locals; k++)
    if ((p->locals[k]->space == PTX_LOCAL || p->locals[k]->space == PTX_PARAM)
	&& in_variable (p->locals[k], a->lbase, off, size))
      return true;
  for (uint32_t k = 0; k < pr->n_param; k++)
    if (in_variable (pr->param[k], a->lbase, off, size))
      return true;
  for (uint32_t k = 0; k < pr->n_ret; k++)
    if (in_variable (pr->ret[k], a->lbase, off, size))
      return true;
  return false;
}

/* True if SIZE bytes at OFF of a lane's local memory may be accessed by the
   activation that W is in.  They are taken for used then.  */
bool
local_ok (struct warp *w, uint64_t off, unsigned size)
{
  if (!w->window_size && off < LOCAL_BOTTOM && LOCAL_BOTTOM - off >= size)
    {
      if (w->local_high <= LOCAL_BOTTOM)
	w->local_high = LOCAL_BOTTOM + 1;
      return true;
    }
  uint64_t in = off - w->window_off;
  if (in < w->window_size && w->window_size - in >= size)
    return true;
  if (!simt_of (w, w->act))
    return false;
  for (const struct act *a = w->act; a; a = a->parent)
    if (off >= a->lbase)
      return in_activation (a, off, size);
  return false;
}

/* True if U stores GCC's stack pointer, as is done at the start of a simd loop
   before the lane's own becomes the stack pointer.  */
static bool
saves_stack_p (const struct vfunc *f, const struct uop *u)
{
  const struct ptx_insn *i = &f->ptx->insns[u->insn];
  return (i->op == PTX_OP_ST && i->operand[1].kind == PTX_O_REG
	  && strcmp (f->ptx->regs[i->operand[1].reg].name, "%stack") == 0);
}

/* True if LANE of the activation S is in a simd loop, or may be: its stack
   pointer is in the stack that S has for it, or has left it downwards; or U
   begins the loop.  */
static bool
in_region (const struct warp *w, const struct uop *u, const struct act *s,
	   unsigned lane)
{
  const struct vfunc *f = s->func;
  if (f->stack_reg == NO_REG)
    return false;
  if (w->act == s && saves_stack_p (f, u))
    return true;
  uint64_t sp = ((const uint64_t *) (s->regs + f->stack_reg))[lane];
  uint64_t end = local_addr (w->block) + s->lbase + f->simt_off + f->simt_size;
  return end - sp < MAX_LOCAL;
}

static _Noreturn void
overflow (struct warp *w, const struct uop *u, unsigned lane, uint64_t addr,
	  const struct act *s, uint64_t below, const char *what)
{
  const struct vfunc *f = s->func;
  /* GCC adds a word for the stack pointer to what the option says.  */
  uint64_t need = (f->simt_size + below + 7) / 8 * 8 - 8;
  vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
	    "%s at 0x%llx: %llu byte%s below a SIMD lane's stack of %u bytes, "
	    "which is %s's (enlarge it: compile that with accelfix and "
	    "simt-stack=auto, or with -msoft-stack-reserve-local=%llu or more)",
	    what, (unsigned long long) addr, (unsigned long long) below,
	    below == 1 ? "" : "s", f->simt_size, f->name,
	    (unsigned long long) need);
}

/* True if U accesses memory at a constant distance from GCC's stack pointer,
   where the arguments of variadic calls are.  */
static bool
by_stack_p (const struct vfunc *f, const struct uop *u)
{
  const struct ptx_insn *i = &f->ptx->insns[u->insn];
  const struct ptx_operand *o = &i->operand[i->op == PTX_OP_ST ? 0 : 1];
  return (o->kind == PTX_O_MEM_REG
	  && strcmp (f->ptx->regs[o->reg].name, "%stack") == 0);
}

/* Say so if the access of SIZE bytes at OFF of a lane's local memory is in one
   of the red zones.  */
static void
check_zones (struct warp *w, const struct uop *u, unsigned lane,
	     uint64_t off, uint64_t addr, unsigned size, const char *what)
{
  for (const struct act *s = w->act->simt; s;
       s = s->parent ? s->parent->simt : NULL)
    {
      uint64_t start = s->lbase + s->func->simt_off;
      uint64_t end = start + s->func->simt_size, below = start - off;
      if (below - 1 < SIMT_ZONE_BELOW)
	overflow (w, u, lane, addr, s, below, what);
      if (off + size - end - 1 < SIMT_ZONE_ABOVE)
	vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		  "%s at 0x%llx: beyond the end of a SIMD lane's stack of %u "
		  "bytes, which is %s's (%s)", what,
		  (unsigned long long) addr, s->func->simt_size,
		  s->func->name, by_stack_p (w->act->func, u)
		  ? "it has no room for the arguments of a variadic call: "
		    "compile that with accelfix and simt-stack=auto"
		  : "the loop's private variables are there: is an index too "
		    "large?");
    }
}

/* The access of SIZE bytes at ADDR by LANE is not right.  If it has left a SIMD
   lane's stack, say that and do not return.  WHAT it is, as in "8-byte store".
   LOCAL: ADDR is in .local, not generic.  */
void
simt_stack_check (struct warp *w, const struct uop *u, unsigned lane,
		  uint64_t addr, unsigned size, bool local, const char *what)
{
  const struct act *s = simt_of (w, w->act);
  if (!s)
    return;
  uint64_t off = local ? addr : addr - local_addr (w->block);
  uint64_t in = off - w->window_off;
  if (in < w->window_size && w->window_size - in >= size)
    return;			/* It is misaligned.  */
  check_zones (w, u, lane, off, addr, size, what);
  for (const struct act *a = s; a; a = a->parent ? a->parent->simt : NULL)
    {
      uint64_t below = a->lbase + a->func->simt_off - off;
      if (below - 1 < MAX_LOCAL && in_region (w, u, a, lane))
	overflow (w, u, lane, addr, a, below, what);
    }
}
