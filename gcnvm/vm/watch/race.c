/* Data races.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What a race is stands in simt/race/race.h.  What GCC's code synchronises with, and
   so does libgomp's:

   - s_barrier, for all waves of a group;
   - atomic operations.  GCC emits the same instruction for each memory order of
     those that add, compare and so on, so they all acquire and release;
   - loads and stores with glc, which atomic and volatile ones have: relaxed.
     One that is to acquire is followed, one that is to release preceded by
     buffer_wbinvl1_vol (s_dcache_wb_vol, s_dcache_inv_vol where the access is
     scalar), and so is what comes of a flush: fences, all of them.  LDS has no
     glc and needs none: whoever talks through it meets at s_barrier or does
     atomic operations;
   - the generation of a barrier of libgomp's that gcncheck --fix --tasks has
     repaired: threads wait for it to change, not at s_barrier.  libgomp stores it
     plainly (gomp_team_barrier_done) or relaxed, and loads it relaxed: the waves
     of a group need no more.

   Here is what GCN adds: lanes of one wave must not store different values to
   one place by one instruction.  */

#include <stdlib.h>
#include <string.h>

#include "simt/race/newlib.h"
#include "simt/report/suppress.h"

#include "watch/parts.h"

/* What race.c keeps of a wave.  */
struct race_wave
{
  /* The function that it was in last, and its kind.  */
  uint64_t start, end;
  bool runtime, words, barrier, part;
  /* The stores of one instruction.  */
  const struct uop *insn;
  uint64_t insn_number;
  unsigned n;
  bool told;
  const uint8_t *p[LANES];
  uint8_t lane[LANES];
  uint32_t data[LANES][4];
};

bool
watch_race_group_new (struct group *g)
{
  struct gcnvm *vm = g->launch->vm;
  if (!vm->race)
    return true;
  g->race = simt_race_group_new (vm->race, g->launch->id, g->number,
				 g->n_waves, g->lds, g->lds_size);
  for (unsigned i = 0; g->race && i < g->n_waves; i++)
    if (!(g->waves[i]->race = calloc (1, sizeof *g->waves[i]->race)))
      return false;
    else
      g->waves[i]->watch |= WATCH_RACES;
  return g->race != NULL;
}

void
watch_race_group_free (struct group *g)
{
  simt_race_group_free (g->race);
  g->race = NULL;
  for (unsigned i = 0; g->waves && i < g->n_waves; i++)
    if (g->waves[i])
      {
	free (g->waves[i]->race);
	g->waves[i]->race = NULL;
      }
}

const struct uop *
op_fence (const struct uop *u, struct wave *w)
{
  simt_race_fence (w->group->race, w->number);
  atomic_thread_fence (memory_order_seq_cst);
  return u + 1;
}

/* Whether a function called NAME stores or awaits the generation of a team's
   barrier.  */

static bool
barrier_p (const char *name)
{
  return (!strcmp (name, "gomp_team_barrier_wait_end")
	  || !strcmp (name, "gomp_team_barrier_wait_cancel_end")
	  || !strcmp (name, "gomp_barrier_handle_tasks"));
}

/* Whether a function called NAME is libgcc's for a compare-and-swap of 8 or 16
   bits, which reads the word around them plainly and swaps that
   (libgcc/config/gcn/atomic.c).  */

static bool
part_of_word_p (const char *name)
{
  return (!strcmp (name, "__atomic_compare_exchange_1")
	  || !strcmp (name, "__atomic_compare_exchange_2")
	  || !strcmp (name, "__sync_val_compare_and_swap_1")
	  || !strcmp (name, "__sync_val_compare_and_swap_2"));
}

/* Looks up the function that W is in at PC.  */

static void
find_function (struct wave *w, uint64_t pc)
{
  struct race_wave *r = w->race;
  const struct gcnvm_code *c = code_of (w->vm, pc);
  const char *name;
  uint64_t start, size = 0;
  r->start = pc;
  r->end = pc + 4;
  r->runtime = r->words = r->barrier = r->part = false;
  if (c && c->desc.symbol
      && c->desc.symbol (c->desc.closure, pc, &name, &start, &size))
    {
      if (pc - start < size)
	{
	  r->start = start;
	  r->end = start + size;
	}
      r->runtime = simt_runtime_function_p (name);
      r->words = simt_newlib_reads_words (name);
      r->barrier = barrier_p (name);
      r->part = part_of_word_p (name);
    }
}

