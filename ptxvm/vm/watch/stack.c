/* The PTX machine: call stacks for reports.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A call stack is the chain of activations of the lanes that a report is about,
   with what was inlined into each (code/where.c).  */

#include <stdlib.h>
#include <string.h>

#include "code/where.h"
#include "simt/report/suppress.h"
#include "watch/parts.h"
#include "watch/stack.h"

size_t
stack_places (const struct act *a, const struct uop *pc, struct simt_place *p,
	      size_t n)
{
  size_t k = 0;
  for (; a && k < n; a = a->parent)
    {
      k += uop_places (a->func, pc, p + k, n - k);
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
      const struct ptx_loc *l = u ? uop_loc (a->func, *pc) : NULL;
      /* A kernel without a line is GCC's frame around one.  */
      if (u && (l || a->parent)
	  && !simt_library_of (a->func->name, l ? unit_path (u, l->file) : NULL,
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
	  *p = (struct simt_place) { k->name, unit_path (x->unit, first->file),
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
      k += uop_places (c->func, pc, p + k, n - k);
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
