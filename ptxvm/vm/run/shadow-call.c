/* Undefined values: calls, builtins, shuffles.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/shadow.h"
#include "code/translate.h"

void
shadow_frame (struct warp *w, struct act *a, uint32_t mask)
{
  const struct shadow_bits *b = &w->block->shadow->local;
  SH_DIRTY (a->regs, a->func->shadow_off) = 0;
  if (a->func->frame_bytes)
    for (; mask; mask &= mask - 1)
      bits_set (b, (uint64_t) (uintptr_t) w->local
		   + first_lane (mask) * w->lstride + a->lbase,
		a->func->frame_bytes, false);
}

/* ---- Parameters.  */

/* Bytes of one part of V, and how many parts there are.  */
static uint32_t
parts_of (const struct vparam *v, uint32_t *n)
{
  uint32_t parts = v->size / v->parts > 8 ? 2 : v->parts;
  *n = parts;
  return v->size / parts;
}

/* Where byte AT of lane I of V is, a parameter of A in memory.  */
static uint64_t
local_byte (struct warp *w, const struct act *a, const struct vparam *v,
	    unsigned i, uint32_t at)
{
  return ((uint64_t) (uintptr_t) w->local + i * w->lstride + a->lbase
	  + v->where + at);
}

/* The bytes of lane I of V, a parameter of A: which are defined (a bit each, of at
   most 16 bytes in registers, or else the first 32 from AT on) and where the others
   came from.  */
static uint32_t
get_bytes (struct warp *w, const struct act *a, const struct vparam *v,
	   unsigned i, uint32_t at, uint16_t *origin)
{
  if (!v->in_reg)
    {
      uint64_t addr = local_byte (w, a, v, i, at);
      uint32_t n = v->size - at < 16 ? v->size - at : 16;
      return bits_get (&w->block->shadow->local, addr, n);
    }
  uint32_t n, size = parts_of (v, &n), hdr = a->func->shadow_off, r = 0;
  for (uint32_t k = 0; k < n; k++)
    {
      uint32_t unit = size <= 4 ? 4 : 8, off = v->where + k * 32 * unit;
      uint64_t bad = (SH_DIRTY (a->regs, hdr)
		      ? shadow_value (a->regs, hdr, off, unit == 8, i) : 0);
      for (uint32_t j = 0; j < size; j++)
	if (!(bad >> (8 * j) & 0xff))
	  r |= 1u << (k * size + j);
      if (bad)
	*origin = SH_ORIGIN (a->regs, hdr, off, i);
    }
  return r;
}

static void
put_bytes (struct warp *w, struct act *a, const struct vparam *v, unsigned i,
	   uint32_t at, uint32_t have, uint16_t origin)
{
  if (!v->in_reg)
    {
      uint64_t addr = local_byte (w, a, v, i, at);
      uint32_t n = v->size - at < 16 ? v->size - at : 16;
      uint32_t all = (1u << n) - 1;
      if ((have & all) == all || !(have & all))
	bits_set (&w->block->shadow->local, addr, n, have & 1);
      else
	for (uint32_t k = 0; k < n; k++)
	  bits_set (&w->block->shadow->local, addr + k, 1, have >> k & 1);
      return;
    }
  uint32_t n, size = parts_of (v, &n), hdr = a->func->shadow_off;
  uint32_t all = v->size >= 32 ? UINT32_MAX : (1u << v->size) - 1;
  if ((have & all) != all)
    shadow_dirty (a->regs, hdr);
  else if (!SH_DIRTY (a->regs, hdr))
    return;
  for (uint32_t k = 0; k < n; k++)
    {
      uint32_t unit = size <= 4 ? 4 : 8, off = v->where + k * 32 * unit;
      uint64_t bad = 0;
      for (uint32_t j = 0; j < size; j++)
	if (!(have >> (k * size + j) & 1))
	  bad |= (uint64_t) 0xff << (8 * j);
      shadow_put (a->regs, hdr, off, unit == 8, i, bad, origin);
    }
}

