/* The PTX machine: barriers of a block ("bar", "barrier").
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "code/translate.h"
#include "order/crew.h"
#include "order/meet.h"

/* Warps mostly arrive in order: the last ones are those that are not there.  */
static bool
barrier_complete (struct block *b, const struct barrier *bar)
{
  uint32_t n = bar->count, i = b->n_warps;
  /* Each has been of one warp at most.  */
  if (bar->need ? (uint64_t) bar->arrivals * WARP_SIZE < bar->need
      : bar->arrivals < b->n_live_warps)
    return false;
  if (!bar->need)
    {
      while (i-- > 0)
	if (b->warps[i].live & ~bar->arrived[i])
	  return false;
      return true;
    }
  while (i-- > 0)
    {
      if (bar->arrived[i])
	n += barrier_share (&b->warps[i], bar->arrived[i]);
      if (n + i * WARP_SIZE < bar->need)
	return false;
    }
  return true;
}

static void
write_results (struct frag *f, const struct barrier *bar)
{
  const struct sync_args *s = (f->pc - 1)->ptr;
  if (s->op != PTX_SUB_RED)
    return;
  uint8_t *regs = f->act->regs;
  uint32_t v = (s->popc ? bar->red_popc
		: s->red == PTX_SUB_AND ? bar->red_and : bar->red_or);
  if (s->d != NO_REG)
    for (uint32_t m = f->mask; m; m &= m - 1)
      ((uint32_t *) (regs + s->d))[first_lane (m)] = v;
  if (s->p != NO_REG)
    {
      uint32_t *p = (uint32_t *) (regs + s->p);
      *p = v ? *p | f->mask : *p & ~f->mask;
    }
}

/* Those of W that wait at barrier ID, which is BAR or was like it, go on.  True
   if there were any.  */
static bool
release_warp (struct warp *w, uint32_t id, const struct barrier *bar)
{
  bool any = false;
  for (uint32_t k = 0; k < w->n_order; k++)
    {
      struct frag *f = &w->frags[w->order[k]];
      if (f->state == F_BAR && f->bar == id)
	{
	  write_results (f, bar);
	  f->state = F_RUN;
	  any = true;
	}
    }
  return any;
}

/* The same for W of a block with a crew, ME being the warp of the caller's.  Of
   several phases while W runs on, it can have waited for the first one only: it
   catches up before it waits for another.  */
static void
release_in_crew (struct crew *c, struct warp *w, uint32_t id,
		 const struct barrier *bar, const struct warp *me)
{
  if (w != me && c->running & lane_bit (w->index))
    {
      if (!(c->released[w->index] & lane_bit (id)))
	c->result[w->index][id] = *bar;
      c->released[w->index] |= lane_bit (id);
    }
  else if (release_warp (w, id, bar) && w != me)
    c->ready |= lane_bit (w->index);
}

void
barrier_catch_up (struct warp *w)
{
  struct crew *c = w->block->crew;
  uint32_t ids = c->released[w->index];
  c->released[w->index] = 0;
  for (; ids; ids &= ids - 1)
    release_warp (w, first_lane (ids), &c->result[w->index][first_lane (ids)]);
}

/* Barrier BAR of B lets those go that arrived.  */
static void
race_barrier (struct block *b, const struct barrier *bar)
{
  uint32_t warps = 0;
  for (uint32_t k = 0; k < b->n_warps; k++)
    if (bar->arrived[k])
      warps |= (uint32_t) 1 << k;
  simt_race_barrier (b->race, warps);
}

/* Barrier ID is complete; ME has come to it, or ended.  */
static void
barrier_release (struct warp *me, uint32_t id)
{
  struct block *b = me->block;
  struct barrier *bar = &b->bar[id];
  if (b->race)
    race_barrier (b, bar);
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      if (unlikely (b->crew != NULL))
	release_in_crew (b->crew, &b->warps[i], id, bar, me);
      else
	release_warp (&b->warps[i], id, bar);
      bar->arrived[i] = 0;
    }
  if (unlikely (b->crew != NULL) && b->crew->ready && b->crew->sleepers)
    pthread_cond_signal (&b->crew->change);
  bar->count = bar->need = bar->arrivals = 0;
  bar->red_and = 1;
  bar->red_or = bar->red_popc = 0;
  bar->busy = false;
  b->phase++;
}

/* Lanes of W have ended: see whether those that wait are all that are left.  */
static void
barrier_recheck (struct warp *w)
{
  struct block *b = w->block;
  for (uint32_t id = 0; id < N_BARRIERS; id++)
    if (b->bar[id].busy && b->n_live_warps
	&& barrier_complete (b, &b->bar[id]))
      barrier_release (w, id);
}

