/* The PTX machine: meetings inside a warp.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "code/shadow.h"
#include "code/translate.h"
#include "code/where.h"
#include "order/crew.h"
#include "order/meet.h"

/* ---- Under `pascal' all live lanes of a warp must come together.  */

static void
reconvergence (const struct frag *f, char *buf, size_t n)
{
  const struct rdv *r = f->rdv;
  if (!r)
    snprintf (buf, n, "the paths have no point of reconvergence");
  else if (!r->pc)
    snprintf (buf, n, "reconvergence was at the return from %s",
	      r->act->func->name);
  else
    {
      const struct vfunc *fn = r->act->func;
      uint32_t k = r->pc->insn;
      snprintf (buf, n, "reconvergence was at PTX line %u",
		fn->ptx->unit->line_base + fn->ptx->insns[k].line);
    }
}

static void
place_text (struct warp *w, const struct uop *u, char *buf, size_t n)
{
  char *comma;
  uop_where (buf, n, w->act->func, u);
  comma = strstr (buf, ", PTX line");
  if (comma)
    *comma = 0;
}

_Noreturn void
meet_divergent (struct warp *w, const struct uop *u, const char *what)
{
  struct frag *f = w->cur;
  char place[300], meet[300];
  crew_hold (w, u);
  place_text (w, u, place, sizeof place);
  reconvergence (f, meet, sizeof meet);
  w->vm->watch->others (w, f->mask);
  vm_fault (w, u, first_lane (f->mask), VM_DIVERGENT_BARRIER, VM_R_BARRIER, 0,
	    "%s reached by %d of %d lanes in %s: %s", what,
	    __builtin_popcount (f->mask), __builtin_popcount (w->live), place,
	    meet);
}

uint32_t
meet_same (struct warp *w, uint32_t r)
{
  uint32_t mask = w->cur->mask, same = 0;
  if (r == NO_REG)
    return mask;
  if (mask == FULL_MASK
      && !memcmp (R4P (w, r, 0), R4P (w, r, 1), (WARP_SIZE - 1) * 4))
    return mask;
  uint32_t v = *R4P (w, r, first_lane (mask));
  for (uint32_t m = mask; m; m &= m - 1)
    if (*R4P (w, r, first_lane (m)) == v)
      same |= m & -m;
  return same;
}

void
meet_part (struct warp *w, const struct uop *u, uint32_t others)
{
  struct frag *f = w->cur, *g = frag_new (w, others);
  g->act = f->act;
  g->rdv = f->rdv;
  g->pc = u;
  f->mask &= ~others;
}

/* ---- Meetings inside a warp.  */

/* The lane that LANE gets its value from, or -1 for its own ("shfl").  */
static int
shfl_source (unsigned kind, unsigned lane, uint32_t b, uint32_t c)
{
  uint32_t seg = c >> 8 & 31;
  int clamp = (int) (c & 31), n = (int) (b & 31), l = (int) lane;
  int max = (int) ((lane & seg) | ((uint32_t) clamp & ~seg));
  int min = (int) (lane & seg), j;
  switch (kind)
    {
    case SYNC_SHFL_UP:
      j = l - n;
      return j >= max ? j : -1;
    case SYNC_SHFL_DOWN:
      j = l + n;
      break;
    case SYNC_SHFL_BFLY:
      j = l ^ n;
      break;
    default:
      j = min | (n & ~(int) seg);
      break;
    }
  return j <= max ? j : -1;
}

static uint32_t
reduce (unsigned kind, uint32_t x, uint32_t y)
{
  switch (kind)
    {
    case SYNC_REDUX_ADD: return x + y;
    case SYNC_REDUX_MIN_U: return x < y ? x : y;
    case SYNC_REDUX_MAX_U: return x > y ? x : y;
    case SYNC_REDUX_MIN_S: return (int32_t) x < (int32_t) y ? x : y;
    case SYNC_REDUX_MAX_S: return (int32_t) x > (int32_t) y ? x : y;
    case SYNC_REDUX_AND: return x & y;
    case SYNC_REDUX_OR: return x | y;
    default: return x ^ y;
    }
}

