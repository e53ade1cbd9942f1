/* The names of variables in the memory of waves and groups, for reports.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>

#include "debug-int.h"
#include "debugger.h"

/* An address, and the variable that it is looked for in.  */
struct wanted
{
  uint64_t address, offset, size;
  char name[120];
};

static void
look (const char *name, const struct value *v, const char *why, void *closure)
{
  struct wanted *x = closure;
  (void) why;
  if (!v || !v->in_memory || !v->type || *x->name
      || x->address - v->addr >= v->type->size)
    return;
  x->offset = x->address - v->addr;
  x->size = v->type->size;
  snprintf (x->name, sizeof x->name, "%s", name);
}

/* A variable is in a frame of the wave whose stack ADDRESS is in: its own, or that of a
   function that called.  Where libgomp allocates stacks (GCC 13 and later) that is
   taken to be W.  The waves of a group have one host thread.  */

static bool
name (struct wave *w, uint64_t pc, uint64_t address, char *buf, size_t n)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  struct wave *owner = w;
  struct wanted x = { .address = address };
  struct place p;
  const char *function = NULL;
  uint64_t start, end, lds = address - (uintptr_t) w->group->lds;
  if (lds < w->group->lds_size)
    return lds_name (code_of (w->vm, pc), w->group->launch->d->kernel, lds, buf, n);
  for (unsigned k = 0; k < w->group->n_waves; k++)
    if (address - w->group->waves[k]->scratch < w->group->waves[k]->scratch_size)
      owner = w->group->waves[k];
  /* What is mapped has the map's name.  */
  if (simt_mem_object (w->vm->mem, address, &start, &end) || owner->ended || !owner->live || (owner != w && !owner->next))
    return false;
  pthread_mutex_lock (&lock);
  if (owner == w)
    place_runs (w, pc);
  unsigned lane = (unsigned) __builtin_ctzll (owner->live);
  for (unsigned level = 0; !*x.name && place_at (owner, lane, level, &p); level++)
    {
      variable_locals (&p, look, &x);
      if (*x.name)
	function = place_line (&p).function;
    }
  place_runs (NULL, 0);
  pthread_mutex_unlock (&lock);
  if (!*x.name)
    return false;
  snprintf (buf, n, "byte %llu of %s%slocal variable `%s' (%llu bytes)",
	    (unsigned long long) x.offset, function ? function : "",
	    function ? "'s " : "", x.name, (unsigned long long) x.size);
  return true;
}

void
debugger_names (struct gcnvm *vm)
{
  if (!debugged)
    debugged = vm;
  gcnvm_set_namer (vm, name);
}
