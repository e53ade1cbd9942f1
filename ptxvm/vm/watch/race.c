/* The PTX machine: data races.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What a race is stands in simt/race/race.h.  Here is what PTX adds: lanes of one
   warp must not store different values to one place by one instruction
   (watch_race_lanes), and where they differ in what they access they are independent,
   until they meet: where diverged lanes come together, at a warp operation, at a
   barrier, when a loop ends; what is no access of the program's is left out.  */

#include <stdlib.h>
#include <string.h>

#include "code/translate.h"
#include "code/where.h"
#include "run/frame-gaps.h"
#include "simt/race/newlib.h"
#include "vm-int.h"
#include "watch/frames.h"
#include "watch/parts.h"
#include "watch/stack.h"

/* libgomp's idle threads look, after the barrier of the dock, for what to do; a
   thread that is not wanted for a small team goes back to that barrier, and
   nothing keeps the initial thread from writing the next order before such a
   thread has looked (config/nvptx/team.c, gomp_thread_start).  And each team
   stores the number of teams and the control variables, the same for all, where
   all read them (GOMP_teams4, gomp_nvptx_main).  These are races, but not the
   program's.  True if a store in STORER and a load in LOADER are such.  */
static bool
libgomp_race_p (const char *storer, const char *loader)
{
  if (!strcmp (storer, "GOMP_teams4") || !strcmp (storer, "GOMP_teams")
      || !strcmp (storer, "gomp_nvptx_main"))
    return true;
  return ((!strcmp (storer, "gomp_team_start")
	   || !strcmp (storer, "gomp_free_thread"))
	  && (!strcmp (loader, "gomp_thread_start")
	      || !strcmp (loader, "gomp_nvptx_main")));
}

/* What is said of a place.  */
enum { WHERE = 700 };

/* Put into WHERE, of SIZE bytes, what is known about the N bytes at A in global
   memory of VM: nothing, or the variable that they lie in.  */
static void
describe_global (struct vm *vm, uint64_t a, unsigned n, char *where, size_t size)
{
  if (simt_mem_describe_element (&vm->mem, a, n, where + 2, size - 2))
    {
      memcpy (where, ", ", 2);
      return;
    }
  where[0] = '\0';
  const struct simt_alloc *rec = simt_mem_lookup (&vm->mem, a);
  if (rec && rec->name)
    snprintf (where, size, " (offset %llu in `%s')",
	      (unsigned long long) (a - rec->base), rec->name);
}

/* The same for P, which W accesses.  */
static void
describe (struct warp *w, const void *p, unsigned n, char *where, size_t size)
{
  uint64_t a = (uint64_t) (uintptr_t) p;
  where[0] = '\0';
  if (soft_stack_p (w->vm, a)
      && frame_holder (w->block, a, where + 2, size - 2))
    memcpy (where, ", ", 2);
  else if (a - w->vm->mem.arena < w->vm->mem.arena_size)
    describe_global (w->vm, a, n, where, size);
  else
    {
      uint64_t off = a - (uint64_t) (uintptr_t) w->block->shared, in;
      const char *name = shared_variable (w, off, &in);
      if (frame_shared (w, off, where + 2, size - 2))
	memcpy (where, ", ", 2);
      else if (name)
	snprintf (where, size, " (offset %llu in `%s' in shared memory)",
		  (unsigned long long) in, name);
      else
	snprintf (where, size, " (offset %llu in shared memory)",
		  (unsigned long long) off);
    }
}

/* Who accesses what.  */
struct accessing
{
  struct warp *warp;
  const struct uop *uop;
};

/* True if OFF in W's shared memory is a thread's pointer to its soft stack.
   GCC's code for entering and leaving a simd region stores it in each lane,
   which then has a stack of its own, and reads it back nowhere in between
   (nvptx.cc, nvptx_output_simt_enter).  */
static bool
soft_pointer_p (const struct warp *w, uint64_t off)
{
  const struct ptx_symbol *s
    = ptx_module_lookup (w->block->launch->kernel->module->ptx,
			 "__nvptx_stacks");
  const struct place *pl = s ? (s->def ? s->def : s)->aux : NULL;
  return (pl && pl->kind == P_SHARED && off >= pl->where
	  && off - pl->where < pl->size);
}

/* True if A, by U, and T, in F and by another lane of W's, a store if STORE, need
   no report: two stores by one instruction are watch_race_lanes's, and GCC's code to
   enter and leave a simd loop is not the program's.  */
static bool
lanes_pass_p (const struct warp *w, const struct uop *u,
	      const struct simt_race_access *a, const struct vfunc *f,
	      const struct simt_touch *t, bool store)
{
  uint64_t off = (uint64_t) ((const uint8_t *) a->p - w->block->shared);
  return ((store && a->store && f == w->act->func && t->insn == u->insn)
	  || (off < w->block->shared_size && soft_pointer_p (w, off)));
}

/* True if there was no report yet of a race of U with AT, in F: of LANES of one
   warp, or of warps.  There is one for two lines, whichever comes first and
   whatever they do there; or for two instructions where there are none.  */
