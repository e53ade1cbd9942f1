/* Groups and their waves, as they begin and end.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "order/group.h"
#include "order/rooms.h"
#include "simt/base/random.h"

/* ---- Waves.  */

/* Whether CPU has AGPRs.  */

static bool
has_agprs_p (enum gcn_cpu cpu)
{
  return cpu & GCN_FROM_908;
}

/* How many VGPRs and AGPRs the waves of L have ("Code Object V3 Kernel Descriptor" in
   AMDGPUUsage): by fours; on gfx908 as many of the one kind as of the other; from
   gfx90a on by eights for both together, COMPUTE_PGM_RSRC3's ACCUM_OFFSET saying
   where AGPRs begin.  */

void
launch_count_vgprs (struct launch *l)
{
  unsigned granules = (l->d->rsrc1 & 63) + 1;
  l->n_vgprs = 4 * granules;
  l->n_agprs = l->vm->opt.cpu == GCN_GFX908 ? l->n_vgprs : 0;
  if (l->vm->opt.cpu & GCN_FROM_90A)
    {
      unsigned all = 8 * granules, first = 4 * ((l->d->rsrc3 & 63) + 1);
      l->n_vgprs = all < first ? all : first;
      l->n_agprs = all - l->n_vgprs < AGPRS ? all - l->n_vgprs : AGPRS;
    }
}

/* Makes all registers of W undefined.  */

static void
undefine (struct wave *w)
{
  if (!w->check_uninit)
    return;
  for (unsigned i = 0; i < GCN_INT_0; i++)
    w->sv[i] = UINT32_MAX;
  w->sv[GCN_SCC] = 1;
  memset (w->undef_by, UNDEF_NEVER_SET, sizeof w->undef_by);
  w->any_computed = false;
  memset (w->vu, 0xff, w->n_vgprs * sizeof *w->vu);
  memset (w->vv, 0xff, w->n_vgprs * sizeof *w->vv);
  if (w->n_agprs)
    {
      memset (w->vu + VGPRS, 0xff, w->n_agprs * sizeof *w->vu);
      memset (w->vv + VGPRS, 0xff, w->n_agprs * sizeof *w->vv);
    }
}

static void
set_scalar (struct wave *w, unsigned n, uint32_t value)
{
  if (n < GCN_VCC)
    {
      w->s[n] = value;
      w->sv[n] = 0;
    }
}

/* Gives W the scalar registers that the kernel asked for ("Initial Kernel
   Execution State" in AMDGPUUsage).  */

static void
initial_scalars (struct wave *w)
{
  const struct gcnvm_dispatch *d = w->launch->d;
  const struct launch *l = w->launch;
  unsigned user = d->rsrc2 >> 1 & 31, n = 0;
  uint32_t values[32];
  memset (values, 0, sizeof values);
#define PAIR(V) values[n] = (uint64_t) (V), \
    values[n + 1] = (uint64_t) (V) >> 32, n += 2
  if (d->properties & 1)
    {
      /* A descriptor whose elements of four bytes are interleaved.  */
      PAIR (w->scratch | UINT64_C (1) << 63);
      values[n++] = w->lane_private;
      values[n++] = 4u << 15 | 1u << 19 | 3u << 21 | 1u << 23;
    }
  if (d->properties & 2)
    PAIR (d->packet);
  if (d->properties & 4)
    PAIR (d->queue);
  if (d->properties & 8)
    PAIR (d->kernarg);
  if (d->properties & 16)
    PAIR (d->dispatch_id);
  if (d->properties & 32)
    {
      if (w->vm->opt.cpu == GCN_GFX803)
	{
	  values[n++] = 0;
	  values[n++] = w->lane_private;
	}
      else
	PAIR (w->scratch);
    }
  if (d->properties & 64)
    values[n++] = d->private_size;
#undef PAIR
  for (unsigned i = 0; i < 3; i++)
    if (d->properties >> (7 + i) & 1)
      values[n++] = l->n_groups[i];
  if (user > 16)
    user = 16;
  for (unsigned i = 0; i < n && i < user; i++)
    set_scalar (w, i, values[i]);
  n = user;
  for (unsigned i = 0; i < 3; i++)
    if (d->rsrc2 >> (7 + i) & 1)
      set_scalar (w, n++, w->group->id[i]);
  if (d->rsrc2 >> 10 & 1)
    set_scalar (w, n++, 0);
  if (d->rsrc2 & 1)
    set_scalar (w, n++, 0);	/* The offset of the wave's scratch, from its own
				   base.  */
}

/* Gives W its work items: their numbers in v0 to v2, from gfx90a on, and on
   gfx11, ten bits each in v0 ("Initial Kernel Execution State" in AMDGPUUsage).  SIZE: of this
   group.  */