/* The variable of some code object that A is in.  */

static bool
variable_at (struct gcnvm *vm, uint64_t a, const char **name, uint64_t *start)
{
  bool found = false;
  pthread_mutex_lock (&vm->lock);
  for (const struct gcnvm_code *c = vm->codes; c && !found; c = c->next)
    found = (c->desc.variable
	     && c->desc.variable (c->desc.closure, a, name, start));
  pthread_mutex_unlock (&vm->lock);
  return found;
}

/* What is said of a place.  */
enum { WHERE = 700 };

/* Puts into WHERE, of SIZE bytes, what is known about the BYTES bytes at A in
   memory.  */

static void
describe_memory (struct gcnvm *vm, uint64_t a, unsigned bytes, char *where,
		 size_t size)
{
  const char *name;
  uint64_t start;
  if (variable_at (vm, a, &name, &start))
    snprintf (where, size, "0x%llx (offset %llu in `%s')",
	      (unsigned long long) a, (unsigned long long) (a - start), name);
  else
    {
      int n = snprintf (where, size, "0x%llx, ", (unsigned long long) a);
      if (simt_mem_describe_element (vm->mem, a, bytes, where + n,
				     size - (size_t) n))
	return;
      const struct simt_alloc *rec = simt_mem_lookup (vm->mem, a);
      n -= 2;
      where[n] = '\0';
      if (rec && rec->name)
	snprintf (where + n, size - n, " (offset %llu in %s)",
		  (unsigned long long) (a - rec->base), rec->name);
    }
}

/* The same for P, which W accesses at PC.  */

static void
describe (struct wave *w, uint64_t pc, const void *p, unsigned bytes, char *where,
	  size_t size)
{
  char name[300];
  const struct group *g = w->group;
  uint64_t offset = (uint64_t) ((const uint8_t *) p - g->lds);
  if (offset < g->lds_size)
    {
      if (w->vm->namer && w->vm->namer (w, pc, (uintptr_t) p, name, sizeof name))
	snprintf (where, size, "offset %llu of LDS, %s",
		  (unsigned long long) offset, name);
      else
	snprintf (where, size, "offset %llu of LDS", (unsigned long long) offset);
    }
  else if (w->vm->namer && w->vm->namer (w, pc, (uintptr_t) p, name, sizeof name))
    snprintf (where, size, "0x%llx, %s", (unsigned long long) (uintptr_t) p, name);
  else
    describe_memory (w->vm, (uintptr_t) p, bytes, where, size);
}

/* Who accesses what.  */
struct accessing
{
  struct wave *wave;
  const struct uop *uop;
  int lane;
};

/* GCC's OpenACC kernels have so much LDS beyond their gang-private variables,
   for which there are 512 bytes at least (gcn.cc, gcn_option_override).  */
enum { ACC_BEYOND = 1024, ACC_GANG_PRIVATE = 512 };

/* Whether A and T, a store if STORE, are GCC's own, for the values that one
   worker of an OpenACC kernel hands on to the others.  omp-oacc-neuter-
   broadcast.cc has one barrier between the store and the loads, and different
   places for blocks that reach each other, but does not ask whether a block
   reaches itself: in a loop with one such block the worker may store the next
   values before the others have read these.  A race, but not the program's; all
   that lies after the gang-private variables is GCC's.  */

static bool
broadcast_p (const struct wave *w, const struct simt_race_access *a,
	     const struct simt_touch *t, bool store)
{
  const struct group *g = w->group;
  uint64_t offset = (const uint8_t *) a->p - g->lds;
  return (g->lds_size >= ACC_GANG_PRIVATE + ACC_BEYOND
	  && offset < g->lds_size && offset >= g->lds_size - ACC_BEYOND
	  && store != a->store && (store ? t->wave : a->wave) == 0);
}

/* Whether the load at PC is the first read of a loop that then replaces what was read
   by compare-and-swap, as GCC makes for operations without an atomic instruction
   (OpenMP's and OpenACC's atomic and reduction): it may read anything, since the swap
   fails then.  Such a loop begins right after it.  */

