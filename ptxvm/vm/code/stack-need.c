/* The PTX machine: what ptxas cannot know of a thread's stack.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* ptxas and its linker add up the frames of all calls that a kernel may come to,
   those by a pointer included, unless a call may be recursive.  Then a thread has
   CU_LIMIT_STACK_SIZE bytes for everything (measured on an H200: doc/gpu.md, "1024
   bytes of stack").  A call by a pointer is taken to reach each function whose
   address is used, in code that the kernel may come to or in the initialiser of a
   variable, and whose parameters and results have the sizes of the call's prototype.

   How large ptxas makes a frame is not known: there are saved registers in it too.
   What is counted here is there for certain: variables that it cannot keep in
   registers, as their addresses are computed or known to others.  */

#include <stdlib.h>
#include <string.h>

#include "code/stack-need.h"

/* ---- Frames.  */

/* A search for uses of a variable's address.  */
struct uses
{
  const struct ptx_symbol *s;
  bool *has;			/* By register: may have the address, and a
				   constant added.  */
};

/* True if the operand O is S's address, or a register that has it; DEEP: or has that
   among its elements.  */
static bool
address_p (const struct uses *x, const struct ptx_operand *o, bool deep)
{
  if (o->kind == PTX_O_SYM || o->kind == PTX_O_MEM_SYM)
    return o->sym == x->s;
  if (o->kind == PTX_O_REG || o->kind == PTX_O_MEM_REG)
    return o->reg >= 0 && x->has[o->reg];
  for (uint32_t k = 0; deep && k < o->n_elts; k++)
    if (address_p (x, &o->elts[k], deep))
      return true;
  return false;
}

enum use { USE_NONE, USE_COPY, USE_PLAIN, USE_ANY };

/* How I uses the address: not at all; for a copy of it or for the sum with a constant,
   in operand 0; for a plain access at a constant distance; or otherwise.  */
static enum use
use_of (const struct uses *x, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  bool first = i->n_operands && address_p (x, &o[0], true), others = false;
  for (unsigned k = 1; k < i->n_operands; k++)
    others |= address_p (x, &o[k], true);
  switch (i->op)
    {
    case PTX_OP_MOV: case PTX_OP_CVTA:
      return (!others ? USE_NONE
	      : o[0].kind == PTX_O_REG && address_p (x, &o[1], false)
	      ? USE_COPY : USE_ANY);
    case PTX_OP_ADD: case PTX_OP_SUB:
      return (!others ? USE_NONE
	      : o[0].kind == PTX_O_REG && address_p (x, &o[1], false)
		&& o[2].kind == PTX_O_IMM ? USE_COPY : USE_ANY);
    case PTX_OP_LD:
      return !others ? USE_NONE : i->flags & PTX_F_VOLATILE ? USE_ANY : USE_PLAIN;
    case PTX_OP_ST:
      return (others || (first && i->flags & PTX_F_VOLATILE) ? USE_ANY
	      : first ? USE_PLAIN : USE_NONE);
    default:
      /* A register is overwritten, where it is the first.  */
      return others || (first && o[0].kind != PTX_O_REG) ? USE_ANY : USE_NONE;
    }
}

bool
stack_variable_p (const struct ptx_function *p, const struct ptx_symbol *s)
{
  struct uses x = { s, calloc (p->n_regs + 1, sizeof *x.has) };
  bool found = false, changed = x.has != NULL;
  while (changed && !found)
    {
      changed = false;
      for (uint32_t k = 0; k < p->n_insns && !found; k++)
	{
	  const struct ptx_insn *i = &p->insns[k];
	  enum use u = use_of (&x, i);
	  found = u == USE_ANY;
	  if (u == USE_COPY && !x.has[i->operand[0].reg])
	    changed = x.has[i->operand[0].reg] = true;
	}
    }
  free (x.has);
  return found;
}