/* Barrier ID, of U, waits for NEED threads, which W's block does not have.  */
static _Noreturn void
too_few (struct warp *w, const struct uop *u, const char *name, uint32_t id,
	 uint32_t need)
{
  crew_hold (w, u);
  w->vm->watch->others (w, w->cur->mask);
  vm_fault (w, u, first_lane (w->cur->mask), VM_DEADLOCK, VM_R_DEADLOCK, 0,
	    "deadlock: bar.%s %u waits for %u threads, and the block has %u%s",
	    name, id, need, w->block->n_threads,
	    strncmp (w->act->func->name, "gomp_", 5) ? ""
	    : "; that is so if a thread left a barrier out, and where tasks "
	      "wait in libgomp before GCC 13");
}

static const struct uop *
ctl_barrier (struct warp *w, const struct uop *u)
{
  const struct sync_args *s = u->ptr;
  struct frag *f = w->cur;
  struct block *b = w->block;
  bool pascal = w->vm->opt.model != VM_VOLTA;
  static const char *const verb[] = { "sync", "arrive", "red" };
  const char *name = verb[s->op == PTX_SUB_ARRIVE ? 1
			  : s->op == PTX_SUB_RED ? 2 : 0];
  /* In a uniform activation, lane 0's value is all lanes'.  */
  uint32_t same = (w->act->uniform ? f->mask
		   : meet_same (w, s->a) & meet_same (w, s->b));
  uint32_t id = s->a == NO_REG ? 0 : *R4P (w, s->a, first_lane (f->mask));
  uint32_t need = s->b == NO_REG ? 0 : *R4P (w, s->b, first_lane (f->mask));

  if (pascal && f->mask != w->live)
    {
      char what[40];
      snprintf (what, sizeof what, "%s.%s %u",
		s->aligned ? "bar" : "barrier", name, id);
      meet_divergent (w, u, what);
    }
  if (id >= N_BARRIERS)
    vm_fault (w, u, first_lane (f->mask), VM_ILLEGAL_INSN, VM_R_OTHER, 0,
	      "bar.%s of barrier %u; there are %d", name, id, N_BARRIERS);
  if (s->b != NO_REG && (need == 0 || need % WARP_SIZE != 0))
    vm_fault (w, u, first_lane (f->mask), VM_ILLEGAL_INSN, VM_R_OTHER, 0,
	      "bar.%s of %u threads; it must be a multiple of %d", name, need,
	      WARP_SIZE);
  if (need > b->n_warps * WARP_SIZE)
    too_few (w, u, name, id, need);
  bool parted = same != f->mask;
  if (parted)
    meet_part (w, u, f->mask & ~same);

  struct barrier *bar = &b->bar[id];
  if (unlikely (b->crew != NULL))
    {
      pthread_mutex_lock (&b->crew->lock);
      barrier_catch_up (w);
    }
  bar->busy = true;
  if (need)
    bar->need = need;
  /* A second arrival in one phase counts again.  */
  if (bar->arrived[w->index] & f->mask)
    {
      bar->count += barrier_share (w, bar->arrived[w->index]);
      bar->arrived[w->index] = 0;
    }
  bar->arrived[w->index] |= f->mask;
  bar->arrivals++;
  if (s->op == PTX_SUB_RED)
    {
      uint32_t v = PREDW (w, s->c) & f->mask;
      bar->red_popc += (uint32_t) __builtin_popcount (v);
      bar->red_or |= v != 0;
      bar->red_and &= v == f->mask;
    }
  if (s->op == PTX_SUB_ARRIVE)
    {
      if (barrier_complete (b, bar))
	barrier_release (w, id);
      crew_unlock (b);
      f->pc = u + 1;
      return parted ? NULL : u + 1;
    }
  f->state = F_BAR;
  f->bar = id;
  f->pc = u + 1;
  if (barrier_complete (b, bar))
    barrier_release (w, id);
  crew_unlock (b);
  return NULL;
}

/* The lanes in MASK, all of them of the current fragment, end.  */
static void
lanes_exit (struct warp *w, uint32_t mask)
{
  struct frag *f = w->cur;
  struct rdv *r = f->rdv;
  f->mask &= ~mask;
  crew_lock (w->block);
  w->live &= ~mask;
  for (struct act *a = f->act, *up; a; a = up)
    {
      up = a->parent;
      a->lanes &= ~mask;
      if (!a->lanes)
	act_free (w, a);
    }
  if (!f->mask)
    {
      frag_free (w, f);
      w->cur = NULL;
    }
  rdv_leave (w, r, NULL, mask);
  if (!w->live)
    w->block->n_live_warps--;
  else
    sync_recheck (w);
  barrier_recheck (w);
  crew_unlock (w->block);
}

const struct meetings vm_meetings
  = { .barrier = ctl_barrier, .sync = ctl_sync, .exit = lanes_exit };
