/* Native code: what the machine does when it is entered and left.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <string.h>

#include "code/effects.h"
#include "native/native.h"
#include "run/activation.h"
#include "run/rare.h"
#include "run/uniform-call.h"

/* Make the activation of FR, which is called from W's own, and of those before
   it.  */
static void
push_frame (struct warp *w, struct native_frame *fr)
{
  if (fr->up)
    push_frame (w, fr->up);
  struct act *from = w->act;
  const struct uniform_call *site
    = &uniform_plan_of (from->func)->calls[fr->site];
  struct vfunc *fn = site->call->func;
  struct act *a = act_push (w, fn, from, FULL_MASK);
  if (unlikely (!a))
    vm_no_memory (w, "a call");
  a->ret_pc = from->func->code + fr->ret;
  a->call = site->call;
  a->uniform = true;
  a->copies = uniform_copies_of (from->func, (struct uniform_call *) site, fn);
  uniform_switch (w, a);
  fr->R = a->regs;
}

static void
frames (struct native_state *x, struct native_frame *fr)
{
  push_frame (x->warp, fr);
}

/* The operation OP with the values A to E of its registers, for one lane.  */
static uint64_t
rare (struct native_state *x, const struct native_op *op, uint64_t a, uint64_t b,
      uint64_t c, uint64_t e)
{
  struct warp *w = x->warp;
  _Alignas (64) uint64_t regs[5 * 8];
  uint32_t field[4];
  const uint64_t value[4] = { a, b, c, e };
  for (uint32_t i = 0; i < 4; i++)
    {
      regs[8 * (i + 1)] = value[i];
      field[i] = op->regs >> i & 1 ? 64 * (i + 1) : op->field[i];
    }
  regs[0] = 0;
  struct uop u = { .op = op->op, .n = op->n, .d = 0, .a = field[0], .b = field[1],
		   .rel = op->rel };
  u.c = field[2];
  u.e = field[3];
  uint8_t *R = w->R;
  w->R = (uint8_t *) regs;
  w->mask = 1;
  rare_table[op->op] (w, &u);
  w->mask = FULL_MASK;
  w->R = R;
  return (op->dest == DEST_P ? regs[0] & 1 ? FULL_MASK : 0
	  : op->dest == DEST_8 ? regs[0] : (uint32_t) regs[0]);
}

/* Calls within each other that have no activation, at most.  */
#define MAX_LEFT 64

/* How many calls may be made from W's activation whose activations can certainly be
   made later: there is room in their number and in local memory.  */
static int32_t
calls_left (const struct warp *w)
{
  const struct act *a = w->act;
  uint64_t limit = w->vm->opt.call_limit;
  uint64_t end = w->lstride;
  /* Their frames are empty; a red zone takes what act_push allows for it.  */
  if (unlikely (w->simt_room))
    end = end - w->simt_room + a->simt_zones;
  if (round_up (local_top (a), 16) > end || a->depth >= limit)
    return 0;
  limit -= a->depth;
  return limit < MAX_LEFT ? (int32_t) limit : MAX_LEFT;
}

static _Thread_local struct native_ranges ranges;

void
native_start (struct native_state *x, struct warp *w)
{
  const struct block *b = w->block;
  const struct launch *l = b->launch;
  x->ranges = &ranges;
  x->invalid = &simt_mem_invalid;
  x->stacks = w->vm->stacks.base;
  x->stacks_size = w->vm->stacks.stride * w->vm->stacks.n;
  x->budget = &w->budget;
  x->lost = 0;
  x->lock = &w->lock;
  x->insns = 0;
  x->tid_y = w->tid[1][0];
  x->ntid_y = l->ntid[1];
  x->ctaid_x = b->ctaid[0];
  x->nctaid_x = l->grid[0];
  x->tid_x = w->tid[0];
  x->crew = b->crew != NULL;
  x->alone = w->alone;
  x->fences = w->fences;
  x->force = native_exit_at ();
  x->warp = w;
  x->frames = frames;
  x->rare = rare;
}

uint32_t
native_enter (struct native_state *x, struct warp *w, native_fn *code,
	      uint32_t entry)
{
  x->left = calls_left (w);
  uint32_t pc = code (x, w->R, entry);
  w->lost += x->lost;
  w->insns += x->insns;
  w->lane_insns += x->insns * WARP_SIZE;
  x->lost = 0;
  x->insns = 0;
  return pc == NATIVE_FRAMES ? x->pc : pc;
}
