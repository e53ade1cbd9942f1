/* The PTX machine: call stacks for reports.
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

/* A call stack is the chain of activations of the lanes that a report is about.
   What a compiler inlined has no activation; its name and where it was inlined
   are in `.loc' (PTX ISA, "Debugging Directives: .loc"), if the compiler puts
   them there: nvcc and Clang do, GCC does not.  */

#include <stdlib.h>
#include <string.h>

#include "simt/suppress.h"
#include "stack.h"

/* ---- Names of inlined functions.  */

/* Find `LABEL:' in the text from P to END; give what is behind it, or NULL.  */

static const char *
find_label (const char *p, const char *end, const char *label)
{
  size_t n = strlen (label);
  for (; (size_t) (end - p) > n; p++)
    {
      const char *q = memchr (p, label[0], (size_t) (end - p) - n);
      if (!q)
	return NULL;
      p = q;
      if (!memcmp (p, label, n) && p[n] == ':'
	  && strchr (" \t\r\n{", p[-1]))
	return p + n + 1;
    }
  return NULL;
}

/* Put the string that begins OFFSET bytes behind the label NAME of U's
   .debug_str, which is lines of `.b8 N, N', into BUF.  False if there is
   none.  */

static bool
debug_string (const struct ptx_unit *u, const char *name, uint32_t offset,
	      char *buf, size_t size)
{
  const char *end = u->text + u->debug_str_end;
  const char *p = (u->debug_str
		   ? find_label (u->text + u->debug_str, end, name) : NULL);
  size_t n = 0;
  while (p && p < end)
    if (!strncmp (p, ".b8", 3))
      p += 3;
    else if (*p >= '0' && *p <= '9')
      {
	char *stop;
	unsigned long v = strtoul (p, &stop, 0);
	p = stop;
	if (offset)
	  {
	    offset--;
	    continue;
	  }
	if (!v || n + 1 == size)
	  {
	    buf[n] = '\0';
	    return n != 0;
	  }
	buf[n++] = (char) v;
      }
    else if (strchr (" \t\r\n,", *p))
      p++;
    else
      {
	/* A comment, or another label, behind which strings may run on.  */
	char last = *p == '/' ? '\n' : ':';
	const char *stop = memchr (p, last, (size_t) (end - p));
	p = stop ? stop + 1 : end;
      }
  return false;
}

/* The name of the function that L's code was inlined from, in memory that is
   never freed, each name once; NULL if it is not known.  */

static const char *
inlined_name (const struct ptx_unit *u, const struct ptx_loc *l)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static char **names;
  static size_t n_names;
  char buf[256];
  const char *name = NULL;
  if (!l->name || !debug_string (u, l->name, l->name_offset, buf, sizeof buf))
    return NULL;
  pthread_mutex_lock (&lock);
  for (size_t k = 0; k < n_names && !name; k++)
    if (!strcmp (names[k], buf))
      name = names[k];
  char **more = name ? NULL : realloc (names, (n_names + 1) * sizeof *names);
  if (more)
    {
      names = more;
      name = names[n_names] = strdup (buf);
      n_names += name != NULL;
    }
  pthread_mutex_unlock (&lock);
  return name;
}

const char *
stack_function (const struct vfunc *f, const struct ptx_loc *l)
{
  const char *name = l->at_line ? inlined_name (f->ptx->unit, l) : NULL;
  return name ? name : f->name;
}

/* The place at which what L says was inlined: one that is earlier in U, and may
   itself be inlined; NULL if there is none.  */

static const struct ptx_loc *
outer_loc (const struct ptx_unit *u, const struct ptx_loc *l)
{
  for (const struct ptx_loc *o = l; o > u->locs + 1;)
    {
      o--;
      if (o->file == l->at_file && o->line == l->at_line
	  && o->column == l->at_column)
	return o;
    }
  return NULL;
}

static const char *
path_of (const struct ptx_unit *u, uint32_t file)
{
  return file < u->n_files ? u->files[file] : NULL;
}

/* ---- Stacks.  */

/* Put into P, of N places, where PC of F is: it and what it was inlined into.
   Give how many.  */

static size_t
put_frame (const struct vfunc *f, const struct uop *pc, struct simt_place *p,
	   size_t n)
{
  const struct ptx_unit *u = f->ptx ? f->ptx->unit : NULL;
  const struct ptx_loc *l = u ? report_loc (f, pc) : NULL;
  size_t k = 0;
  while (l && l->at_line && k + 1 < n)
    {
      p[k++] = (struct simt_place) { inlined_name (u, l), path_of (u, l->file),
				     l->line, true };
      const struct ptx_loc *o = outer_loc (u, l);
      if (!o || !o->at_line)
	{
	  p[k++] = (struct simt_place) { f->name, path_of (u, l->at_file),
					 l->at_line, false };
	  return k;
	}
      l = o;
    }
  if (k < n)
    p[k++] = (struct simt_place) { f->name, l ? path_of (u, l->file) : NULL,
				   l ? l->line : 0, false };
  return k;
}