static bool
first_read_p (struct gcnvm *vm, uint64_t pc)
{
  enum { NEAR = 40 };
  const struct gcnvm_code *c = code_of (vm, pc);
  struct gcn_insn load, in;
  if (!c)
    return false;
  uint64_t end = c->desc.base + c->desc.size;
  for (unsigned k = 0; k < NEAR && pc < end; k++, pc += in.length)
    {
      uint64_t left = (end - pc) / 4;
      if (gcn_decode ((const uint32_t *) (uintptr_t) pc, left > 2 ? 2 : left,
		      vm->opt.cpu, &in) || !in.row)
	return false;
      if (!k)
	load = in;
      else if (in.row->flags & GCN_F_ATOM
	       && strstr (in.row->name, in.row->enc == GCN_ENC_DS
			  ? "cmpst" : "cmpswap"))
	return (in.row->enc == GCN_ENC_DS) == (load.row->enc == GCN_ENC_DS);
    }
  return false;
}

#define NOTHING_WAITS "neither of their queues waits for the other"

/* Reports that A races with a copy, to the device if STORE.  */

static void
tell_copied (const struct accessing *who, const struct simt_race_access *a,
	     bool store)
{
  struct wave *w = who->wave;
  char where[WHERE], place[300];
  struct access_site here;
  where_is (w->vm, who->uop->pc, place, sizeof place, &here);
  if (simt_library_of (here.function, here.path, NULL)
      || !wave_first_race (w, who->uop->pc ^ (store ? 1 : 2)))
    return;
  describe (w, who->uop->pc, a->p, a->size, where, sizeof where);
  wave_report_race (w, who->uop, who->lane, (uintptr_t) a->p, NULL,
		    "data race between a launch and a copy: %s%u-byte %s at "
		    "%s, nothing orders it after the copy %s the device: "
		    NOTHING_WAITS ";", a->atomic ? "atomic " : "", a->size,
		    a->store ? "store" : "load", where, store ? "to" : "from");
}

/* What there is to say of the access at O, a store if STORE; AT is room.  */

static struct simt_related
related_access (const struct access_site *o, struct simt_place *at, bool store)
{
  *at = (struct simt_place) { o->function, o->path, o->line, false };
  return (struct simt_related)
    {
      .role = "other access",
      .text = store ? "the store by the other" : "the load by the other",
      .when = SIMT_BESIDE, .stack = at, .n_stack = 1
    };
}

/* Whether the memory at A is what the host's libgomp allocated for its own use, as for
   stacks: it gives a launch what no other one has at the time.  */

static bool
runtime_memory_p (struct gcnvm *vm, uint64_t a)
{
  const struct simt_alloc *r = simt_mem_lookup (vm->mem, a);
  return r && r->flags & SIMT_OWN;
}

/* Reports that A races with T, a store if STORE.  */

static void
tell (void *closure, const struct simt_race_access *a,
      const struct simt_touch *t, bool store)
{
  const struct accessing *who = closure;
  struct wave *w = who->wave;
  const struct launch *l = w->launch;
  const struct uop *u = t->func;
  struct access_site here, o;
  char place[300], where[WHERE];
  bool launches = t->launch != l->id;
  if (!u)
    {
      tell_copied (who, a, store);
      return;
    }
  if (!launches && (broadcast_p (w, a, t, store)
		    || (t->atomic && !a->atomic && !a->store
			&& first_read_p (w->vm, who->uop->pc))
		    || (a->atomic && !t->atomic && !store
			&& first_read_p (w->vm, u->pc))))
    return;
  if (launches && runtime_memory_p (w->vm, (uintptr_t) a->p))
    return;
  where_is (w->vm, who->uop->pc, place, sizeof place, &here);
  where_is (w->vm, u->pc, place, sizeof place, &o);
  o.store = store;
  /* The state of the compiler's libraries: they have locks.  */
  if (launches && simt_library_of (here.function, here.path, NULL)
      && simt_library_of (o.function, o.path, NULL))
    return;
  uint64_t g = t->group;
  for (int i = 0; i < 3; i++)
    {
      o.group[i] = g % l->n_groups[i];
      g /= l->n_groups[i];
    }
  o.wave = t->wave;
  o.lane = t->lane;
  /* One report for two lines, whichever comes first and whatever they do there;
     or for two instructions where there are none.  */
  const uint64_t mix = UINT64_C (0x9e3779b97f4a7c15);
  uint64_t key;
  if (here.file && o.file)
    key = (here.line + mix) * (o.line + mix);
  else
    key = (who->uop->pc * mix ^ u->pc * UINT64_C (0xc2b2ae3d27d4eb4f)
	   ^ (store * 2u + a->store) * UINT64_C (0x165667b19e3779f9));
  if (!wave_first_race (w, key))
    return;
  describe (w, who->uop->pc, a->p, a->size, where, sizeof where);
  struct simt_place at;
  const struct simt_related other = related_access (&o, &at, store);
  wave_relate (&other, 1);
  if (launches)
    wave_report_race (w, who->uop, who->lane, (uintptr_t) a->p, NULL,
		      "data race between launches: %s%u-byte %s at %s, nothing "
		      "orders it after the %s%s by another launch in %s: "
		      NOTHING_WAITS ";", a->atomic ? "atomic " : "", a->size,
		      a->store ? "store" : "load", where,
		      t->atomic ? "atomic " : "", store ? "store" : "load",
		      place);
  else
    wave_report_race (w, who->uop, who->lane, (uintptr_t) a->p, &o,
		      "data race: %s%u-byte %s at %s, nothing orders it after "
		      "the %s%s by group (%u,%u,%u) wave %u lane %u in %s;",
		      a->atomic ? "atomic " : "", a->size,
		      a->store ? "store" : "load", where,
		      t->atomic ? "atomic " : "", store ? "store" : "load",
		      o.group[0], o.group[1], o.group[2], o.wave, o.lane, place);
  wave_relate (NULL, 0);
}