/* What the lanes bring and get.  */
struct meeting
{
  uint32_t mask;		/* Who is there.  */
  uint64_t a[WARP_SIZE];
  uint32_t b[WARP_SIZE], c[WARP_SIZE];
  uint32_t pred;
  uint32_t d[WARP_SIZE], p;
  uint8_t from[WARP_SIZE];	/* Of a shuffle: whose value it is.  */
  struct shadow_meeting *shadow;	/* With --initcheck.  */
};

static void
bring (struct meeting *m, const struct frag *f, const struct uop *u)
{
  const struct sync_args *s = u->ptr;
  unsigned kind = u->n & 0xff;
  const uint8_t *regs = f->act->regs;
  bool wide = kind == SYNC_MATCH_ANY_8 || kind == SYNC_MATCH_ALL_8;
  bool shfl = kind >= SYNC_SHFL_UP && kind <= SYNC_SHFL_IDX;
  uint32_t lanes = f->mask;
  if (m->shadow)
    shadow_bring (m->shadow, f, u);
  m->mask |= f->mask;
  /* A shuffle from a lane that is not there gives what its register
     happens to hold.  */
  if (shfl)
    lanes = f->act->lanes;
  for (; lanes; lanes &= lanes - 1)
    {
      unsigned i = first_lane (lanes);
      if (s->a != NO_REG && (f->mask >> i & 1 || !(m->mask >> i & 1)))
	m->a[i] = (wide ? ((const uint64_t *) (regs + s->a))[i]
		   : ((const uint32_t *) (regs + s->a))[i]);
      if (shfl)
	{
	  m->b[i] = ((const uint32_t *) (regs + s->b))[i];
	  m->c[i] = ((const uint32_t *) (regs + s->c))[i];
	}
    }
  if (kind >= SYNC_VOTE_ALL && kind <= SYNC_VOTE_BALLOT)
    m->pred |= *(const uint32_t *) (regs + s->c) & f->mask;
}

static void
compute (struct meeting *m, unsigned kind)
{
  uint32_t mask = m->mask;
  unsigned lead = first_lane (mask);
  uint32_t value = 0;
  switch (kind)
    {
    case SYNC_WARP:
      return;
    case SYNC_SHFL_UP: case SYNC_SHFL_DOWN: case SYNC_SHFL_BFLY:
    case SYNC_SHFL_IDX:
      for (uint32_t k = mask; k; k &= k - 1)
	{
	  unsigned i = first_lane (k);
	  int j = shfl_source (kind, i, m->b[i], m->c[i]);
	  if (j >= 0)
	    m->p |= lane_bit (i);
	  m->from[i] = j >= 0 ? (uint8_t) j : (uint8_t) i;
	  m->d[i] = (uint32_t) m->a[m->from[i]];
	}
      return;
    case SYNC_VOTE_ALL:
      m->p = m->pred == mask ? mask : 0;
      return;
    case SYNC_VOTE_ANY:
      m->p = m->pred ? mask : 0;
      return;
    case SYNC_VOTE_UNI:
      m->p = m->pred == mask || m->pred == 0 ? mask : 0;
      return;
    case SYNC_VOTE_BALLOT:
      value = m->pred;
      break;
    case SYNC_MATCH_ANY_4: case SYNC_MATCH_ANY_8:
      for (uint32_t k = mask; k; k &= k - 1)
	{
	  unsigned i = first_lane (k);
	  for (uint32_t q = mask; q; q &= q - 1)
	    if (m->a[first_lane (q)] == m->a[i])
	      m->d[i] |= q & -q;
	}
      return;
    case SYNC_MATCH_ALL_4: case SYNC_MATCH_ALL_8:
      value = mask;
      for (uint32_t k = mask; k; k &= k - 1)
	if (m->a[first_lane (k)] != m->a[lead])
	  value = 0;
      m->p = value;
      break;
    case SYNC_ELECT:
      value = lead;
      m->p = lane_bit (lead);
      break;
    default:
      value = (uint32_t) m->a[lead];
      for (uint32_t k = mask & (mask - 1); k; k &= k - 1)
	value = reduce (kind, value, (uint32_t) m->a[first_lane (k)]);
      break;
    }
  for (uint32_t k = mask; k; k &= k - 1)
    m->d[first_lane (k)] = value;
}

