/* Stacks of SIMD lanes that are smaller than what is stored there.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* The array has, from its end downwards: the loop's private variables, the
   saved stack pointer, room for outgoing arguments, the frames of what the loop
   calls.  Told is what certainly does not fit, as far as the text shows it.  Of
   what has no body here, is called by address, recurses, or allocates, only the
   part that is known counts.  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ptx-int.h"

struct walk
{
  const struct simt *s;
  const struct simt_entry *e;
  int64_t *offset;		/* By register: its distance from E->ptr, or
				   NOT_KNOWN.  */
  struct simt_faults *faults;
  uint64_t args;		/* Bytes stored at %stack, beyond the room.  */
  int32_t args_at;		/* Where the first such store is.  */
  const struct ptx_function **callee;	/* Told already.  */
  size_t n_callees, alloc_callees;
};

#define NOT_KNOWN INT64_MIN

static void
add_fault (struct simt_faults *a, int32_t insn, const char *format, ...)
{
  va_list ap;
  char text[700];

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  PTX_GROW (a->v, a->n, a->alloc);
  a->v[a->n].insn = insn;
  a->v[a->n++].text = strdup (text);
}

/* Bytes from the end of W's array down to the lowest one that is taken before
   anything is called; the least, if the variables' size is not constant.  */
static uint64_t
taken (const struct walk *w)
{
  const struct simt_entry *e = w->e;

  return ((e->size < 0 ? 0 : (uint64_t) e->size) + (uint64_t) e->align - 8
	  + (e->saves ? 8 : 0) + (uint64_t) e->room);
}

static void
cure (char *buf, size_t size, uint64_t need)
{
  snprintf (buf, size, "compile with accelfix's simt-stack=auto, or with "
	    "-msoft-stack-reserve-local=%llu or more",
	    (unsigned long long) ((need + 7) / 8 * 8 - 8));
}

/* Count the writes of each register: *CLOSURE.  */
static void
count_write (void *closure, int32_t reg, int part, bool write)
{
  uint32_t *writes = closure;

  (void) part;
  writes[reg] += write;
}

/* Find the registers that are written once, as W's pointer and a constant.  */
static void
find_offsets (struct walk *w)
{
  const struct ptx_function *func = w->s->func;
  uint32_t *writes = ptx_xcalloc (func->n_regs + 1, sizeof *writes);

  for (uint32_t r = 0; r < func->n_regs; r++)
    w->offset[r] = NOT_KNOWN;
  w->offset[w->e->ptr] = 0;
  for (uint32_t i = 0; i < func->n_insns; i++)
    ptx_insn_regs (func, &func->insns[i], count_write, writes);
  for (uint32_t i = (uint32_t) w->e->last + 1; i < func->n_insns; i++)
    {
      const struct ptx_insn *insn = &func->insns[i];
      const struct ptx_operand *o = insn->operand;
      int64_t by = 0;

      if (insn->guard >= 0 || o[0].kind != PTX_O_REG || writes[o[0].reg] != 1
	  || o[1].kind != PTX_O_REG || w->offset[o[1].reg] == NOT_KNOWN)
	continue;
      if (insn->op == PTX_OP_ADD && insn->n_operands == 3
	  && o[2].kind == PTX_O_IMM)
	by = o[2].imm;
      else if (insn->op != PTX_OP_MOV)
	continue;
      if (by < INT32_MIN || by > INT32_MAX)
	continue;
      by += w->offset[o[1].reg];
      if (by >= INT32_MIN && by <= INT32_MAX)
	w->offset[o[0].reg] = by;
    }
  free (writes);
}

/* A store of SIZE bytes at AT from the loop's variables.  */
static void
check_store (struct walk *w, int32_t insn, int64_t at, int64_t size)
{
  const struct simt_entry *e = w->e;
  int64_t slack = e->align - 8;

  if (e->size < 0)
    return;
  if (at + size > e->size + slack)
    add_fault (w->faults, insn, "a store of %lld bytes ends %lld bytes beyond "
	       "the variables of the simd loop, which are at the end of a SIMD "
	       "lane's stack of %llu bytes", (long long) size,
	       (long long) (at + size - e->size),
	       (unsigned long long) w->s->size);
  else if (at < e->size - (int64_t) w->s->size)
    add_fault (w->faults, insn, "a store of %lld bytes begins %lld bytes below "
	       "a SIMD lane's stack of %llu bytes", (long long) size,
	       (long long) (e->size - (int64_t) w->s->size - at),
	       (unsigned long long) w->s->size);
  else if (e->saves && at < 0 && at + size > -8)
    add_fault (w->faults, insn, "a store of %lld bytes overwrites the stack "
	       "pointer that the simd loop has saved", (long long) size);
}

