/* The debugger of amdgcn code: frames.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC's call frame information, .debug_frame (DWARF 5, 6.4), says where a function's frame
   begins, its CFA, and where it has saved the registers of its caller.  Return addresses
   are not taken from there, but from what the machine has noted.  */

#include <stdlib.h>
#include <string.h>

#include "debug-int.h"
#include "simt/dwarf/dw-names.h"
#include "simt/dwarf/dw-types.h"

/* ---- Reading.  */

struct reader
{
  const uint8_t *at, *end;
};

static uint64_t
fixed (struct reader *r, unsigned n)
{
  uint64_t v = 0;
  if ((size_t) (r->end - r->at) < n)
    {
      r->at = r->end;
      return 0;
    }
  memcpy (&v, r->at, n);
  r->at += n;
  return v;
}

static uint64_t
uleb (struct reader *r)
{
  uint64_t v = 0;
  for (unsigned shift = 0; r->at < r->end; shift += 7)
    {
      uint8_t b = *r->at++;
      if (shift < 64)
	v |= (uint64_t) (b & 0x7f) << shift;
      if (!(b & 0x80))
	break;
    }
  return v;
}

static int64_t
sleb (struct reader *r)
{
  uint64_t v = 0;
  unsigned shift = 0;
  uint8_t b = 0;
  do
    {
      b = r->at < r->end ? *r->at++ : 0;
      if (shift < 64)
	v |= (uint64_t) (b & 0x7f) << shift;
      shift += 7;
    }
  while (b & 0x80);
  if (b & 0x40 && shift < 64)
    v |= ~UINT64_C (0) << shift;
  return (int64_t) v;
}

/* ---- The section's entries.  */

struct entry
{
  uint64_t start, end;		/* Of the code, as in the file.  */
  struct reader cie, fde;	/* Their instructions.  */
  uint64_t code_unit;
  int64_t data_unit;
};

struct frame_section
{
  struct entry *entries;
  size_t n;
};

/* Read the common part at R, whose length has been read, into *E; false if it is of another
   kind than GCC's.  */

static bool
read_cie (struct reader *r, struct entry *e)
{
  unsigned version = (unsigned) fixed (r, 1);
  bool plain = fixed (r, 1) == 0;	/* No augmentation.  */
  if (version >= 4)
    fixed (r, 2);
  e->code_unit = uleb (r);
  e->data_unit = sleb (r);
  if (version == 1)
    fixed (r, 1);
  else
    uleb (r);
  e->cie = *r;
  return plain;
}

static struct frame_section *
read_section (const struct info *i)
{
  struct frame_section *s = calloc (1, sizeof *s);
  size_t size = 0, room = 0;
  const uint8_t *p = code_section (i->code, ".debug_frame", &size);
  struct reader all = { p, p ? p + size : p };
  if (!s)
    abort ();
  while (all.at < all.end)
    {
      uint64_t length = fixed (&all, 4);
      if (length > (uint64_t) (all.end - all.at) || length < 4)
	break;
      struct reader r = { all.at, all.at + length };
      all.at += length;
      uint64_t cie = fixed (&r, 4);
      if (cie == 0xffffffff || cie + 8 > size)
	continue;
      struct reader c = { p + cie, p + size };
      uint64_t n = fixed (&c, 4);
      if (n < 4 || n > (uint64_t) (c.end - c.at))
	continue;
      c.end = c.at + n;
      fixed (&c, 4);
      struct entry e;
      e.start = fixed (&r, 8);
      e.end = e.start + fixed (&r, 8);
      e.fde = r;
      if (!read_cie (&c, &e))
	continue;
      s->entries = simt_one_more (s->entries, s->n, &room, sizeof e);
      s->entries[s->n++] = e;
    }
  return s;
}

/* ---- Rules.  */

enum { N_RULES = 512 };		/* SGPRs, then VGPRs.  */

struct rules
{
  struct reader cfa;		/* An expression.  */
  struct { bool saved; int64_t offset; } of[N_RULES];
};

/* The rule for DWARF's register N, or NULL.  */

static void
set_rule (struct rules *r, uint64_t n, bool saved, int64_t offset)
{
  int s = scalar_of (n), v = vector_of (n);
  int k = s >= 0 && s < GCN_VCC ? s : v >= 0 ? 256 + v : -1;
  if (k < 0)
    return;
  r->of[k].saved = saved;
  r->of[k].offset = offset;
}

/* Carry out the instructions of E at R up to PC, from AT on.  */

