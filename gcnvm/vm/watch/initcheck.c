/* Undefined values from memory (--initcheck): where they were loaded, atomic
   operations, frames.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Memory has a bit for each of its own that says whether it is defined
   (simt/memory/defined.h; LDS beside it).  Loads take that into the registers' undefined
   bits, and a register's origin says which load that was.  Copying such bits and
   computing with them is no fault; deciding a branch, lanes or an address by them
   is, and so is giving them to the host.  Bits of registers that were never written
   have origin 0, and undef.c reports what is computed with them.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "watch/parts.h"

/* A place where undefined bytes were loaded: by AT, from the object at BASE.  Number
   0 means no load, the last number any load that the table has no room for.  */
enum { MOST_LOADS = 4096 };
struct undef_load
{
  const struct uop *at;
  uint64_t base, address;
  char text[600];
};

/* Of a device.  */
struct undef_loads
{
  pthread_mutex_t lock;
  struct undef_load *load;
  unsigned n;
};

bool
watch_undef_start (struct gcnvm *vm)
{
  struct undef_loads *l = calloc (1, sizeof *l);
  if (!l)
    return false;
  vm->loads = l;
  pthread_mutex_init (&l->lock, NULL);
  l->load = calloc (MOST_LOADS, sizeof *l->load);
  l->n = 1;
  if (l->load && (vm->mem->defined || simt_defined_create (vm->mem)))
    return true;
  watch_undef_end (vm);
  return false;
}

void
watch_undef_end (struct gcnvm *vm)
{
  if (!vm->loads)
    return;
  pthread_mutex_destroy (&vm->loads->lock);
  free (vm->loads->load);
  free (vm->loads);
  vm->loads = NULL;
}

/* ---- Where they come from.  */

unsigned
wave_origin (const struct wave *w, unsigned code, unsigned regs)
{
  unsigned origin = 0;
  if (!w->init)
    return 0;
  for (unsigned i = code; i < code + regs; i++)
    if (i >= GCN_VGPR ? w->vu[i - GCN_VGPR] != 0 : w->sv[i] != 0)
      {
	origin = w->init->origin[i];
	if (!origin)
	  break;
      }
  return origin;
}

bool
watch_from_memory (const struct wave *w, unsigned code, unsigned regs)
{
  return wave_origin (w, code, regs) != 0;
}

void
watch_undef_moved (struct wave *w, unsigned to, unsigned from, unsigned regs)
{
  if (w->init)
    w->init->origin[to] = wave_origin (w, from, regs);
}

/* The size of an element that U loads, if it loads one.  */

static unsigned
element_size (const struct uop *u)
{
  const struct gcn_row *row = u->in->row;
  if (row->d >= GCN_T_b8 && row->d <= GCN_T_i8)
    return 1;
  if (row->d >= GCN_T_b16 && row->d <= GCN_T_f16)
    return 2;
  return u->regs[0] == 2 ? 8 : 4;
}

/* The number of the load by U of W from ADDRESS, in LDS if so, in the object of
   SIZE bytes at BASE.  */

static unsigned
load_number (struct wave *w, const struct uop *u, bool lds, uint64_t address,
	     uint64_t base, uint64_t size)
{
  struct undef_loads *l = w->vm->loads;
  struct access_site o;
  char what[400], place[160];
  /* That of each group is the same one.  */
  uint64_t object = lds ? 1 : base;
  unsigned k;
  pthread_mutex_lock (&l->lock);
  for (k = 1; k < l->n; k++)
    if (l->load[k].at == u && l->load[k].base == object)
      break;
  pthread_mutex_unlock (&l->lock);
  if (k < l->n)
    return k;
  where_is (w->vm, u->pc, place, sizeof place, &o);
  if (w->vm->namer && w->vm->namer (w, u->pc, address, what, sizeof what))
    ;
  else if (lds)
    snprintf (what, sizeof what, "byte %llu of LDS (%llu bytes)",
	      (unsigned long long) (address - base), (unsigned long long) size);
  else if (!simt_mem_describe_element (w->vm->mem, address, element_size (u),
				       what, sizeof what))
    simt_mem_describe (w->vm->mem, address, 1, what, sizeof what);
  pthread_mutex_lock (&l->lock);
  k = l->n;
  if (k < MOST_LOADS - 1)
    l->n++;
  struct undef_load *n = &l->load[k];
  n->at = u;
  n->base = object;
  n->address = lds ? 0 : address;
  if (k < MOST_LOADS - 1)
    snprintf (n->text, sizeof n->text, "it was loaded in %s from %s", place,
	      what);
  else
    snprintf (n->text, sizeof n->text, "it was loaded from memory");
  pthread_mutex_unlock (&l->lock);
  return k;
}

