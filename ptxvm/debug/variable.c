/* The PTX debugger: where variables are.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "debug-int.h"
#include "watch/frames.h"

/* Of NOTES, the one for NAME that is declared last ahead of LINE.  */

static const struct ptx_frame_note *
find_note (const struct ptx_frame_note *notes, const char *name, unsigned line)
{
  const struct ptx_frame_note *best = NULL;
  for (const struct ptx_frame_note *n = notes; n; n = n->next)
    if (!n->gap && !strcmp (n->name, name)
	&& (!best || (n->line <= line
		      && (n->line >= best->line || best->line > line))))
      best = n;
  return best;
}

/* The declaration of the variable that N, a note of P's function, is about.  What the
   compiler declares, as C++'s `this', has no line there.  */

static const struct simt_var *
declared (const struct place *p, const struct ptx_frame_note *n)
{
  const struct simt_var *d = simt_var_declared (n->name, n->file, n->line);
  return d ? d : simt_var_of (act_of (p)->func->name, n->name, NULL);
}

/* V is where the note N of P's frame says.  */

static bool
from_note (const struct place *p, const struct ptx_frame_note *n,
	   struct value *v)
{
  const struct simt_var *d = declared (p, n);
  uint64_t addr = frame_place (warp_of (p), act_of (p), p->lane, n);
  if (!addr)
    return false;
  *v = (struct value) { .in_memory = true, .addr = addr };
  /* A variable of another size than the host's is passed by reference.  */
  if (d && (d->type->size == n->size || !d->type->counted))
    v->type = d->type;
  else if (d && n->size == sizeof (void *))
    v->type = simt_type_pointer (d->type);
  else
    v->type = simt_plain_type (n->size);
  if (v->type->size > n->size || !v->type->size)
    v->type = simt_plain_type (n->size);
  return true;
}

/* V is what the register of note N has in P.  A variable that is in several registers
   is known where all have the same.  */

static bool
from_register (const struct place *p, const struct ptx_frame_note *n,
	       struct value *v)
{
  const struct simt_var *d = declared (p, n);
  bool any = false;
  *v = (struct value) { .type = d && d->type->size == n->size ? d->type
			: simt_plain_type (n->size) };
  if (n->ref)
    {
      char name[20];
      snprintf (name, sizeof name, "r%u", n->offset);
      if (!register_value (p, name, v->bytes))
	return false;
      memcpy (&v->addr, v->bytes, 8);
      v->in_memory = true;
      return true;
    }
  if (n->size > 8)
    return false;
  for (const struct ptx_frame_note *m = act_of (p)->func->ptx->reg_notes; m;
       m = m->next)
    {
      char name[20];
      uint8_t bytes[16];
      if (m->ref || m->line != n->line || strcmp (m->name, n->name))
	continue;
      snprintf (name, sizeof name, "r%u", m->offset);
      if (!register_value (p, name, bytes)
	  || (any && memcmp (bytes, v->bytes, n->size)))
	return false;
      memcpy (v->bytes, bytes, sizeof bytes);
      /* The compiler may keep what was assigned later elsewhere.  */
      snprintf (v->note, sizeof v->note, "in %%r%u, perhaps of an earlier line",
		m->offset);
      any = true;
    }
  return any;
}

/* V is D, which P's function reaches by its hidden argument.  */

static bool
by_hidden (const struct place *p, const struct simt_var *d, struct value *v)
{
  static const char hidden[] = ".omp_data_i";
  const struct ptx_function *f = act_of (p)->func->ptx;
  const struct ptx_frame_note *n = f ? find_note (f->notes, hidden, -1u) : NULL;
  uint64_t addr;
  if (!f || !d->n_steps)
    return false;
  if (n)
    {
      if (!memory_read (p, frame_place (warp_of (p), act_of (p), p->lane, n), &addr, 8))
	return false;
    }
  else
    {
      n = find_note (f->reg_notes, hidden, -1u);
      if (!n || !from_register (p, n, v))
	return false;
      memcpy (&addr, v->bytes, 8);
    }
  for (unsigned k = 0; k < d->n_steps; k++)
    {
      addr += d->step[k].add;
      if (d->step[k].deref && !memory_read (p, addr, &addr, 8))
	return false;
    }
  *v = (struct value) { .type = d->type, .in_memory = true, .addr = addr };
  return true;
}

enum found
variable_local (const struct place *p, const char *name, struct value *v,
		char *why, size_t size)
{
  const struct ptx_function *f = act_of (p)->func->ptx;
  const struct simt_var *d = NULL;
  unsigned line = place_line (p).line;
  const struct ptx_frame_note *n = f ? find_note (f->notes, name, line) : NULL;
  const struct ptx_frame_note *in = f ? find_note (f->reg_notes, name, line) : NULL;
  if (n && (!in || in->line <= n->line) && from_note (p, n, v))
    return FOUND;
  if (in && from_register (p, in, v))
    return FOUND;
  if (in)
    {
      snprintf (why, size, "`%s' is in several registers of %s here, which differ",
		name, act_of (p)->func->name);
      return FOUND_UNKNOWN;
    }
  while ((d = simt_var_of (act_of (p)->func->name, name, d)))
    if (by_hidden (p, d, v))
      return FOUND;
  if (!simt_var_of (act_of (p)->func->name, name, NULL))
    return FOUND_NOT;
  snprintf (why, size, "`%s' is in no memory here: compile with -g and -O0, and with "
	    "the plugin", name);
  return FOUND_UNKNOWN;
}

bool
variable_global (const void *module, const char *name, struct value *v)
{
  const struct simt_var *d = simt_var_of (NULL, name, NULL);
  uint64_t addr, size;
  if (!module
      || !vm_module_global ((struct vm_module *) module, name, &addr, &size))
    return false;
  *v = (struct value) { .type = d && d->type->size == size ? d->type
			: simt_plain_type (size),
			.in_memory = true, .addr = addr };
  return true;
}

/* ---- All of a frame.  */

static bool
hidden_name_p (const char *name)
{
  return name[0] == '.' || !strncmp (name, "D.", 2);
}

struct locals
{
  const struct place *p;
  void (*fn) (const char *, const struct value *, const char *, void *);
  void *closure;
};

static void
take_hidden (const struct simt_var *d, void *closure)
{
  struct locals *l = closure;
  struct value v;
  if (d->n_steps && !hidden_name_p (d->name) && by_hidden (l->p, d, &v))
    l->fn (d->name, &v, NULL, l->closure);
}

void
variable_locals (const struct place *p,
		 void (*fn) (const char *, const struct value *, const char *,
			     void *), void *closure)
{
  struct locals l = { p, fn, closure };
  const struct ptx_function *f = act_of (p)->func->ptx;
  struct value v;
  for (const struct ptx_frame_note *n = f ? f->notes : NULL; n; n = n->next)
    if (!n->gap && !hidden_name_p (n->name) && from_note (p, n, &v))
      fn (n->name, &v, NULL, closure);
  for (const struct ptx_frame_note *n = f ? f->reg_notes : NULL; n; n = n->next)
    {
      const struct ptx_frame_note *m = f->reg_notes;
      while (m->line != n->line || strcmp (m->name, n->name))
	m = m->next;
      if (m != n || hidden_name_p (n->name))
	continue;
      bool known = from_register (p, n, &v);
      fn (n->name, known ? &v : NULL, "in several registers", closure);
    }
  simt_vars_of (act_of (p)->func->name, take_hidden, &l);
}