static void
execute (const struct entry *e, struct reader r, uint64_t at, uint64_t pc,
	 struct rules *now)
{
  static struct rules kept[4];
  unsigned n_kept = 0;
  uint64_t n;
  while (r.at < r.end && at <= pc)
    {
      unsigned op = (unsigned) fixed (&r, 1);
      switch (op >> 6)
	{
	case 1:
	  at += (op & 63) * e->code_unit;
	  continue;
	case 2:
	  set_rule (now, op & 63, true, (int64_t) uleb (&r) * e->data_unit);
	  continue;
	case 3:
	  set_rule (now, op & 63, false, 0);
	  continue;
	default:
	  break;
	}
      switch (op)
	{
	case 0:
	  break;
	case CFA_ADVANCE_LOC1: case CFA_ADVANCE_LOC2: case CFA_ADVANCE_LOC4:
	  at += fixed (&r, 1u << (op - CFA_ADVANCE_LOC1)) * e->code_unit;
	  break;
	case CFA_OFFSET_EXTENDED:
	  n = uleb (&r);
	  set_rule (now, n, true, (int64_t) uleb (&r) * e->data_unit);
	  break;
	case CFA_OFFSET_EXTENDED_SF:
	  n = uleb (&r);
	  set_rule (now, n, true, sleb (&r) * e->data_unit);
	  break;
	case CFA_RESTORE_EXTENDED: case CFA_UNDEFINED: case CFA_SAME_VALUE:
	  set_rule (now, uleb (&r), false, 0);
	  break;
	case CFA_REMEMBER_STATE:
	  if (n_kept < 4)
	    kept[n_kept++] = *now;
	  break;
	case CFA_RESTORE_STATE:
	  if (n_kept)
	    *now = kept[--n_kept];
	  break;
	case CFA_DEF_CFA_EXPRESSION:
	  n = uleb (&r);
	  if (n > (uint64_t) (r.end - r.at))
	    return;
	  now->cfa = (struct reader) { r.at, r.at + n };
	  r.at += n;
	  break;
	case CFA_EXPRESSION: case CFA_VAL_EXPRESSION:
	  /* The return address's.  */
	  uleb (&r);
	  n = uleb (&r);
	  if (n > (uint64_t) (r.end - r.at))
	    return;
	  r.at += n;
	  break;
	default:
	  /* GCC has no other for this target.  */
	  now->cfa = (struct reader) { NULL, NULL };
	  return;
	}
    }
}

/* ---- Expressions of the CFA, as GCC writes them.  */

static size_t
read_ops (struct reader r, struct simt_op *ops, size_t most)
{
  size_t n = 0;
  while (r.at < r.end && n < most)
    {
      struct simt_op *o = &ops[n++];
      *o = (struct simt_op) { .atom = (uint8_t) fixed (&r, 1) };
      if (o->atom >= OP_CONST1U && o->atom <= OP_CONST8S)
	{
	  unsigned size = 1u << (o->atom - OP_CONST1U) / 2;
	  o->number = fixed (&r, size);
	  if ((o->atom - OP_CONST1U) % 2 && size < 8
	      && o->number >> (8 * size - 1) & 1)
	    o->number |= ~UINT64_C (0) << (8 * size);
	}
      else if (o->atom == OP_CONSTU || o->atom == OP_PLUS_UCONST)
	o->number = uleb (&r);
      else if (o->atom == OP_CONSTS)
	o->number = (uint64_t) sleb (&r);
      else if (o->atom >= OP_BREG0 && o->atom < OP_BREG0 + 32)
	o->number = (uint64_t) sleb (&r);
      else if (o->atom == OP_BREGX)
	{
	  o->number = uleb (&r);
	  o->number2 = (uint64_t) sleb (&r);
	}
    }
  return n;
}

/* ---- Frames.  */

/* Put the rules for F's place into *R; false if there are none.  Its CFA is found.  */

static bool
find_rules (struct frame *f, struct rules *r)
{
  struct info *i = info_of (code_of (f->wave->vm, f->pc));
  f->cfa_known = false;
  if (!i)
    return false;
  if (!i->frames)
    i->frames = read_section (i);
  uint64_t pc = f->pc - i->code->desc.image_base;
  const struct entry *e = i->frames->entries, *end = e + i->frames->n;
  while (e < end && !(pc >= e->start && pc < e->end))
    e++;
  if (e == end)
    return false;
  memset (r, 0, sizeof *r);
  execute (e, e->cie, 0, 0, r);
  execute (e, e->fde, e->start, pc, r);
  struct simt_op ops[24];
  struct location l;
  size_t n = read_ops (r->cfa, ops, sizeof ops / sizeof ops[0]);
  f->cfa_known = (n && location_find (f, 0, ops, n, true, &l)
		  && l.kind == IN_MEMORY);
  f->cfa = f->cfa_known ? l.value : 0;
  return f->cfa_known;
}

/* Make F, for which R holds, its caller's, which is at PC.  */

static void
unwind (struct frame *f, const struct rules *r, uint64_t pc)
{
  struct place p = { .wave = (void *) f->wave };
  for (unsigned k = 0; k < GCN_VCC; k++)
    if (r->of[k].saved)
      memory_read (&p, f->cfa + (uint64_t) r->of[k].offset, &f->s[k], 4);
  for (unsigned k = 0; k < VGPRS; k++)
    if (r->of[256 + k].saved)
      f->saved[k] = f->cfa + (uint64_t) r->of[256 + k].offset;
  /* The caller's stack ends where this frame begins.  */
  f->s[16] = (uint32_t) f->cfa;
  f->s[17] = (uint32_t) (f->cfa >> 32);
  f->pc = pc;
}

void
frame_find (const struct place *p, struct frame *f)
{
  struct rules r;
  struct place at;
  const struct wave *w = wave_of (p);
  memset (f, 0, sizeof *f);
  f->wave = w;
  memcpy (f->s, w->s, sizeof f->s);
  uint32_t calls = 0;
  for (unsigned k = 0; place_at (p->wave, p->lane, k, &at) && k <= p->level; k++)
    {
      if (k && at.calls == calls)
	/* An inlined function has no registers of its own.  */
	continue;
      if (k)
	unwind (f, &r, pc_of (&at));
      else
	f->pc = pc_of (&at);
      calls = at.calls;
      if (!find_rules (f, &r))
	return;
    }
}
