/* The PTX machine: activations of functions, their parameters and their
   memory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "code/shadow.h"
#include "run/activation.h"

/* ---- Activations.  Memory for them is kept by the warp, by size class;
   most calls return in the order of a stack.  */

struct act_chunk
{
  struct act_chunk *next;
  size_t size, used;
  _Alignas (64) uint8_t bytes[];
};

/* The first chunks of a warp.  So many stay with a host thread.  */
#define FIRST_CHUNK 33792
/* A uniform activation uses lane 0's place of each register only, that is, one cache
   line in four at most.  This much from one activation to the next, in size classes
   that are powers of two, has them use different ones.  */
#define COLOUR 64
#define MAX_CHUNKS 64
/* Up to here, first chunks; a warp that has ended keeps no more.  */
#define KEPT_BYTES 131072
#define MAX_ACT_BYTES ((uint64_t) 1 << 30)

static struct act *
act_alloc (struct warp *w, size_t bytes)
{
  uint32_t cls = act_size_class (bytes);
  struct act *a = w->free_act[cls];
  if (a)
    {
      w->free_act[cls] = a->parent;
      return a;
    }
  size_t n = (size_t) 1 << (cls + ACT_MIN_CLASS);
  if (w->act_bytes + n > MAX_ACT_BYTES)
    return NULL;
  w->act_bytes += n;
  struct act_chunk *c = w->chunks;
  if (!c || c->used + n > c->size)
    {
      struct spares *s = w->block->spares;
      size_t size = n > 65536 ? n : w->act_bytes < KEPT_BYTES ? FIRST_CHUNK
		    : 262144;
      if (size < n + 4 * COLOUR)
	size = n + 4 * COLOUR;
      /* Spares are the block's own thread's; helpers take none.  */
      if (size == FIRST_CHUNK && s->chunks && !w->block->crew)
	{
	  c = s->chunks;
	  s->chunks = c->next;
	  s->n_chunks--;
	}
      else if (!(c = aligned_alloc (64, sizeof *c + size)))
	return NULL;
      c->next = w->chunks;
      c->size = size;
      c->used = w->index % 4 * COLOUR;
      w->chunks = c;
    }
  a = (struct act *) (c->bytes + c->used);
  c->used += n + COLOUR;
  a->size_class = cls;
  return a;
}