uint32_t
stack_fixed (struct vfunc *f)
{
  const struct ptx_function *p = f->ptx;
  uint32_t known = atomic_load_explicit (&f->stack_fixed, memory_order_relaxed);
  if (known)
    return known - 1;
  uint64_t sum = 0;
  for (uint32_t k = 0; p && k < p->n_locals; k++)
    if (p->locals[k]->space == PTX_LOCAL && stack_variable_p (p, p->locals[k]))
      sum += p->locals[k]->size;
  if (sum > MAX_LOCAL)
    sum = MAX_LOCAL;
  atomic_store_explicit (&f->stack_fixed, (uint32_t) sum + 1,
			 memory_order_relaxed);
  return (uint32_t) sum;
}

/* ---- Calls.  */

/* The functions of a module, as a graph; what a kernel comes to is in it.  A function is
   known by its number in the module.  */
struct graph
{
  struct vm_module *m;
  bool *reached, *taken;	/* TAKEN: its address is used.  */
  uint32_t *list, n;		/* Those that are reached.  */
  bool changed;
};

/* The number of what S is, a function of G's module with a body; UINT32_MAX for
   anything else.  */
static uint32_t
number_of (const struct graph *g, struct ptx_symbol *s)
{
  struct ptx_symbol *t = ptx_symbol_target (s);
  const struct vfunc *f = (t->kind == PTX_SYM_FUNC && t->func ? t->func->aux
			   : NULL);
  return (f && f->module == g->m && f->number < g->m->n_funcs
	  && g->m->funcs[f->number] == f ? f->number : UINT32_MAX);
}

static void
reach (struct graph *g, uint32_t k)
{
  if (k == UINT32_MAX || g->reached[k])
    return;
  g->reached[k] = g->changed = true;
  g->list[g->n++] = k;
}

static void
take (struct graph *g, struct ptx_symbol *s)
{
  uint32_t k = number_of (g, s);
  if (k != UINT32_MAX && !g->taken[k])
    g->taken[k] = g->changed = true;
}

/* Functions whose addresses the operand O has.  */
static void
take_operand (struct graph *g, const struct ptx_operand *o)
{
  if ((o->kind == PTX_O_SYM || o->kind == PTX_O_MEM_SYM)
      && o->sym->kind == PTX_SYM_FUNC)
    take (g, o->sym);
  for (uint32_t k = 0; k < o->n_elts; k++)
    take_operand (g, &o->elts[k]);
}

static void
take_variable (struct graph *g, const struct ptx_symbol *s)
{
  for (uint32_t k = 0; s->kind == PTX_SYM_VAR && k < s->n_relocs; k++)
    take (g, s->relocs[k].sym);
}

static bool
same_sizes_p (struct ptx_symbol *const *a, uint32_t n_a,
	      struct ptx_symbol *const *b, uint32_t n_b)
{
  if (n_a != n_b)
    return false;
  for (uint32_t k = 0; k < n_a; k++)
    if (a[k]->size != b[k]->size)
      return false;
  return true;
}

/* True if the call I of P, by a pointer, may be of function K of G.  */
static bool
may_call (const struct graph *g, const struct ptx_function *p,
	  const struct ptx_insn *i, uint32_t k)
{
  const struct ptx_proto *to = g->m->funcs[k]->ptx->proto;
  if (i->target_table < 0 || (uint32_t) i->target_table >= p->n_targets)
    return g->taken[k];
  const struct ptx_targets *t = &p->targets[i->target_table];
  for (uint32_t j = 0; j < t->n && t->func; j++)
    if (number_of (g, t->func[j]) == k)
      return true;
  return (t->proto && g->taken[k]
	  && same_sizes_p (t->proto->param, t->proto->n_param, to->param,
			   to->n_param)
	  && same_sizes_p (t->proto->ret, t->proto->n_ret, to->ret, to->n_ret));
}

