/* The PTX machine: variables and gaps of stack frames.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* Code that the plugin made with frames=gaps has bytes between the variables of a
   frame that belong to none (plugin/frame-notes.cc).  The operation `gaps', at the
   start of such a function and at each of its ends, makes them invalid and valid
   again.

   A frame on a soft stack is in global memory, where each byte's validity is known
   anyway: that is where gaps go.  libgomp's stacks alone are treated so, which
   cuda/stacks.c lays out; threads that end in a call leave gaps, which are gone
   before the next kernel starts (vm_renew_stacks).

   A frame in local memory is looked at by access: where a kernel's module has gaps,
   no access to local memory is plainly right, and access.c asks here.  A gap counts
   for the lanes that have been through `gaps' in that activation.  */

#include <stdio.h>
#include <string.h>

#include "run/frame-gaps.h"
#include "watch/frames.h"
#include "watch/parts.h"

/* ADDR, or, if that is a lane's place in local memory, its generic address.  */
static inline uint64_t
generic_addr (const struct warp *w, uint64_t addr)
{
  const struct block *b = w->block;
  uint64_t off = addr - local_addr (b);
  return off < b->local_map_size ? local_addr (b) + off % w->lstride : addr;
}

/* Where A's frame begins in LANE, in generic addresses, as all are here.  */
static inline uint64_t
frame_of (const struct act *a, unsigned lane)
{
  return ((const uint64_t *) (a->regs + a->func->frame_reg))[lane];
}

/* Where V of A, which has a frame in LANE, begins.  */
static uint64_t
note_place (const struct warp *w, const struct act *a, unsigned lane,
	    const struct ptx_frame_note *v)
{
  const struct vfunc *f = a->func;
  if (!v->lane)
    return frame_of (a, lane) + v->offset;
  return local_addr (w->block) + a->lbase + f->simt_off + f->simt_size - v->offset;
}

/* True if V is where A is said to have it.  */
static bool
note_ok (const struct act *a, const struct ptx_frame_note *v)
{
  return !v->lane || v->offset <= a->func->simt_size;
}

/* ---- Reports.  */

void
frame_name (const struct ptx_frame_note *v, char *buf, size_t n)
{
  char at[200] = "";
  if (v->file && v->line)
    snprintf (at, sizeof at, ", %s:%u", v->file, v->line);
  snprintf (buf, n, "`%s' (%u byte%s%s)", v->name, v->size,
	    v->size == 1 ? "" : "s", at);
}

/* How far ADDR is from V, which is at PLACE: 0 for inside.  */
static uint64_t
distance (const struct ptx_frame_note *v, uint64_t place, uint64_t addr)
{
  return (addr < place ? place - addr
	  : addr - place < v->size ? 0 : addr - place - v->size + 1);
}

const struct ptx_frame_note *
frame_variable (const struct warp *w, const struct act *a, unsigned lane,
		uint64_t addr, int64_t *offset)
{
  const struct ptx_frame_note *best = NULL;
  uint64_t least = UINT64_MAX, at = generic_addr (w, addr);
  if (a->func->frame_reg == NO_REG)
    return NULL;
  for (const struct ptx_frame_note *v = a->func->ptx->notes; v; v = v->next)
    if (!v->gap && note_ok (a, v))
      {
	uint64_t place = note_place (w, a, lane, v);
	uint64_t d = distance (v, place, at);
	if (d >= least)
	  continue;
	best = v;
	least = d;
	*offset = (int64_t) (at - place);
      }
  return best;
}

const struct ptx_frame_note *
frame_named (const struct warp *w, const struct act *a, unsigned lane,
	     uint64_t addr, char *buf, size_t n)
{
  int64_t off = 0;
  const struct ptx_frame_note *v = frame_variable (w, a, lane, addr, &off);
  char name[240];
  if (!v || off < 0 || off >= v->size)
    return NULL;
  frame_name (v, name, sizeof name);
  snprintf (buf, n, "byte %lld of %s's local variable %s", (long long) off,
	    a->func->name, name);
  return v;
}