/* A predicate as an argument.  */
static void
move_predicate (struct act *from, const struct vparam *src, struct act *to,
		const struct vparam *dst, uint32_t mask)
{
  uint32_t hf = from->func->shadow_off, ht = to->func->shadow_off, bad = 0;
  if (SH_DIRTY (from->regs, hf))
    bad = SH_MASK (from->regs, hf, src->where) & mask;
  if (bad)
    shadow_dirty (to->regs, ht);
  if (!SH_DIRTY (to->regs, ht))
    return;
  uint32_t *m = &SH_MASK (to->regs, ht, dst->where);
  *m = (*m & ~mask) | bad;
  for (; bad; bad &= bad - 1)
    SH_ORIGIN (to->regs, ht, dst->where, first_lane (bad))
      = SH_ORIGIN (from->regs, hf, src->where, first_lane (bad));
}

/* An argument that is one register on both sides.  */
static void
move_register (struct act *from, const struct vparam *src, struct act *to,
	       const struct vparam *dst, uint32_t mask)
{
  uint32_t hf = from->func->shadow_off, ht = to->func->shadow_off, bad = 0;
  bool wide = src->size > 4;
  if (SH_DIRTY (from->regs, hf))
    bad = SH_MASK (from->regs, hf, src->where) & mask;
  if (bad)
    shadow_dirty (to->regs, ht);
  if (!SH_DIRTY (to->regs, ht))
    return;
  SH_MASK (to->regs, ht, dst->where) &= ~mask;
  for (; bad; bad &= bad - 1)
    {
      unsigned i = first_lane (bad);
      shadow_put (to->regs, ht, dst->where, wide, i,
		  shadow_value (from->regs, hf, src->where, wide, i),
		  SH_ORIGIN (from->regs, hf, src->where, i));
    }
}

/* Before act_copy_params or uniform_copy_params, which do that to values.  */
void
shadow_params (struct warp *w, struct act *from, const struct vparam *src,
	       struct act *to, const struct vparam *dst, uint32_t n,
	       uint32_t mask)
{
  bool clean = (!SH_DIRTY (from->regs, from->func->shadow_off)
		&& !SH_DIRTY (to->regs, to->func->shadow_off));
  for (uint32_t k = 0; k < n; k++, src++, dst++)
    {
      if (clean && src->in_reg && dst->in_reg)
	continue;
      if (!src->parts || !dst->parts)
	{
	  move_predicate (from, src, to, dst, mask);
	  continue;
	}
      if (src->in_reg && dst->in_reg && (src->parts | dst->parts) == 1
	  && src->size <= 8 && (src->size <= 4) == (dst->size <= 4))
	{
	  move_register (from, src, to, dst, mask);
	  continue;
	}
      uint32_t size = src->size < dst->size ? src->size : dst->size;
      for (uint32_t m = mask; m; m &= m - 1)
	for (uint32_t at = 0; at < size; at += 16)
	  {
	    unsigned i = first_lane (m);
	    uint16_t origin = 0;
	    uint32_t have = get_bytes (w, from, src, i, at, &origin);
	    put_bytes (w, to, dst, i, at, have, origin);
	    if (!src->in_reg && !dst->in_reg)
	      for (uint32_t k = at; k < size && k < at + 16; k++)
		if (!(have >> (k - at) & 1))
		  partial_move (w->vm->shadow, local_byte (w, to, dst, i, k),
				local_byte (w, from, src, i, k));
	  }
    }
}

/* ---- Builtins.  */

/* The builtin that C calls was done for the lanes in MASK: its result is defined,
   and what malloc gave is not.  */