static void
get (const struct meeting *m, struct frag *f, const struct uop *u)
{
  const struct sync_args *s = u->ptr;
  uint8_t *regs = f->act->regs;
  if (s->d != NO_REG)
    for (uint32_t k = f->mask; k; k &= k - 1)
      ((uint32_t *) (regs + s->d))[first_lane (k)] = m->d[first_lane (k)];
  if (s->p != NO_REG)
    {
      uint32_t *p = (uint32_t *) (regs + s->p);
      *p = (*p & ~f->mask) | (m->p & f->mask);
    }
  if (m->shadow)
    shadow_get (m->shadow, m->from, f, u);
}

/* If all lanes that F waits for are there, do the operation for them.  */
static bool
sync_try (struct warp *w, struct frag *f)
{
  uint32_t want = f->wait_mask & w->live, there = 0;
  unsigned n = f->pc->n;
  for (uint32_t k = 0; k < w->n_order; k++)
    {
      struct frag *g = &w->frags[w->order[k]];
      if (g->state == F_SYNC && g->wait_mask == f->wait_mask && g->pc->n == n)
	there |= g->mask;
    }
  if (want & ~there)
    return false;
  struct meeting m;
  struct shadow_meeting shadow;
  memset (&m, 0, sizeof m);
  if (w->vm->shadow)
    m.shadow = memset (&shadow, 0, sizeof shadow);
  uint32_t waiting = f->wait_mask;
  for (int pass = 0; pass < 2; pass++)
    {
      for (uint32_t k = 0; k < w->n_order; k++)
	{
	  struct frag *g = &w->frags[w->order[k]];
	  if (g->state != F_SYNC || g->wait_mask != waiting || g->pc->n != n)
	    continue;
	  if (pass == 0)
	    bring (&m, g, g->pc);
	  else
	    {
	      get (&m, g, g->pc);
	      g->state = F_RUN;
	      g->pc++;
	    }
	}
      if (pass == 0)
	compute (&m, n & 0xff);
    }
  return true;
}

void
sync_recheck (struct warp *w)
{
  for (uint32_t k = 0; k < w->n_order; k++)
    {
      struct frag *f = &w->frags[w->order[k]];
      if (f->state == F_SYNC)
	sync_try (w, f);
    }
}

static inline void __attribute__ ((always_inline))
shuffle_lanes (unsigned kind, uint8_t *regs, const struct sync_args *s)
{
  const uint32_t *b = (const uint32_t *) (regs + s->b);
  const uint32_t *c = (const uint32_t *) (regs + s->c);
  uint32_t a[WARP_SIZE], d[WARP_SIZE], p = 0;
  memcpy (a, regs + s->a, sizeof a);
  for (unsigned i = 0; i < WARP_SIZE; i++)
    {
      int j = shfl_source (kind, i, b[i], c[i]);
      p |= (uint32_t) (j >= 0) << i;
      d[i] = a[j >= 0 ? (unsigned) j : i];
    }
  if (s->d != NO_REG)
    memcpy (regs + s->d, d, sizeof d);
  if (s->p != NO_REG)
    *(uint32_t *) (regs + s->p) = p;
}

/* True if all lanes have the same value in the register of 4 bytes at OFF.  */
static inline bool
all_same (const uint8_t *regs, uint32_t off)
{
  return !memcmp (regs + off, regs + off + 4, (WARP_SIZE - 1) * 4);
}

/* If every lane gets the value of one and the same lane, do that.  It is what a
   shuffle does outside of GCC's simd loops, where lane 0 hands its result of an
   atomic operation to the others.  */
static bool
shuffle_one (uint8_t *regs, const struct sync_args *s)
{
  const uint32_t *b = (const uint32_t *) (regs + s->b);
  const uint32_t *c = (const uint32_t *) (regs + s->c);
  uint32_t *d = (uint32_t *) (regs + s->d);
  if (s->d == NO_REG || (c[0] & 0x1f1f) != 31 || !all_same (regs, s->b)
      || !all_same (regs, s->c))
    return false;
  uint32_t v = ((const uint32_t *) (regs + s->a))[b[0] & 31];
  for (int i = 0; i < WARP_SIZE; i++)
    d[i] = v;
  if (s->p != NO_REG)
    *(uint32_t *) (regs + s->p) = FULL_MASK;
  return true;
}

/* A shuffle or meeting of a whole warp that is together, common in GCC's OpenMP
   code: do it at once.  False if U is not one.  */
