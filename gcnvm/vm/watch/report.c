/* Reports of what waves do.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

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

/* Reports what FORMAT and ARGS say, with what R has already.  */

static void
report (struct wave *w, const struct uop *u, struct gcnvm_report *r,
	const char *format, va_list args)
{
  struct simt_place stack[STACK_FRAMES];
  struct gcnvm *vm = w->vm;
  char what[2600], where[256], text[3400], insn[200], at[64], who[96];
  const char *function = NULL;
  uint64_t start = 0, size = 0;
  vsnprintf (what, sizeof what, format, args);

  const struct gcnvm_code *c = code_of (vm, u->pc);
  print_insn (vm, u, c, insn, sizeof insn);
  if (c)
    {
      if (c->desc.symbol)
	c->desc.symbol (c->desc.closure, u->pc, &function, &start, &size);
      if (c->desc.line)
	c->desc.line (c->desc.closure, u->pc, &r->path, &r->line);
    }
  if (r->path)
    {
      r->file = strrchr (r->path, '/');
      r->file = r->file ? r->file + 1 : r->path;
    }
  if (function && r->file)
    snprintf (where, sizeof where, " in %s (%s:%u)", function, r->file,
	      r->line);
  else if (function)
    snprintf (where, sizeof where, " in %s", function);
  else
    where[0] = 0;
  if (function)
    snprintf (at, sizeof at, "+0x%llx", (unsigned long long) (u->pc - start));
  else
    snprintf (at, sizeof at, "0x%llx", (unsigned long long) u->pc);
  const unsigned *g = w->group->id;
  int n = snprintf (who, sizeof who, "group (%u,%u,%u) wave %u", g[0], g[1],
		    g[2], w->number);
  if (r->lane >= 0)
    snprintf (who + n, sizeof who - n, " lane %d", r->lane);
  const char *kernel = w->launch->d->kernel;
  snprintf (text, sizeof text, "%s%s, kernel %s, %s, `%s' at %s", what, where,
	    kernel ? kernel : "?", who, insn, at);

  r->text = text;
  r->kernel = kernel;
  r->function = function;
  r->pc = u->pc;
  r->offset = u->pc - start;
  r->insn = insn;
  memcpy (r->group, g, sizeof r->group);
  r->wave = w->number;
  r->launcher = w->launch->d->launcher;
  r->places = (struct simt_places)
    {
      .stack = stack, .n_stack = wave_stack (w, u->pc, stack, STACK_FRAMES),
      .related = others, .n_related = n_others
    };
  if (vm->report)
    vm->report (vm->closure, r);
}

void
watch_report (struct wave *w, const struct uop *u, enum gcnvm_report_kind kind,
	     bool fatal, int lane, uint64_t address, const char *reg,
	     const char *format, ...)
{
  struct gcnvm_report r = { .kind = kind, .fatal = fatal, .lane = lane,
			    .address = address, .reg = reg };
  uint64_t place = (kind == GCNVM_R_INITCHECK ? line_of (w->vm, u->pc, address)
		    : u->pc);
  pthread_mutex_lock (&w->vm->report_lock);
  bool told = first_time (w->vm, place, kind) || fatal;
  if (told)
    {
      va_list args;
      va_start (args, format);
      report (w, u, &r, format, args);
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
		  uint64_t address, const struct gcnvm_other *o,
		  const char *format, ...)
{
  struct gcnvm_report r = { .kind = GCNVM_R_RACE, .lane = lane,
			    .address = address, .other = o };
  va_list args;
  pthread_mutex_lock (&w->vm->report_lock);
  va_start (args, format);
  report (w, u, &r, format, args);
  va_end (args);
  pthread_mutex_unlock (&w->vm->report_lock);
  if (w->vm->debugger)
    w->vm->debugger->reported (w, u, lane, false);
}

void
host_report_race (struct gcnvm *vm, uint64_t key, uint64_t address,
		  const struct simt_related *other, const char *text)
{
  struct gcnvm_report r =
    {
      .kind = GCNVM_R_RACE, .lane = -1, .address = address, .text = text,
      .places = { .related = other, .n_related = other != NULL }
    };
  pthread_mutex_lock (&vm->report_lock);
  if (first_time (vm, key, GCNVM_R_RACE) && vm->report)
    vm->report (vm->closure, &r);
  pthread_mutex_unlock (&vm->report_lock);
}