static bool
first_of_lines (struct warp *w, const struct uop *u, const struct vfunc *f,
		const struct uop *at, bool lanes)
{
  const uint32_t mix = 0x9e3779b9u, kind = lanes ? 0x10000000u : 0x40000000u;
  const struct vfunc *here = w->act->func;
  const struct ptx_loc *a = uop_loc (here, u), *b = uop_loc (f, at);
  if (a && b)
    return report_first (w->vm, w->vm,
			 ((a->line + mix) * (b->line + mix)) ^ kind);
  return report_first (w->vm, &here->ptx->insns[u->insn],
		       f->ptx->insns[at->insn].line ^ kind);
}

#define NOTHING_WAITS \
  "neither of their streams (async queues, regions with nowait) waits for the other"

/* Report that A, of W by U, which is about WHERE, races with the store, if STORE,
   or the load at PLACE of another launch.  */
static void
tell_launches (struct warp *w, const struct uop *u,
	       const struct simt_race_access *a, bool store, const char *where,
	       const char *place)
{
  uint64_t addr = (uint64_t) (uintptr_t) a->p;
  vm_note (w, u, a->lane, VM_R_RACE, addr, NULL,
	   "data race between launches: %s%u-byte %s at 0x%llx%s, nothing orders "
	   "it after the %s by another launch in %s: " NOTHING_WAITS ";",
	   a->atomic ? "atomic " : "", a->size, a->store ? "store" : "load",
	   (unsigned long long) addr, where, store ? "store" : "load", place);
}

/* The same for a copy, to the device if STORE.  */
static void
tell_copied (struct warp *w, const struct uop *u,
	     const struct simt_race_access *a, bool store)
{
  char where[WHERE];
  uint64_t addr = (uint64_t) (uintptr_t) a->p;
  if (uop_library (w->act->func, u)
      || !report_first (w->vm, &w->act->func->ptx->insns[u->insn],
			0x50000000u | store))
    return;
  describe (w, a->p, a->size, where, sizeof where);
  vm_note (w, u, a->lane, VM_R_RACE, addr, NULL,
	   "data race between a launch and a copy: %s%u-byte %s at 0x%llx%s, "
	   "nothing orders it after the copy %s the device: " NOTHING_WAITS ";",
	   a->atomic ? "atomic " : "", a->size, a->store ? "store" : "load", (unsigned long long) addr,
	   where, store ? "to" : "from");
}

/* Report that A races with T, a store if STORE.  */
static void
tell (void *closure, const struct simt_race_access *a,
      const struct simt_touch *t, bool store)
{
  struct warp *w = ((struct accessing *) closure)->warp;
  const struct uop *u = ((struct accessing *) closure)->uop;
  const struct stack_chain *calls = t->func;
  if (!calls)
    {
      tell_copied (w, u, a, store);
      return;
    }
  const struct vfunc *f = calls->func;
  const struct launch *l = w->block->launch;
  char place[300], where[WHERE];
  bool launches = t->launch != (uint32_t) l->id;
  bool lanes = (!launches && t->group == w->block->index
		&& t->wave == w->index);
  if (lanes && lanes_pass_p (w, u, a, f, t, store))
    return;
  if (store != a->store
      && libgomp_race_p (store ? f->name : w->act->func->name,
			 store ? w->act->func->name : f->name))
    return;
  struct uop at = { .insn = t->insn };
  if (!lanes && simt_runtime_function_p (f->name)
      && simt_runtime_function_p (w->act->func->name))
    return;
  /* The state of the compiler's libraries: they have locks.  */
  if (launches && uop_library (f, &at) && uop_library (w->act->func, u))
    return;
  if (!first_of_lines (w, u, f, &at, lanes))
    return;
  uop_where (place, sizeof place, f, &at);
  describe (w, a->p, a->size, where, sizeof where);
  uint64_t addr = (uint64_t) (uintptr_t) a->p;
  uint32_t n = t->wave * WARP_SIZE + t->lane, g = t->group;
  uint32_t x = l->ntid[0], y = l->ntid[1];
  struct simt_place stack[STACK_FRAMES];
  const struct simt_related other = {
    .role = "other access", .when = SIMT_BESIDE, .stack = stack,
    .text = store ? "the store, which nothing orders before it"
	    : "the load, which nothing orders before it",
    .n_stack = stack_chain_places (calls, t->insn, stack, STACK_FRAMES)
  };
  report_relate (&other, 1);
  if (launches)
    {
      tell_launches (w, u, a, store, where, place);
      return;
    }
  if (lanes)
    {
      vm_note (w, u, a->lane, VM_R_RACE, addr, NULL,
	       "data race between lanes: %s%u-byte %s at 0x%llx%s, nothing orders "
	       "it after the %s by lane %u of the same warp in %s: iterations "
	       "of a simd or vector loop depend on each other;",
	       a->atomic ? "atomic " : "", a->size,
	       a->store ? "store" : "load", (unsigned long long) addr, where,
	       store ? "store" : "load", t->lane, place);
      return;
    }
  vm_note (w, u, a->lane, VM_R_RACE, addr, NULL,
	   "data race: %s%u-byte %s at 0x%llx%s, nothing orders it after the %s%s "
	   "by block (%u,%u,%u) thread (%u,%u,%u) in %s;",
	   a->atomic ? "atomic " : "", a->size,
	   a->store ? "store" : "load", (unsigned long long) addr, where,
	   t->atomic ? "atomic " : "", store ? "store" : "load", g % l->grid[0],
	   g / l->grid[0] % l->grid[1], g / l->grid[0] / l->grid[1], n % x,
	   n / x % y, n / x / y, place);
}