static bool
shuffle_whole (struct warp *w, const struct uop *u, unsigned kind)
{
  const struct sync_args *s = u->ptr;
  uint8_t *regs = w->cur->act->regs;
  if (w->cur->mask != FULL_MASK || (s->a == NO_REG && kind != SYNC_WARP)
      || (w->vm->shadow && kind != SYNC_WARP))
    return false;
  if (!(u->n & SYNC_NOMASK)
      && (*(const uint32_t *) (regs + s->members) != FULL_MASK
	  || !all_same (regs, s->members)))
    return false;
  switch (kind)
    {
    case SYNC_WARP:
      return true;
    case SYNC_SHFL_UP:
      shuffle_lanes (SYNC_SHFL_UP, regs, s);
      return true;
    case SYNC_SHFL_DOWN:
      shuffle_lanes (SYNC_SHFL_DOWN, regs, s);
      return true;
    case SYNC_SHFL_BFLY:
      shuffle_lanes (SYNC_SHFL_BFLY, regs, s);
      return true;
    case SYNC_SHFL_IDX:
      if (!shuffle_one (regs, s))
	shuffle_lanes (SYNC_SHFL_IDX, regs, s);
      return true;
    default:
      return false;
    }
}

/* True if each lane of the current fragment gets its own value from U, a shuffle
   of KIND.  GCC's -muniform-simt has that in SIMD loops, which lanes leave at
   different times: who else is there does not matter then.  */
static bool
shuffle_own (struct warp *w, const struct uop *u, unsigned kind)
{
  const struct sync_args *s = u->ptr;
  for (uint32_t k = w->cur->mask; k; k &= k - 1)
    {
      unsigned i = first_lane (k);
      int j = shfl_source (kind, i, *R4P (w, s->b, i), *R4P (w, s->c, i));
      if (j >= 0 && j != (int) i)
	return false;
    }
  return true;
}

const struct uop *
ctl_sync (struct warp *w, const struct uop *u)
{
  const struct sync_args *s = u->ptr;
  struct frag *f = w->cur;
  unsigned kind = u->n & 0xff;
  race_lanes_meet (w);
  if (shuffle_whole (w, u, kind))
    {
      f->pc = u + 1;
      return u + 1;
    }
  bool pascal = w->vm->opt.model != VM_VOLTA;
  bool shfl = kind >= SYNC_SHFL_UP && kind <= SYNC_SHFL_IDX;
  uint32_t members = f->mask;
  bool parted = false;

  if (u->n & SYNC_NOMASK)
    {
      if (shfl && f->mask != w->live && !shuffle_own (w, u, kind))
	{
	  if (pascal)
	    meet_divergent (w, u, sync_name (kind));
	  if (report_first (w->vm, &w->act->func->ptx->insns[u->insn],
			    0x80000000u))
	    vm_note (w, u, first_lane (f->mask), VM_R_SHUFFLE, 0, NULL,
		     "%s executed by %d of %d lanes", sync_name (kind),
		     __builtin_popcount (f->mask),
		     __builtin_popcount (w->live));
	}
    }
  else
    {
      uint32_t same = meet_same (w, s->members);
      members = *R4P (w, s->members, first_lane (f->mask));
      parted = same != f->mask;
      if (parted)
	meet_part (w, u, f->mask & ~same);
      if (f->mask & ~members)
	vm_fault (w, u, first_lane (f->mask & ~members), VM_ILLEGAL_INSN,
		  VM_R_SHUFFLE, 0, "%s%s executed by a lane that is not in "
		  "its mask 0x%x", sync_name (kind), kind ? ".sync" : "",
		  members);
    }

  if (members & w->live & ~f->mask)
    {
      if (pascal)
	{
	  char what[64];
	  snprintf (what, sizeof what, "%s%s 0x%x", sync_name (kind),
		    kind == SYNC_WARP ? "" : ".sync", members);
	  meet_divergent (w, u, what);
	}
      f->state = F_SYNC;
      f->wait_mask = members;
      f->pc = u;
      sync_try (w, f);
      return NULL;
    }
  struct meeting m;
  struct shadow_meeting shadow;
  memset (&m, 0, sizeof m);
  if (w->vm->shadow)
    m.shadow = memset (&shadow, 0, sizeof shadow);
  bring (&m, f, u);
  compute (&m, kind);
  get (&m, f, u);
  f->pc = u + 1;
  return parted ? NULL : u + 1;
}
