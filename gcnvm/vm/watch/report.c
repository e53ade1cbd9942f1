/* Reports of what waves do.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "watch/parts.h"

/* Whether this is the first report of KIND at PC, or with that KEY.  */

static bool
first_time (struct gcnvm *vm, uint64_t pc, uint64_t kind)
{
  for (size_t i = 0; i < vm->n_seen; i++)
    if (vm->seen[i].pc == pc && vm->seen[i].kind == kind)
      return false;
  if (vm->n_seen == vm->alloc_seen)
    {
      size_t n = vm->alloc_seen ? 2 * vm->alloc_seen : 64;
      struct seen *q = realloc (vm->seen, n * sizeof *q);
      if (!q)
	return true;
      vm->seen = q;
      vm->alloc_seen = n;
    }
  vm->seen[vm->n_seen].pc = pc;
  vm->seen[vm->n_seen++].kind = kind;
  return true;
}

/* A number for the source line of PC and the object that ADDRESS is in, or PC if the
   line is not known: of a loop that the compiler has unrolled, one report is
   enough.  */

static uint64_t
line_of (struct gcnvm *vm, uint64_t pc, uint64_t address)
{
  const struct gcnvm_code *c = code_of (vm, pc);
  const char *path = NULL;
  unsigned line = 0;
  uint64_t base = 0, size;
  if (c && c->desc.line)
    c->desc.line (c->desc.closure, pc, &path, &line);
  if (!path)
    return pc;
  simt_mem_object (vm->mem, address, &base, &size);
  const uint64_t prime = UINT64_C (0x100000001b3);
  uint64_t h = UINT64_C (0xcbf29ce484222325);
  for (; *path; path++)
    h = (h ^ (uint8_t) *path) * prime;
  return ((h ^ line) * prime ^ base) * prime;
}

/* Puts the instruction of U into INSN, of SIZE bytes.  */

static void
print_insn (struct gcnvm *vm, const struct uop *u, const struct gcnvm_code *c,
	    char *insn, size_t size)
{
  insn[0] = 0;
  if (u->in && u->in->row)
    gcn_print (u->in, vm->opt.cpu, insn, size);
  else if (c)
    {
      struct gcn_insn in;
      uint64_t left = (c->desc.base + c->desc.size - u->pc) / 4;
      gcn_decode ((const uint32_t *) (uintptr_t) u->pc, left > 2 ? 2 : left,
		  vm->opt.cpu, &in);
      gcn_print (&in, vm->opt.cpu, insn, size);
    }
}

/* What the next report of this thread is about too.  */
static _Thread_local const struct simt_related *others;
static _Thread_local size_t n_others;

void
wave_relate (const struct simt_related *r, size_t n)
{
  others = r;
  n_others = n;
}

/* Where a report is about the address of an access, and what is known of it.  */

static void
add_address (struct gcnvm *vm, struct simt_report *r, uint64_t address)
{
  switch (r->kind)
    {
    case GCNVM_R_MEMORY:
      r->mem = vm->mem;
      /* Fall through.  */
    case GCNVM_R_MISALIGNED: case GCNVM_R_STACK: case GCNVM_R_LDS:
    case GCNVM_R_RACE:
      simt_fact_address (r, "address", NULL, address);
      break;
    case GCNVM_R_INITCHECK:
      r->mem = vm->mem;
      break;
    default:
      break;
    }
  r->address = address;
}

/* The access O, with which another one races.  */

static void
add_other (struct simt_report *r, const struct access_site *o)
{
  simt_fact_text (r, "other_access", "other access",
		  o->store ? "store" : "load");
  simt_fact_text (r, "other_function", "other function", o->function);
  simt_fact_text (r, "other_file", "other file", o->file);
  if (o->file)
    simt_fact_number (r, "other_line", "other line", o->line);
  simt_fact_vector (r, "other_group", "other group", o->group);
  simt_fact_number (r, "other_wave", "other wave", o->wave);
}

/* What a report is about besides its instruction.  */
struct about
{
  int lane;			/* -1: all, or a scalar instruction.  */
  uint64_t address;
  const char *reg;		/* "v5", "s[2:3]", "scc", or null.  */
  const struct access_site *other;	/* Or null.  */
};

/* Reports what FORMAT and ARGS say of KIND, where W executes U.  */