size_t
stack_places (const struct act *a, const struct uop *pc, struct simt_place *p,
	      size_t n)
{
  size_t k = 0;
  for (; a && k < n; a = a->parent)
    {
      k += put_frame (a->func, pc, p + k, n - k);
      /* The call itself.  */
      pc = a->ret_pc ? a->ret_pc - 1 : NULL;
    }
  return k;
}

const struct act *
stack_user (const struct act *a, const struct uop **pc)
{
  for (; a; a = a->parent)
    {
      const struct ptx_unit *u = a->func->ptx ? a->func->ptx->unit : NULL;
      const struct ptx_loc *l = u ? report_loc (a->func, *pc) : NULL;
      /* A kernel without a line is GCC's frame around one.  */
      if (u && (l || a->parent)
	  && !simt_library_of (a->func->name, l ? path_of (u, l->file) : NULL,
			       u->name))
	return a;
      *pc = a->ret_pc ? a->ret_pc - 1 : NULL;
    }
  return NULL;
}

/* GCC gives the end of an outlined function the line of its directive, and its
   kernel, if that is not the function itself, is a frame for FUNCTION$impl
   (nvptx.cc, write_omp_entry).  */

bool
stack_region (const struct vfunc *k, struct simt_place *p)
{
  size_t n = strlen (k->name);
  for (uint32_t i = 0; i < k->module->n_funcs; i++)
    {
      const struct vfunc *f = k->module->funcs[i];
      if (f == k || (!strncmp (f->name, k->name, n)
		     && !strcmp (f->name + n, "$impl")))
	{
	  const struct ptx_function *x = f->ptx;
	  const struct ptx_loc *first = NULL, *last = NULL;
	  for (uint32_t j = 0; x && j < x->n_insns; j++)
	    if (x->insns[j].loc && x->insns[j].loc < x->unit->n_locs)
	      {
		last = &x->unit->locs[x->insns[j].loc];
		if (!first)
		  first = last;
	      }
	  if (!first)
	    continue;
	  if (last->file == first->file && last->line < first->line)
	    first = last;
	  *p = (struct simt_place) { k->name, path_of (x->unit, first->file),
				     first->line, false };
	  return p->path != NULL;
	}
    }
  return false;
}

/* ---- Chains.  */

#define N_CHAINS 4096

struct stack_chains
{
  pthread_mutex_t lock;
  struct stack_chain *table[N_CHAINS];
};

static pthread_mutex_t chains_lock = PTHREAD_MUTEX_INITIALIZER;

/* The table of VM, made when first asked for.  */

static struct stack_chains *
chains_of (struct vm *vm)
{
  pthread_mutex_lock (&chains_lock);
  if (!vm->chains && (vm->chains = calloc (1, sizeof *vm->chains)))
    pthread_mutex_init (&vm->chains->lock, NULL);
  pthread_mutex_unlock (&chains_lock);
  return vm->chains;
}

static const struct stack_chain *
intern (struct vm *vm, const struct vfunc *f,
	const struct stack_chain *caller, const struct uop *call)
{
  struct stack_chains *t = chains_of (vm);
  if (!t)
    return NULL;
  uint64_t h = ((uint64_t) (uintptr_t) f ^ (uint64_t) (uintptr_t) caller << 1
		^ (uint64_t) (uintptr_t) call << 2)
	       * UINT64_C (0x9e3779b97f4a7c15);
  struct stack_chain **slot = &t->table[h >> 52], *c;
  pthread_mutex_lock (&t->lock);
  for (c = *slot; c; c = c->next)
    if (c->func == f && c->caller == caller && c->call == call)
      break;
  if (!c && (c = malloc (sizeof *c)))
    {
      *c = (struct stack_chain) { f, caller, call, *slot };
      *slot = c;
    }
  pthread_mutex_unlock (&t->lock);
  return c;
}

const struct stack_chain *
stack_chain_of (struct vm *vm, struct act *a)
{
  if (!a->chain)
    {
      const struct stack_chain *up = NULL;
      /* Of a recursion so deep only the innermost calls are known.  */
      if (a->parent && a->depth < STACK_FRAMES)
	up = stack_chain_of (vm, a->parent);
      a->chain = intern (vm, a->func, up,
			 a->ret_pc ? a->ret_pc - 1 : NULL);
    }
  return a->chain;
}

size_t
stack_chain_places (const struct stack_chain *c, uint32_t insn,
		    struct simt_place *p, size_t n)
{
  struct uop at = { .insn = insn };
  const struct uop *pc = &at;
  size_t k = 0;
  for (; c && k < n; c = c->caller)
    {
      k += put_frame (c->func, pc, p + k, n - k);
      pc = c->call;
    }
  return k;
}

void
stack_chains_free (struct vm *vm)
{
  struct stack_chains *t = vm->chains;
  for (unsigned k = 0; t && k < N_CHAINS; k++)
    while (t->table[k])
      {
	struct stack_chain *c = t->table[k];
	t->table[k] = c->next;
	free (c);
      }
  if (t)
    pthread_mutex_destroy (&t->lock);
  free (t);
  vm->chains = NULL;
}