void
shadow_builtin (struct warp *w, int builtin, const struct vcall *c,
		uint32_t mask)
{
  if (c->n_ret == 0)
    return;
  const struct vparam *r = &c->ret[0];
  for (; mask; mask &= mask - 1)
    {
      unsigned i = first_lane (mask);
      put_bytes (w, w->act, r, i, 0, 0xffff, 0);
      if (builtin != VB_MALLOC)
	continue;
      uint64_t p = 0, base, size;
      if (r->in_reg)
	p = r->size <= 4 ? *R4P (w, r->where, i) : *R8P (w, r->where, i);
      else
	memcpy (&p, w->local + i * w->lstride + w->act->lbase + r->where,
		r->size < 8 ? r->size : 8);
      if (p && simt_mem_find (&w->vm->mem, p, &base, &size))
	shadow_set (w->vm, base, size, false);
    }
}

/* ---- Meetings of lanes.  */

static bool
shuffle_p (unsigned kind)
{
  return kind >= SYNC_SHFL_UP && kind <= SYNC_SHFL_IDX;
}

void
shadow_bring (struct shadow_meeting *m, const struct frag *f,
	      const struct uop *u)
{
  const struct sync_args *s = u->ptr;
  unsigned kind = u->n & 0xff;
  const uint8_t *r = f->act->regs;
  uint32_t hdr = f->act->func->shadow_off;
  bool wide = kind == SYNC_MATCH_ANY_8 || kind == SYNC_MATCH_ALL_8;
  m->here |= f->mask;
  if (!SH_DIRTY (r, hdr))
    return;
  uint32_t lanes = shuffle_p (kind) ? f->act->lanes : f->mask;
  for (uint32_t k = lanes; k && s->a != NO_REG; k &= k - 1)
    {
      unsigned i = first_lane (k);
      m->a[i] = shadow_value (r, hdr, s->a, wide, i);
      m->origin[i] = SH_ORIGIN (r, hdr, s->a, i);
    }
  if (kind >= SYNC_VOTE_ALL && kind <= SYNC_VOTE_BALLOT)
    for (uint32_t k = SH_MASK (r, hdr, s->c) & f->mask; k; k &= k - 1)
      {
	unsigned i = first_lane (k);
	m->pred |= lane_bit (i);
	m->origin[i] = SH_ORIGIN (r, hdr, s->c, i);
      }
}

/* The fragment F gets its results.  A shuffle takes what its source has; a ballot
   has an undefined bit for each lane whose predicate is; anything else is undefined
   as a whole.  */
void
shadow_get (const struct shadow_meeting *m, const uint8_t *from,
	    struct frag *f, const struct uop *u)
{
  const struct sync_args *s = u->ptr;
  unsigned kind = u->n & 0xff;
  uint8_t *r = f->act->regs;
  uint32_t hdr = f->act->func->shadow_off;
  uint64_t any = 0;
  uint16_t origin = 0;
  for (uint32_t k = m->here; k; k &= k - 1)
    if (m->a[first_lane (k)] || (m->pred >> first_lane (k) & 1))
      {
	any = UINT64_MAX;
	origin = m->origin[first_lane (k)];
      }
  bool shuffle = shuffle_p (kind);
  for (uint32_t k = f->mask; k; k &= k - 1)
    {
      unsigned i = first_lane (k);
      uint64_t v = shuffle ? m->a[from[i]]
		   : kind == SYNC_VOTE_BALLOT ? m->pred : any;
      if (shuffle)
	origin = m->origin[from[i]];
      if (v)
	shadow_dirty (r, hdr);
      if (!SH_DIRTY (r, hdr))
	continue;
      if (s->d != NO_REG)
	shadow_put (r, hdr, s->d, false, i, v, origin);
      if (s->p == NO_REG)
	continue;
      /* That of a shuffle says where the value came from.  */
      uint32_t *p = &SH_MASK (r, hdr, s->p);
      *p = v && !shuffle ? *p | lane_bit (i) : *p & ~lane_bit (i);
      SH_ORIGIN (r, hdr, s->p, i) = origin;
    }
}