static void
report (struct wave *w, const struct uop *u, enum gcnvm_report_kind kind,
	bool fatal, const struct about *about, const char *format, va_list args)
{
  struct simt_place stack[STACK_FRAMES];
  struct gcnvm *vm = w->vm;
  char what[2600], where[256], text[3400], insn[200], at[64], who[96];
  struct access_site site;
  struct simt_report r = { .kind = kind, .fatal = fatal, .text = text,
			   .launcher = w->launch->d->launcher };
  vsnprintf (what, sizeof what, format, args);

  const struct gcnvm_code *c = code_of (vm, u->pc);
  print_insn (vm, u, c, insn, sizeof insn);
  where_is (vm, u->pc, where, sizeof where, &site);
  r.function = site.function;
  r.path = site.path;
  r.line = site.line;
  /* Without a source line WHERE has the offset, too.  */
  const char *in = site.function && site.file ? where : site.function;
  if (r.function)
    snprintf (at, sizeof at, "+0x%llx", (unsigned long long) site.offset);
  else
    snprintf (at, sizeof at, "0x%llx", (unsigned long long) u->pc);
  const unsigned *g = w->group->id;
  int n = snprintf (who, sizeof who, "group (%u,%u,%u) wave %u", g[0], g[1],
		    g[2], w->number);
  if (about->lane >= 0)
    snprintf (who + n, sizeof who - n, " lane %d", about->lane);
  const char *kernel = w->launch->d->kernel;
  snprintf (text, sizeof text, "%s%s%s, kernel %s, %s, `%s' at %s", what,
	    in ? " in " : "", in ? in : "", kernel ? kernel : "?", who, insn, at);

  simt_fact_text (&r, "kernel", "kernel", kernel);
  simt_fact_text (&r, "function", NULL, r.function);
  simt_fact_address (&r, "pc", "pc", u->pc);
  if (r.function)
    simt_fact_number (&r, "offset", "offset", site.offset);
  simt_fact_text (&r, "instruction", "instruction", insn);
  simt_fact_source (&r);
  simt_fact_vector (&r, "group", "group", g);
  simt_fact_number (&r, "wave", "wave", w->number);
  if (about->lane >= 0)
    simt_fact_number (&r, "lane", "lane", (uint64_t) about->lane);
  simt_fact_text (&r, "register", "register", about->reg);
  add_address (vm, &r, about->address);
  if (about->other)
    add_other (&r, about->other);
  r.places = (struct simt_places)
    {
      .stack = stack, .n_stack = wave_stack (w, u->pc, stack, STACK_FRAMES),
      .related = others, .n_related = n_others
    };
  if (vm->report)
    vm->report (vm->closure, &r);
}

void
watch_report (struct wave *w, const struct uop *u, enum gcnvm_report_kind kind,
	     bool fatal, int lane, uint64_t address, const char *reg,
	     const char *format, ...)
{
  const struct about about = { lane, address, reg, NULL };
  uint64_t place = (kind == GCNVM_R_INITCHECK ? line_of (w->vm, u->pc, address)
		    : u->pc);
  pthread_mutex_lock (&w->vm->report_lock);
  bool told = first_time (w->vm, place, kind) || fatal;
  if (told)
    {
      va_list args;
      va_start (args, format);
      report (w, u, kind, fatal, &about, format, args);
      va_end (args);
    }
  pthread_mutex_unlock (&w->vm->report_lock);
  if (told && w->vm->debugger)
    w->vm->debugger->reported (w, u, lane, fatal);
}

bool
wave_first_race (struct wave *w, uint64_t key)
{
  pthread_mutex_lock (&w->vm->report_lock);
  bool first = first_time (w->vm, key, GCNVM_R_RACE);
  pthread_mutex_unlock (&w->vm->report_lock);
  return first;
}

void
wave_report_race (struct wave *w, const struct uop *u, int lane,
		  uint64_t address, const struct access_site *o,
		  const char *format, ...)
{
  const struct about about = { lane, address, NULL, o };
  va_list args;
  pthread_mutex_lock (&w->vm->report_lock);
  va_start (args, format);
  report (w, u, GCNVM_R_RACE, false, &about, format, args);
  va_end (args);
  pthread_mutex_unlock (&w->vm->report_lock);
  if (w->vm->debugger)
    w->vm->debugger->reported (w, u, lane, false);
}

void
host_report_race (struct gcnvm *vm, uint64_t key, uint64_t address,
		  const struct simt_related *other, const char *text)
{
  struct simt_report r =
    {
      .kind = GCNVM_R_RACE, .text = text,
      .places = { .related = other, .n_related = other != NULL }
    };
  add_address (vm, &r, address);
  pthread_mutex_lock (&vm->report_lock);
  if (first_time (vm, key, GCNVM_R_RACE) && vm->report)
    vm->report (vm->closure, &r);
  pthread_mutex_unlock (&vm->report_lock);
}