/* Call FN for each function that function K of G may call.  */
static void
each_callee (struct graph *g, uint32_t k,
	     void (*fn) (struct graph *, uint32_t to, uint32_t *count),
	     uint32_t *count)
{
  const struct ptx_function *p = g->m->funcs[k]->ptx;
  for (uint32_t j = 0; j < p->n_insns; j++)
    {
      const struct ptx_insn *i = &p->insns[j];
      if (i->op != PTX_OP_CALL)
	continue;
      const struct ptx_operand *o = &i->operand[1];
      if (o->kind != PTX_O_SYM)
	{
	  for (uint32_t to = 0; to < g->m->n_funcs; to++)
	    if (may_call (g, p, i, to))
	      fn (g, to, count);
	}
      else if (number_of (g, o->sym) != UINT32_MAX)
	fn (g, number_of (g, o->sym), count);
    }
}

static void
reach_callee (struct graph *g, uint32_t to, uint32_t *count)
{
  (void) count;
  reach (g, to);
}

/* Function K uses addresses.  */
static void
take_all (struct graph *g, uint32_t k)
{
  const struct ptx_function *p = g->m->funcs[k]->ptx;
  for (uint32_t j = 0; j < p->n_insns; j++)
    for (unsigned o = 0; o < p->insns[j].n_operands; o++)
      if (p->insns[j].op != PTX_OP_CALL || o != 1)
	take_operand (g, &p->insns[j].operand[o]);
}

/* Find what function K calls, and what that calls.  */
static void
reach_all (struct graph *g, uint32_t k)
{
  uint32_t seen = 0;
  for (size_t j = 0; j < g->m->ptx->n_defs; j++)
    take_variable (g, g->m->ptx->defs[j]);
  for (uint32_t f = 0; f < g->m->n_funcs; f++)
    for (uint32_t j = 0; j < g->m->funcs[f]->ptx->n_locals; j++)
      take_variable (g, g->m->funcs[f]->ptx->locals[j]);
  reach (g, k);
  do
    {
      g->changed = false;
      while (seen < g->n)
	take_all (g, g->list[seen++]);
      for (uint32_t j = 0; j < g->n; j++)
	each_callee (g, g->list[j], reach_callee, NULL);
    }
  while (g->changed);
}

static void
count_call (struct graph *g, uint32_t to, uint32_t *count)
{
  (void) g;
  count[to]++;
}

static void
uncount_call (struct graph *g, uint32_t to, uint32_t *count)
{
  if (--count[to] == 0)
    g->list[g->n++] = to;
}

/* True if there is a cycle of calls from function K of G on, all of it being reached:
   functions that no other calls are taken away, one after another (COUNT: of calls
   that are left of each); those of a cycle stay.  */
static bool
cycle_p (struct graph *g, uint32_t k, uint32_t *count)
{
  uint32_t all = g->n;
  for (uint32_t j = 0; j < all; j++)
    each_callee (g, g->list[j], count_call, count);
  g->n = 0;
  if (count[k] == 0)
    g->list[g->n++] = k;
  for (uint32_t j = 0; j < g->n; j++)
    each_callee (g, g->list[j], uncount_call, count);
  return g->n < all;
}

bool
stack_recursive_p (struct vm_kernel *k)
{
  struct vm_module *m = k->module;
  bool stack = false, cycle = false;
  for (uint32_t j = 0; j < m->n_funcs && !stack; j++)
    stack = m->funcs[j]->own_stack;
  if (!stack)
    return false;
  struct graph g = { .m = m };
  g.reached = calloc (m->n_funcs, sizeof *g.reached);
  g.taken = calloc (m->n_funcs, sizeof *g.taken);
  g.list = calloc (m->n_funcs, sizeof *g.list);
  uint32_t *count = calloc (m->n_funcs, sizeof *count);
  if (g.reached && g.taken && g.list && count)
    {
      reach_all (&g, k->func->number);
      stack = false;
      for (uint32_t j = 0; j < g.n && !stack; j++)
	stack = m->funcs[g.list[j]]->own_stack;
      cycle = stack && cycle_p (&g, k->func->number, count);
    }
  free (g.reached);
  free (g.taken);
  free (g.list);
  free (count);
  return cycle;
}