bool
frame_holder (const struct block *b, uint64_t addr, char *buf, size_t n)
{
  for (uint32_t k = 0; k < b->n_warps; k++)
    for (const struct act *a = b->warps[k].act; a; a = a->parent)
      /* Where all lanes do the same, the first one has the values of all.  */
      for (uint32_t lanes = a->uniform ? 1 : a->lanes; lanes; lanes &= lanes - 1)
	if (frame_named (&b->warps[k], a, (unsigned) __builtin_ctz (lanes), addr,
			 buf, n))
	  return true;
  return false;
}

bool
frame_shared (const struct warp *w, uint64_t off, char *buf, size_t n)
{
  uint64_t in;
  const char *array = shared_variable (w, off, &in);
  if (!array || strcmp (array, "__gang_private_shared"))
    return false;
  for (const struct act *a = w->act; a; a = a->parent)
    for (const struct ptx_frame_note *v = a->func->ptx->shared_notes; v;
	 v = v->next)
      if (in >= v->offset && in - v->offset < v->size)
	{
	  char name[300];
	  frame_name (v, name, sizeof name);
	  snprintf (buf, n, "byte %llu of %s's gang-private variable %s",
		    (unsigned long long) (in - v->offset), a->func->name, name);
	  return true;
	}
  return false;
}

uint64_t
frame_place (const struct warp *w, const struct act *a, unsigned lane,
	     const struct ptx_frame_note *v)
{
  if (a->func->frame_reg == NO_REG || !note_ok (a, v))
    return 0;
  return note_place (w, a, lane, v);
}

/* The gap of A's frame that an access of SIZE bytes at ADDR is in, seen from
   LANE.  */
static bool
in_gap (const struct warp *w, const struct act *a, unsigned lane,
	uint64_t addr, unsigned size)
{
  if (!(a->gap_lanes >> lane & 1))
    return false;
  for (const struct ptx_frame_note *g = a->func->ptx->notes; g; g = g->next)
    if (g->gap && note_ok (a, g))
      {
	uint64_t place = note_place (w, a, lane, g);
	if (addr + size > place && addr < place + g->size)
	  return true;
      }
  return false;
}

/* Whose the place ADDR is: what is said of it goes to BUF.  */
static void
say_where (const struct warp *w, const struct act *a, unsigned lane,
	   uint64_t addr, char *buf, size_t n)
{
  int64_t off = 0;
  const struct ptx_frame_note *v = frame_variable (w, a, lane, addr, &off);
  char name[300];
  if (!v)
    {
      snprintf (buf, n, "between the variables of %s's frame", a->func->name);
      return;
    }
  frame_name (v, name, sizeof name);
  if (off < 0)
    snprintf (buf, n, "%lld byte%s ahead of %s's local variable %s",
	      (long long) -off, off == -1 ? "" : "s", a->func->name, name);
  else if (off < v->size)
    snprintf (buf, n, "offset %lld in %s's local variable %s, across its end",
	      (long long) off, a->func->name, name);
  else
    snprintf (buf, n, "%lld bytes past the end of %s's local variable %s",
	      (long long) off - v->size, a->func->name, name);
}

void
frame_check (struct warp *w, const struct uop *u, unsigned lane,
	     uint64_t addr, unsigned size, enum ptx_space space,
	     const char *what)
{
  struct block *b = w->block;
  uint64_t at = addr;
  if (space == PTX_LOCAL)
    at += local_addr (b);
  else if ((space != PTX_GENERIC && space != PTX_GLOBAL)
	   || (addr - local_addr (b) >= b->local_map_size
	       && (!soft_stack_p (w->vm, addr)
		   || simt_mem_valid (&w->vm->mem, addr, size))))
    return;
  for (const struct act *a = w->act; a; a = a->parent)
    if (in_gap (w, a, lane, at, size))
      {
	char where[500];
	say_where (w, a, lane, at, where, sizeof where);
	vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		  "%s at 0x%llx: out of bounds: %s", what,
		  (unsigned long long) addr, where);
      }
}