/* The object that ADDRESS is in goes to *BASE, *SIZE.  */

static void
find_object (struct wave *w, uint64_t address, uint64_t *base, uint64_t *size)
{
  struct simt_mem *m = w->vm->mem;
  if (!simt_mem_object (m, address, base, size)
      && !simt_mem_find (m, address, base, size))
    {
      *base = address;
      *size = 1;
    }
}

void
watch_undef_loaded (struct wave *w, unsigned code, int lane,
		    const struct place *p, unsigned k)
{
  const struct uop *u = w->now;
  uint64_t address = (uintptr_t) p->p + k;
  (void) lane;
  for (unsigned n = 0; n < 3 && p->defined[k + n] == 0xff; n++)
    address++;
  struct wave_load *last
    = &w->init->loads[(uintptr_t) u / sizeof *u % 16];
  if (last->at != u || address - last->low >= last->size)
    {
      uint64_t low = (uintptr_t) w->group->lds, size = w->group->lds_size;
      if (!p->lds)
	find_object (w, address, &low, &size);
      last->number = load_number (w, u, p->lds, address, low, size);
      last->at = u;
      last->low = low;
      last->size = size;
    }
  w->init->origin[code] = last->number;
}

/* ---- Reports.  */

/* What U does with an undefined value, used for WHAT.  */

static const char *
use_text (const struct uop *u, const char *what)
{
  static const struct { const char *what, *text; } uses[] =
  {
    { "condition", "an undefined value decides a branch" },
    { "EXEC", "an undefined value decides which lanes are active" },
    { "jumps to", "an undefined value decides where a jump goes" },
    { "calls", "an undefined value is the address of what is called" },
    { "compare", "an undefined value decides a compare-and-swap" },
    { "lane number", "an undefined value is used as the number of a lane" },
    { "lane address", "an undefined value is used as the number of a lane" },
    { "register index", "an undefined value is used as an index of registers" },
    { "limit of LDS", "an undefined value is used as the limit of LDS" },
    { "mode", "an undefined value is used as a mode" }
  };
  if (what && strcmp (what, "address") == 0)
    {
      uint64_t flags = u->in && u->in->row ? u->in->row->flags : 0;
      return (flags & GCN_F_ATOM
	      ? "an undefined value is used as an address of an atomic operation"
	      : flags & GCN_F_ST
	      ? "an undefined value is used as an address of a store"
	      : "an undefined value is used as an address of a load");
    }
  for (size_t k = 0; what && k < sizeof uses / sizeof *uses; k++)
    if (strcmp (what, uses[k].what) == 0)
      return uses[k].text;
  return "an undefined value is used";
}

void
wave_report_memory (struct wave *w, const struct uop *u, const char *what,
		    int lane, unsigned origin)
{
  const struct undef_load *l = &w->vm->loads->load[origin];
  wave_report (w, u, GCNVM_R_INITCHECK, false, lane, l->address, NULL,
	       "%s: %s, which nothing has written, and is used",
	       use_text (u, what), l->text);
}

/* ---- Atomic operations.  */

/* The value of LANE in the N registers from CODE on, and its undefined bits.  */

static struct simt_partly
lane_value (const struct wave *w, unsigned code, unsigned n, unsigned lane)
{
  struct simt_partly r = { 0, 0 };
  for (unsigned k = 0; k < n && code != GCN_NO_OPERAND; k++)
    {
      unsigned v = code - GCN_VGPR + k;
      r.x |= (uint64_t) w->v[v][lane] << (32 * k);
      if (w->vu[v] >> lane & 1)
	r.v |= (uint64_t) w->vv[v][lane] << (32 * k);
    }
  return r;
}

/* The undefined bits of what KIND makes of OLD and DATA.  */

static uint64_t
combined (enum atomic_kind kind, uint64_t old, uint64_t data)
{
  uint64_t any = old | data;
  if (kind == ATOMIC_SWAP)
    return data;
  if (kind == ATOMIC_AND || kind == ATOMIC_OR || kind == ATOMIC_XOR)
    return any;
  return any | -any;
}

/* Value C of LANE of W, which was loaded undefined, counts as defined in all
   registers of the lane or the wave that have it.  */