static void
initial_vectors (struct wave *w, const unsigned size[3])
{
  unsigned all = size[0] * size[1] * size[2];
  unsigned n_ids = 1 + (w->launch->d->rsrc2 >> 11 & 3);
  bool packed = w->vm->opt.cpu & (GCN_FROM_90A | GCN_GFX1100);
  unsigned n_regs = packed ? 1 : n_ids;
  unsigned k = w->number * LANES, n_live = all > k ? all - k : 0;
  unsigned id[3] = { k % size[0], k / size[0] % size[1],
		     k / (size[0] * size[1]) };
  n_live = n_live < LANES ? n_live : LANES;
  w->live = n_live ? ~UINT64_C (0) >> (LANES - n_live) : 0;
  for (unsigned i = 0; i < n_live; i++)
    {
      if (packed)
	w->v[0][i] = (id[0] | (n_ids > 1 ? id[1] << 10 : 0)
		      | (n_ids > 2 ? id[2] << 20 : 0));
      for (unsigned n = 0; !packed && n < n_ids && n < 3 && n < w->n_vgprs;
	   n++)
	w->v[n][i] = id[n];
      if (++id[0] == size[0])
	{
	  id[0] = 0;
	  if (++id[1] == size[1])
	    {
	      id[1] = 0;
	      id[2]++;
	    }
	}
    }
  for (unsigned n = 0; n < n_regs && n < 3 && n < w->n_vgprs; n++)
    w->vu[n] &= ~w->live;
  put64 (&w->s[GCN_EXEC], w->live);
  put64 (&w->sv[GCN_EXEC], 0);
}

/* Bytes of the values of a wave's vector registers on VM: all 256, and as many AGPRs
   where there are such; what lies beyond the kernel's own is never defined.  */

static size_t
vector_bytes (const struct gcnvm *vm)
{
  bool agprs = has_agprs_p (vm->opt.cpu);
  return (VGPRS + (agprs ? AGPRS : 0)) * sizeof (uint32_t[LANES]);
}

/* Bytes of a wave without these, in whole pages, and with them.  */

enum { OWN_BYTES = (sizeof (struct wave) + 4095) / 4096 * 4096 };

static size_t
wave_bytes (const struct gcnvm *vm)
{
  return OWN_BYTES + 2 * vector_bytes (vm);
}

static void
free_wave (struct wave *w)
{
  struct rooms *rooms = &w->vm->rooms;
  if (w->scratch)
    {
      if (w->vm->race)
	simt_race_forget (w->vm->race, (const void *) (uintptr_t) w->scratch,
			  w->scratch_size);
      simt_mem_free (w->vm->mem, w->scratch, 0);
    }
  free (w->hazards);
  if (!w->init)
    room_give_clear (rooms, w->scratch_defined, w->launch->scratch_wave,
		     w->scratch_beyond);
  free (w->init);
  room_give (rooms, w, wave_bytes (w->vm));
}

/* Writes TEXT and N to P; the end.  */

static char *
put_number (char *p, const char *text, unsigned n)
{
  char digits[10];
  unsigned k = 0;
  p = stpcpy (p, text);
  do
    digits[k++] = (char) ('0' + n % 10);
  while (n /= 10);
  while (k)
    *p++ = digits[--k];
  return p;
}

/* What reports call the private memory of wave NUMBER of G, into NAME: for each wave, so
   that printf would be a part of what a launch takes.  */

static void
name_scratch (char name[96], const struct group *g, unsigned number)
{
  char *p = put_number (name, "private memory of wave ", number);
  p = put_number (p, " of group (", g->id[0]);
  p = put_number (p, ",", g->id[1]);
  p = put_number (p, ",", g->id[2]);
  strcpy (p, ")");
}

static struct wave *
new_wave (struct group *g, unsigned number)
{
  struct launch *l = g->launch;
  struct rooms *rooms = &l->vm->rooms;
  struct wave *w = room_take (rooms, wave_bytes (l->vm));
  if (!w)
    return NULL;
  memset (w, 0, sizeof *w);
  w->vm = l->vm;
  w->launch = l;
  w->group = g;
  w->number = number;
  w->n_vgprs = l->n_vgprs;
  w->n_agprs = l->n_agprs;
  w->v = (uint32_t (*)[LANES]) ((char *) w + OWN_BYTES);
  w->vv = w->v + vector_bytes (l->vm) / sizeof *w->v;
  w->check_uninit = l->vm->opt.uninit != GCNVM_UNINIT_OFF;
  bool initcheck = l->vm->opt.initcheck;
  if (initcheck)
    w->init = calloc (1, sizeof *w->init);
  if (initcheck && !w->init)
    {
      free_wave (w);
      return NULL;
    }
  memset (w->v, 0, w->n_vgprs * sizeof *w->v);
  if (w->n_agprs)
    memset (w->v + VGPRS, 0, w->n_agprs * sizeof *w->v);
  uint64_t size = l->scratch_wave;
  if (size)
    {
      char name[96];
      name_scratch (name, g, number);
      /* GCC's stack grows up.  The gap after it is as large, so that a frame
	 that does not fit does not reach over it to another wave's.  */
      uint64_t gap = l->vm->opt.redzone ? size : 0;
      w->scratch = simt_mem_alloc (l->vm->mem, size + gap, 256, name,
				   SIMT_UNCOUNTED | SIMT_UNDEFINED
			   | (gap ? SIMT_HALF : 0));
      size_t clear;
      if (w->check_uninit && !initcheck)
	{
	  w->scratch_defined = room_take_clear (rooms, size, &clear);
	  w->scratch_soft = (clear >= size ? UINT64_MAX
			     : clear > SHADOW_SPAN ? clear - SHADOW_SPAN : 0);
	}
      if (!w->scratch
	  || (w->check_uninit && !initcheck && !w->scratch_defined))
	{
	  free_wave (w);
	  return NULL;
	}
    }
  if (initcheck)
    {
      w->scratch_defined = simt_defined_at (l->vm->mem, w->scratch);
      w->scratch_soft = UINT64_MAX;
    }
  w->scratch_size = size;
  w->lane_private = l->d->private_size;
  w->mask_exec = 0;
  return w;
}