/* Lanes LANE and OTHER of W store different values of SIZE bytes to P by the
   instruction of U: which of them stays is undefined (PTX ISA, "Memory
   Consistency Model").  */
void
watch_race_lanes (struct warp *w, const struct uop *u, unsigned lane,
	    unsigned other, const void *p, unsigned size)
{
  const struct ptx_insn *i = &w->act->func->ptx->insns[u->insn];
  const struct block *b = w->block;
  char where[WHERE];
  uint64_t off = (uint64_t) ((const uint8_t *) p - b->shared);
  if (!simt_race_watched_p (b->race, p)
      || (off < b->shared_size && soft_pointer_p (w, off))
      || !report_first (w->vm, i, 0x20000000u))
    return;
  describe (w, p, size, where, sizeof where);
  vm_note (w, u, lane, VM_R_RACE, (uint64_t) (uintptr_t) p, NULL,
	   "data race: %u-byte store at 0x%llx%s, and lane %u of the same warp "
	   "stores another value there by the same instruction;", size,
	   (unsigned long long) (uintptr_t) p, where, other);
}

/* LANE of W accesses SIZE bytes at P by U, before it is done.  OWN: not as all
   lanes of the warp do.  SILENT: a store
   of what is there.  VALUE: what it stores, NULL where that is not known or
   more than 8 bytes.  */
void
watch_race (struct warp *w, const struct uop *u, unsigned lane,
	     bool own, const void *p, unsigned size, enum access acc, bool silent,
	     const uint64_t *value)
{
  struct accessing who = { w, u };
  const struct ptx_insn *i = &w->act->func->ptx->insns[u->insn];
  bool operation = i->op == PTX_OP_ATOM || i->op == PTX_OP_RED;
  const struct simt_race_access a = {
    .func = stack_chain_of (w->vm, w->act), .insn = u->insn, .wave = w->index, .lane = lane,
    .p = p, .size = size, .store = acc != ACCESS_LOAD, .silent = silent,
    .value = value, .own = own, .atomic = operation || u->n & RACE_ATOMIC,
    .guess = !operation && u->n & RACE_GUESS
  };
  /* Out of memory, nothing could be said of it.  */
  if (a.func)
    simt_race_access (w->block->race, &a, tell, &who);
}

/* ---- Copies.  */

/* Report that the copy of N bytes at ADDR, to the device if STORE, races with
   what C says.  */
static void
report_copy (struct vm *vm, uint64_t addr, uint64_t n, bool store,
	     const struct simt_race_found *c)
{
  char place[300] = "another copy", where[WHERE], text[2048];
  const struct stack_chain *calls = c->other.func;
  struct simt_place stack[STACK_FRAMES];
  struct simt_related other = {
    .role = "other access", .when = SIMT_BESIDE, .stack = stack,
    .text = c->store ? "the store, which nothing orders before it"
	    : "the load, which nothing orders before it"
  };
  uint64_t at = (uint64_t) (uintptr_t) c->p;
  if (calls)
    {
      struct uop u = { .insn = c->other.insn };
      char in[256];
      if (!report_first (vm, &calls->func->ptx->insns[u.insn],
			 0x60000000u | store))
	return;
      uop_where (in, sizeof in, calls->func, &u);
      snprintf (place, sizeof place, "the %s by a launch in %s",
		c->store ? "store" : "load", in);
      other.n_stack = stack_chain_places (calls, u.insn, stack, STACK_FRAMES);
    }
  else if (!report_first (vm, vm, 0x70000000u | store))
    return;
  describe_global (vm, at, 1, where, sizeof where);
  snprintf (text, sizeof text,
	    "data race between a copy and %s: copy of %llu bytes %s the device "
	    "at 0x%llx; at 0x%llx%s, nothing orders it after %s: "
	    NOTHING_WAITS, calls ? "a launch" : "another one",
	    (unsigned long long) n, store ? "to" : "from",
	    (unsigned long long) addr, (unsigned long long) at, where, place);
  struct simt_report r = { .kind = VM_R_RACE, .text = text, .address = at };
  simt_fact_address (&r, "address", NULL, at);
  if (other.n_stack)
    {
      r.places.related = &other;
      r.places.n_related = 1;
    }
  vm_report (vm, &r);
}

void
race_copy (struct vm *vm, const struct simt_race_order *order,
	      uint64_t addr, uint64_t n, bool store)
{
  struct simt_race_found c;
  if (simt_race_copy (vm->race, (uint32_t) launch_new_id (vm), order,
			 (const void *) (uintptr_t) addr, n, store, &c))
    report_copy (vm, addr, n, store, &c);
}