static void
check_call (struct walk *w, int32_t insn)
{
  const struct ptx_insn *i = &w->s->func->insns[insn];
  const struct ptx_function *to;
  const char *name;
  char text[200];

  if (i->operand[1].kind != PTX_O_SYM || !(to = called (i, &name)))
    return;
  uint64_t worst = frame_of (to)->worst, need = taken (w) + worst;
  if (need <= w->s->size || need < worst)
    return;
  for (size_t k = 0; k < w->n_callees; k++)
    if (w->callee[k] == to)
      return;
  PTX_GROW (w->callee, w->n_callees, w->alloc_callees);
  w->callee[w->n_callees++] = to;
  cure (text, sizeof text, need);
  add_fault (w->faults, insn, "calling `%.200s' may take %llu bytes of a SIMD "
	     "lane's stack of %llu bytes, of which %llu are left: %s", name,
	     (unsigned long long) worst, (unsigned long long) w->s->size,
	     (unsigned long long) (w->s->size > taken (w)
				   ? w->s->size - taken (w) : 0), text);
}

static void
check_insn (void *closure, int32_t insn)
{
  struct walk *w = closure;
  const struct ptx_insn *i = &w->s->func->insns[insn];

  if (i->op == PTX_OP_CALL)
    check_call (w, insn);
  if (i->op != PTX_OP_ST || i->operand[0].kind != PTX_O_MEM_REG
      || i->space != PTX_GENERIC)
    return;
  int64_t at = i->operand[0].imm;
  int64_t size = ptx_type_size (i->type[0]) * (i->vec ? i->vec : 1);
  if (at < INT32_MIN || at > INT32_MAX)
    return;
  if (i->operand[0].reg == w->s->stack)
    {
      if (at + size > w->e->room && at >= 0)
	{
	  if ((uint64_t) (at + size) > w->args)
	    w->args = (uint64_t) (at + size);
	  if (w->args_at < 0 || insn < w->args_at)
	    w->args_at = insn;
	}
    }
  else if (w->offset[i->operand[0].reg] != NOT_KNOWN)
    check_store (w, insn, w->offset[i->operand[0].reg] + at, size);
}

/* Append to FAULTS what is wrong with the stacks of SIMD lanes in FUNC, whose
   module's frames have been built.  */
void
find_simt_faults (const struct ptx_function *func, struct simt_faults *faults)
{
  struct simt *s = simt_find (func);
  char text[200];

  if (!s)
    return;
  for (size_t k = 0; k < s->n; k++)
    {
      struct walk w = { .s = s, .e = &s->entry[k], .faults = faults,
			.args_at = -1 };

      w.offset = ptx_xcalloc (func->n_regs + 1, sizeof *w.offset);
      find_offsets (&w);
      if (taken (&w) > s->size)
	{
	  cure (text, sizeof text, taken (&w));
	  add_fault (faults, w.e->insn, "the variables of the simd loop and "
		     "the stack pointer that it saves take %llu bytes of a "
		     "SIMD lane's stack of %llu bytes: %s",
		     (unsigned long long) taken (&w),
		     (unsigned long long) s->size, text);
	}
      else
	simt_walk (s, w.e, check_insn, &w);
      if (w.args_at >= 0)
	add_fault (faults, w.args_at, "the %llu bytes of variadic arguments of "
		   "a call overwrite the stack pointer that the simd loop has "
		   "saved and its variables: a SIMD lane's stack has room for "
		   "%lld (compile with accelfix's simt-stack=auto)",
		   (unsigned long long) w.args, (long long) w.e->room);
      free (w.offset);
      free (w.callee);
    }
  simt_free (s);
}