static void
define_copies (struct wave *w, struct simt_partly c, unsigned regs,
	       unsigned lane)
{
  uint64_t bit = UINT64_C (1) << lane;
  for (unsigned k = 0; k < regs; k++)
    {
      uint32_t x = c.x >> (32 * k), v = c.v >> (32 * k);
      if (!v)
	continue;
      for (unsigned r = 0; r < VGPRS + AGPRS; r++)
	if (w->vu[r] & bit && w->v[r][lane] == x && w->vv[r][lane] == v)
	  w->vu[r] &= ~bit;
      for (unsigned r = 0; r < GCN_INT_0; r++)
	if (w->sv[r] == v && w->s[r] == x)
	  w->sv[r] = 0;
    }
}

/* A loop that changes one byte of a word, or a value by an operation without an
   atomic instruction, compares what it has loaded, undefined or not, with what is
   still there: that decides nothing.  */

bool
watch_undef_atomic (struct wave *w, const struct uop *u, unsigned lane,
		    const struct place *p, unsigned data, unsigned regs,
		    unsigned second, unsigned out)
{
  enum atomic_kind kind = u->ib;
  struct simt_partly x = lane_value (w, data, regs, lane);
  struct simt_partly c = lane_value (w, second, regs, lane);
  bool cmp = kind == ATOMIC_CMPSWAP || kind == ATOMIC_FCMP;
  uint64_t before = place_get_undef (p, 0, 4), after, lanes
    = UINT64_C (1) << lane;
  if (regs > 1)
    before |= (uint64_t) place_get_undef (p, 4, 4) << 32;
  if (u->words)
    before = 0;
  unsigned origin = x.v ? wave_origin (w, data, regs) : 1;
  if (!origin)
    {
      if (!w->vm->watch->undef_use (w, u, "operand of an atomic", data, regs,
				    lane))
	return false;
      x.v = 0;
    }
  uint64_t given = before;
  if (c.v & ~before)
    {
      w->now = u;
      if (!w->vm->watch->undef_use (w, u, "compare", second, regs, lane))
	return false;
    }
  else if (c.v)
    {
      define_copies (w, c, regs, lane);
      given = 0;
    }
  after = cmp && memcmp (p->p, &c.x, 4 * regs) != 0 ? before
	  : cmp ? x.v : combined (kind, before, x.v);
  if (given)
    for (unsigned k = 0; k < regs && out != GCN_NO_OPERAND; k++)
      if ((uint32_t) (given >> (32 * k)))
	watch_undef_loaded (w, out + k, lane, p, 4 * k);
  uint64_t old = atomic_do (w, kind, p->p, 32 * regs, x.x, c.x);
  for (unsigned k = 0; k < regs; k++)
    {
      uint32_t v = given >> (32 * k);
      if (p->defined)
	place_set_undef (p, 4 * k, 4, after >> (32 * k));
      if (out == GCN_NO_OPERAND)
	continue;
      unsigned r = out - GCN_VGPR + k;
      w->v[r][lane] = old >> (32 * k);
      w->vv[r][lane] = v ? v : w->vv[r][lane];
      w->vu[r] = v ? w->vu[r] | lanes : w->vu[r] & ~lanes;
    }
  return true;
}

/* ---- Frames.  */

/* GCC's stack grows up from s[16:17], and a function saves registers in its frame
   before it makes that.  What is above the stack pointer when a function is called
   is what other calls have left: it becomes undefined then.  */
enum { STACK_POINTER = 16, LARGEST = 1 << 24 };

/* Before "s_add_u32 s16, s16, N".  */

const struct uop *
frame_made (const struct uop *u, struct wave *w)
{
  const struct uop *add = u + 1;
  const char *from = add->kb ? (const char *) add : (const char *) w->s;
  uint64_t end = get64 (&w->s[STACK_POINTER])
		 + (int64_t) *(const int32_t *) (from + add->b);
  if (end - w->init->frames_end < LARGEST
      || w->init->frames_end - end >= LARGEST)
    w->init->frames_end = end;
  return u + 1;
}

/* Before a call.  */

const struct uop *
frames_gone (const struct uop *u, struct wave *w)
{
  uint64_t at = get64 (&w->s[STACK_POINTER]);
  if (w->init->frames_end - at < LARGEST)
    {
      simt_defined_set (w->vm->mem, at, w->init->frames_end - at, false);
      w->init->frames_end = at;
    }
  return u + 1;
}