/* LANE of W stores DATA, of SIZE bytes, to P by U: reports another lane that
   has just stored something else there by the same instruction.  */

static void
between_lanes (struct wave *w, const struct uop *u, unsigned lane,
	       const uint8_t *p, const uint32_t *data, unsigned size)
{
  struct race_wave *r = w->race;
  char where[WHERE];
  if (r->insn != u || r->insn_number != w->vinsns)
    {
      r->insn = u;
      r->insn_number = w->vinsns;
      r->n = 0;
      r->told = false;
    }
  for (unsigned i = 0; i < r->n && !r->told; i++)
    if (r->p[i] == p && memcmp (r->data[i], data, size))
      {
	struct access_site o;
	where_is (w->vm, u->pc, where, sizeof where, &o);
	o.store = true;
	memcpy (o.group, w->group->id, sizeof o.group);
	o.wave = w->number;
	o.lane = r->lane[i];
	r->told = true;
	if (!wave_first_race (w, u->pc))
	  break;
	describe (w, u->pc, p, size, where, sizeof where);
	wave_report_race (w, u, lane, (uintptr_t) p, &o,
			  "data race: %u-byte store at %s, and lane %u of the "
			  "same wave stores another value there by the same "
			  "instruction;", size, where, r->lane[i]);
      }
  if (r->n < LANES)
    {
      r->p[r->n] = p;
      r->lane[r->n] = lane;
      memcpy (r->data[r->n++], data, size);
    }
}

/* Remembers a load or a store: in pieces that one value can have.  */

static void
plain (struct wave *w, const struct uop *u, struct racing *r,
       struct accessing *who, const uint8_t *p, unsigned size,
       const uint8_t *data)
{
  for (unsigned k = 0; k < size; k += 8)
    {
      uint64_t value = 0;
      unsigned n = size - k < 8 ? size - k : 8;
      r->a.p = p + k;
      r->a.size = n;
      if (data)
	{
	  memcpy (&value, data + k, n);
	  r->a.value = &value;
	  r->a.silent = memcmp (p + k, data + k, n) == 0;
	}
      simt_race_access (w->group->race, &r->a, tell, who);
    }
  (void) u;
}

/* Have A, the swap of a word by LANE of W with the new value in VGPR number DATA
   and the expected one in the next, be about the bytes in which these differ.  */

static bool
narrow (struct simt_race_access *a, const struct wave *w, unsigned data,
	unsigned lane)
{
  uint32_t x = w->v[data][lane] ^ w->v[data + 1][lane];
  if (!x)
    return false;
  unsigned first = (unsigned) __builtin_ctz (x) / 8;
  unsigned last = (31 - (unsigned) __builtin_clz (x)) / 8;
  a->p += first;
  a->size = last - first + 1;
  return true;
}