/* Well-mixed bits of X (the finaliser of SplitMix64).  */
static uint64_t
mix (uint64_t x)
{
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/* Give what may be read before it is written a value that does not depend on
   what was there: zero, or garbage from the seed, the register and the
   thread.  */
void
act_init_regs (struct warp *w, struct act *a, uint32_t mask)
{
  const struct vfunc *f = a->func;
  bool garbage = w->vm->opt.uninit == VM_UNINIT_RANDOM;
  for (uint32_t k = 0; k < f->n_undef; k++)
    {
      const struct undef_reg *r = &f->undef[k];
      *(uint32_t *) (a->regs + f->def_off + 4 * k) = 0;
      uint8_t *p = a->regs + r->off;
      if (mask == FULL_MASK && !garbage)
	{
	  memset (p, 0, r->cls == SLOT_P ? 4 : r->cls == SLOT_4 ? 4 * WARP_SIZE
		  : r->cls == SLOT_8 ? 8 * WARP_SIZE : 16 * WARP_SIZE);
	  continue;
	}
      uint64_t h = mix (w->vm->opt.seed ^ mix ((uint64_t) f->index << 32
					       | r->reg));
      uint64_t t0 = w->block->index * 1024 + w->index * WARP_SIZE;
      if (r->cls == SLOT_P)
	{
	  uint32_t *q = (uint32_t *) p;
	  uint32_t v = garbage ? (uint32_t) mix (h + t0) : 0;
	  *q = (*q & ~mask) | (v & mask);
	  continue;
	}
      for (uint32_t m = mask; m; m &= m - 1)
	{
	  unsigned i = first_lane (m);
	  uint64_t v = garbage ? mix (h + t0 + i) : 0;
	  if (r->cls == SLOT_4)
	    ((uint32_t *) p)[i] = (uint32_t) v;
	  else
	    ((uint64_t *) p)[i] = v;
	  if (r->cls == SLOT_16)
	    ((uint64_t *) p)[i + WARP_SIZE] = garbage ? mix (v) : 0;
	}
    }
}

/* What is between a frame of F, which may have a stack for SIMD lanes, and AT,
   where that of PARENT ends: red zones.  At the bottom of local memory none is
   needed.  ZONES: how many bytes they take by now.  */
static uint32_t
red_zone (const struct warp *w, const struct vfunc *f,
	  const struct act *parent, uint64_t at, uint32_t zones)
{
  uint32_t zone = 0;
  if (parent && parent->simt == parent)
    zone = SIMT_ZONE_ABOVE;
  if (f->simt_size && at > LOCAL_BOTTOM)
    zone += SIMT_ZONE_BELOW;
  return zones + zone <= w->simt_room ? zone : 0;
}

/* A new activation of F for the lanes in MASK, called from PARENT (NULL for
   a kernel).  NULL when the stack is exhausted, or the calls are too many.  */
struct act *
act_push (struct warp *w, struct vfunc *f, struct act *parent, uint32_t mask)
{
  uint64_t lbase = parent ? (uint64_t) parent->lbase + parent->top : LOCAL_BOTTOM;
  uint64_t end = w->lstride;
  uint32_t zones = 0;
  if (unlikely (parent && parent->depth >= w->vm->opt.call_limit))
    return NULL;
  func_ready (f);
  if (unlikely (w->simt_room))
    {
      zones = parent ? parent->simt_zones : 0;
      uint32_t zone = red_zone (w, f, parent, lbase, zones);
      lbase += zone;
      zones += zone;
      end = end - w->simt_room + zones;
    }
  lbase = (lbase + f->frame_align - 1) & -(uint64_t) f->frame_align;
  if (lbase + f->frame_bytes > end)
    return NULL;
  struct act *a = act_alloc (w, sizeof *a + f->reg_bytes);
  if (!a)
    return NULL;
  a->parent = parent;
  a->func = f;
  a->chain = NULL;
  a->gap_lanes = 0;
  a->lanes = mask;
  a->uniform = false;
  a->copies = NULL;
  a->lbase = (uint32_t) lbase;
  a->top = f->frame_bytes;
  if (f->sp_off != NO_REG)
    for (unsigned i = 0; i < WARP_SIZE; i++)
      ((uint32_t *) (a->regs + f->sp_off))[i] = f->frame_bytes;
  if (local_top (a) > w->local_high)
    w->local_high = local_top (a);
  a->depth = parent ? parent->depth + 1 : 0;
  if (unlikely (w->simt_room))
    {
      a->simt_zones = zones;
      a->simt = f->simt_size ? a : parent ? parent->simt : NULL;
      if (f->simt_size && f->saved_reg != NO_REG)
	memset (a->regs + f->saved_reg, 0, 8 * WARP_SIZE);
    }
  if (f->n_undef)
    act_init_regs (w, a, mask);
  if (unlikely (f->shadow_off))
    shadow_frame (w, a, mask);
  return a;
}

/* ---- Parameters.  */

/* Lane I of the parameter V in registers of A: its bytes to BUF, or WRITE it
   from there.  */
static inline void
parameter_bytes (struct act *a, const struct vparam *v, unsigned i,
		 uint8_t *buf, bool write)
{
  /* A register of 16 bytes is two of 8.  */
  uint32_t parts = v->size / v->parts > 8 ? 2 : v->parts;
  uint32_t n = v->size / parts, unit = n <= 4 ? 4 : 8;
  for (uint32_t k = 0; k < parts; k++)
    {
      uint8_t *r = a->regs + v->where + (k * WARP_SIZE + i) * unit;
      if (write)
	memcpy (r, buf + k * n, n);
      else
	memcpy (buf + k * n, r, n);
    }
}

static inline void
copy_lane (struct warp *w, struct act *from, const struct vparam *src,
	   struct act *to, const struct vparam *dst, unsigned i)
{
  uint8_t buf[16] = { 0 };
  uint32_t n = src->size < dst->size ? src->size : dst->size;
  if (!src->in_reg && !dst->in_reg)
    {
      memcpy (w->local + i * w->lstride + to->lbase + dst->where,
	      w->local + i * w->lstride + from->lbase + src->where, n);
      return;
    }
  if (src->in_reg)
    parameter_bytes (from, src, i, buf, false);
  else
    memcpy (buf, w->local + i * w->lstride + from->lbase + src->where,
	    n < sizeof buf ? n : sizeof buf);
  if (dst->in_reg)
    parameter_bytes (to, dst, i, buf, true);
  else
    memcpy (w->local + i * w->lstride + to->lbase + dst->where, buf, n);
}

/* Copy the bits of MASK of a predicate.  */
static inline void
copy_predicate (struct act *from, const struct vparam *src, struct act *to,
		const struct vparam *dst, uint32_t mask)
{
  uint32_t *s = (uint32_t *) (from->regs + src->where);
  uint32_t *d = (uint32_t *) (to->regs + dst->where);
  *d = (*d & ~mask) | (*s & mask);
}

/* Copy the first N parameters, of the lanes in MASK, from where SRC says in FROM
   to where DST says in TO.  */
void
act_copy_params (struct warp *w, struct act *from, const struct vparam *src,
	     struct act *to, const struct vparam *dst, uint32_t n,
	     uint32_t mask)
{
  for (uint32_t k = 0; k < n; k++, src++, dst++)
    {
      if (unlikely (!src->parts || !dst->parts))
	{
	  copy_predicate (from, src, to, dst, mask);
	  continue;
	}
      if (src->in_reg && dst->in_reg && src->size == dst->size
	  && (src->parts | dst->parts) == 1)
	{
	  uint8_t *s = from->regs + src->where, *d = to->regs + dst->where;
	  if (mask == FULL_MASK)
	    {
	      memcpy (d, s, src->size <= 4 ? 4 * WARP_SIZE
		      : src->size <= 8 ? 8 * WARP_SIZE : 16 * WARP_SIZE);
	      continue;
	    }
	  if (src->size <= 8)
	    {
	      for (uint32_t m = mask; m; m &= m - 1)
		{
		  unsigned i = first_lane (m);
		  if (src->size <= 4)
		    ((uint32_t *) d)[i] = ((uint32_t *) s)[i];
		  else
		    ((uint64_t *) d)[i] = ((uint64_t *) s)[i];
		}
	      continue;
	    }
	}
      for (uint32_t m = mask; m; m &= m - 1)
	copy_lane (w, from, src, to, dst, first_lane (m));
    }
}

/* Free all of W's activations.  If it has ended and had few, all of them are on its
   lists: it keeps them for a later block's.  */
void
act_free_all (struct warp *w)
{
  struct spares *s = w->block->spares;
  if (!w->live && w->act_bytes < KEPT_BYTES)
    return;
  memset (w->free_act, 0, sizeof w->free_act);
  w->act_bytes = 0;
  while (w->chunks)
    {
      struct act_chunk *c = w->chunks;
      w->chunks = c->next;
      if (c->size == FIRST_CHUNK && s->n_chunks < MAX_CHUNKS)
	{
	  c->next = s->chunks;
	  s->chunks = c;
	  s->n_chunks++;
	}
      else
	free (c);
    }
}

void
act_chunks_free (struct act_chunk *c)
{
  while (c)
    {
      struct act_chunk *next = c->next;
      free (c);
      c = next;
    }
}

/* Of a stack that A or a caller of it has for SIMD lanes.  */
void
simt_window (struct warp *w, const struct act *a)
{
  const struct act *s = a->simt;
  w->window_off = s ? s->lbase + s->func->simt_off : 0;
  w->window = w->local + w->window_off;
  w->window_addr = local_addr (w->block) + w->window_off;
  if (s)
    {
      w->window_size = s->func->simt_size;
      w->local_size = 0;
    }
}