static bool
start_wave (struct wave *w, const unsigned size[3])
{
  const struct gcnvm_dispatch *d = w->launch->d;
  undefine (w);
  initial_scalars (w);
  initial_vectors (w, size);
  w->mode = (d->rsrc1 >> 12 & 15) | (d->rsrc1 >> 16 & 15) << 4
	    | (d->rsrc1 >> 21 & 1) << 8 | (d->rsrc1 >> 23 & 1) << 9;
  wave_mode (w);
  w->next = code_find (w->vm, d->entry);
  return w->next != NULL;
}

/* ---- Groups.  */

/* Bytes of a group's LDS on VM: that of the largest, and some to spare.  */

static size_t
lds_bytes (const struct gcnvm *vm)
{
  return gcnvm_lds_bytes (vm->opt.cpu) + 64;
}

void
group_free (struct group *g)
{
  struct rooms *rooms = &g->launch->vm->rooms;
  g->launch->vm->watch->race_group_free (g);
  for (unsigned i = 0; i < g->n_waves; i++)
    if (g->waves[i])
      free_wave (g->waves[i]);
  free (g->waves);
  room_give (rooms, g->lds, lds_bytes (g->launch->vm));
  room_give_clear (rooms, g->lds_defined, lds_bytes (g->launch->vm),
		   g->lds_size > g->lds_clear);
  free (g);
}

/* Sets where the private memory of G's waves is.  */

static void
span_scratch (struct group *g)
{
  uint64_t low = UINT64_MAX, high = 0;
  const struct gcnvm *vm = g->launch->vm;
  if (vm->opt.initcheck)
    {
      g->scratch = vm->mem->arena;
      g->scratch_span = vm->mem->arena_size;
      return;
    }
  for (unsigned i = 0; i < g->n_waves; i++)
    if (g->waves[i]->scratch_size)
      {
	uint64_t start = g->waves[i]->scratch;
	uint64_t end = start + g->waves[i]->scratch_size;
	low = start < low ? start : low;
	high = end > high ? end : high;
      }
  g->scratch = low;
  g->scratch_span = high > low ? high - low : 0;
}

/* Group NUMBER of L with its waves, or null when out of memory.  */

struct group *
group_new (struct launch *l, uint64_t number)
{
  struct group *g = calloc (1, sizeof *g);
  if (!g)
    return NULL;
  unsigned size[3];
  uint64_t k = number;
  for (int i = 0; i < 3; i++)
    {
      g->id[i] = k % l->n_groups[i];
      k /= l->n_groups[i];
      uint64_t left = l->d->grid[i] - (uint64_t) g->id[i] * l->d->group[i];
      size[i] = left < l->d->group[i] ? left : l->d->group[i];
    }
  g->launch = l;
  g->number = number;
  if (l->vm->opt.schedule)
    g->random = simt_random_start (l->vm->opt.schedule, number);
  g->n_waves = (size[0] * size[1] * size[2] + LANES - 1) / LANES;
  g->n_live = g->n_waves;
  g->waves = calloc (g->n_waves, sizeof *g->waves);
  g->lds_size = l->d->group_size;
  g->lds = room_take (&l->vm->rooms, lds_bytes (l->vm));
  bool shadow = (l->vm->opt.uninit != GCNVM_UNINIT_OFF
		 || l->vm->opt.initcheck);
  if (shadow)
    g->lds_defined = room_take_clear (&l->vm->rooms, lds_bytes (l->vm), &g->lds_clear);
  bool ok = g->waves && g->lds && (g->lds_defined || !shadow);
  if (ok)
    memset (g->lds, 0, g->lds_size);
  for (unsigned i = 0; ok && i < g->n_waves; i++)
    {
      g->waves[i] = new_wave (g, i);
      ok = g->waves[i] && start_wave (g->waves[i], size);
    }
  ok = ok && l->vm->watch->race_group_new (g);
  if (ok && shadow)
    span_scratch (g);
  if (!ok)
    {
      if (!g->waves)
	g->n_waves = 0;
      group_free (g);
      return NULL;
    }
  return g;
}