void
watch_race_begin (struct wave *w, const struct uop *u, struct racing *r, int lane,
	    const struct place *to, unsigned size, const uint32_t *data,
	    unsigned stride)
{
  const struct gcn_row *row = u->in->row;
  bool store = row->flags & GCN_F_ST, atomic = row->flags & GCN_F_ATOM;
  r->p = to->p;
  r->size = store || atomic ? size : 0;
  memcpy (r->before, to->p, r->size);
  if (!w->race)
    return;
  struct accessing who = { w, u, lane };
  uint32_t words[16];
  if (u->pc - w->race->start >= w->race->end - w->race->start)
    find_function (w, u->pc);
  for (unsigned k = 0; data && k < (size + 3) / 4; k++)
    words[k] = data[k * stride] >> (row->flags & GCN_F_D16HI ? 16 : 0);
  /* What may be a barrier's generation.  */
  bool number = w->race->barrier && (store || u->in->glc) && size == 4;
  r->a = (struct simt_race_access)
    {
      .func = u, .wave = w->number, .lane = lane < 0 ? 0 : lane, .p = to->p,
      .size = size, .store = store, .runtime = w->race->runtime,
      .atomic = atomic || number || (u->in->glc && row->enc != GCN_ENC_DS)
    };
  if (!r->a.atomic)
    {
      /* Words that are read beyond a string's end.  */
      if (!store && (w->race->words || w->race->part))
	return;
      if (data && lane >= 0 && size <= 16)
	between_lanes (w, u, lane, to->p, words, size);
      plain (w, u, r, &who, to->p, size, data ? (uint8_t *) words : NULL);
      return;
    }
  if (w->race->part && atomic && lane >= 0
      && !narrow (&r->a, w, u->in->src[1] - GCN_VGPR, (unsigned) lane))
    {
      r->a.atomic = false;
      return;
    }
  r->op = atomic || number ? SIMT_RACE_BOTH : store ? SIMT_RACE_STORE : SIMT_RACE_LOAD;
  r->a.silent = data && memcmp (to->p, words, size) == 0;
  simt_race_atomic_start (w->group->race, &r->a);
  memcpy (r->before, to->p, r->size);
}

void
watch_race_end (struct wave *w, const struct uop *u, struct racing *r)
{
  bool changed = memcmp (r->before, r->p, r->size) != 0;
  w->changed |= changed;
  if (!w->race || !r->a.atomic)
    return;
  struct accessing who = { w, u, r->a.lane };
  if (r->op == SIMT_RACE_BOTH)
    r->a.store = changed;
  simt_race_atomic_end (w->group->race, &r->a, r->op, changed, tell, &who);
}

/* ---- Copies.  */

/* Report that the copy of N bytes at ADDRESS, to the device if STORE, races with
   what C says.  */

static void
report_copy (struct gcnvm *vm, uint64_t address, uint64_t n, bool store,
	     const struct simt_race_found *c)
{
  char by[400] = "another copy", in[300], where[WHERE], text[2048];
  struct access_site o;
  struct simt_place at;
  struct simt_related other;
  const struct uop *by_uop = c->other.func;
  uint64_t pc = by_uop ? by_uop->pc : 0;
  if (pc)
    {
      where_is (vm, pc, in, sizeof in, &o);
      other = related_access (&o, &at, c->store);
      snprintf (by, sizeof by, "the %s by a launch in %s",
		c->store ? "store" : "load", in);
    }
  describe_memory (vm, (uintptr_t) c->p, 1, where, sizeof where);
  snprintf (text, sizeof text,
	    "data race between a copy and %s: copy of %llu bytes %s the device "
	    "at 0x%llx; at %s, nothing orders it after %s: " NOTHING_WAITS,
	    pc ? "a launch" : "another one", (unsigned long long) n,
	    store ? "to" : "from", (unsigned long long) address, where, by);
  host_report_race (vm, pc ^ (store ? 1 : 2), (uintptr_t) c->p,
		    pc ? &other : NULL, text);
}

void
watch_copy (struct gcnvm *vm, const struct simt_race_order *order,
	    uint64_t address, uint64_t n, bool store)
{
  struct simt_race_found c;
  if (simt_race_copy (vm->race, atomic_fetch_add (&vm->launches, 1) + 1, order,
		      (const void *) (uintptr_t) address, n, store, &c))
    report_copy (vm, address, n, store, &c);
}
