/* Native code: units and their functions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <string.h>

#include "unit.h"

/* ---- Which functions there are.  */

static void
free_func (struct unit_func *g)
{
  free (g->code);
  free (g->at);
  free (g->var);
  free (g->live);
  free (g->loop);
  free (g->how);
  free (g->callee);
}

/* What copies the arguments of the call K of G (uniform-call.c), if it is of a function
   that is known.  */
static const struct uniform_copies *
copies_of (const struct unit_func *g, uint32_t k)
{
  struct uniform_call *site = g->code[k].ptr;
  return site->call->func ? uniform_copies_of (g->f, site, site->call->func) : NULL;
}

/* Mark what belongs to other operations of G, and what code can be written for.  */
static void
mark (struct unit_func *g)
{
  for (uint32_t k = 0; k < g->n; k++)
    {
      const struct uop *u = &g->code[k];
      if (native_can_as (g->f, g->plan, u, u->op))
	g->how[k] |= HOW_CAN;
      if (u->op == OP_guard || u->op == OP_guard_add_4 || u->op == OP_guard_add_8
	  || u->op == OP_guard_atom || u->op == OP_guard_fence
	  || u->op == OP_shuffle_1)
	for (uint32_t j = k + 1; j <= k + (uint32_t) u->rel && j < g->n; j++)
	  g->how[j] |= HOW_NO_GO;
    }
}

/* A function of more operations than this is a unit by itself, where it is hot: a call
   is little of what it takes, and its text much of what calls it.  */
#define MAX_CALLEE_OPS 500

/* Add the function F to U: its index, from 0, or -1 if it cannot be.  */
static int
add_func (struct native_unit *u, const struct vfunc *f)
{
  for (uint32_t i = 0; i < u->n; i++)
    if (u->func[i].f == f)
      return (int) i;
  const struct uniform_plan *p = uniform_plan_of (f);
  if (!p || !p->useful || !p->native || u->n == MAX_UNIT_FUNCS
      || (u->n && f->n_code > MAX_CALLEE_OPS)
      || u->n_ops + f->n_code > MAX_UNIT_OPS)
    return -1;
  struct unit_func *g = &u->func[u->n];
  g->unit = u;
  g->index = u->n;
  g->f = f;
  g->plan = p;
  g->n = f->n_code;
  g->code = malloc ((g->n + 1) * sizeof *g->code);
  g->how = calloc (g->n + 1, 1);
  g->callee = calloc (g->n + 1, sizeof *g->callee);
  if (!g->code || !g->how || !g->callee)
    {
      free_func (g);
      memset (g, 0, sizeof *g);
      return -1;
    }
  memcpy (g->code, p->code, g->n * sizeof *g->code);
  native_without_pairs (p->native, g->code, g->n);
  mark (g);
  u->n_ops += g->n;
  return (int) u->n++;
}

/* Whether a function is one that can be called without an activation, as far as its
   frame says.  */
static bool
frameless_p (const struct vfunc *f, const struct vfunc *from)
{
  return (f->module == from->module && !f->builtin && f->frame_bytes == 0
	  && f->frame_align <= 16 && f->sp_off == NO_REG && !f->simt_size
	  && !f->shadow_off);
}

/* Add what G calls.  */
static void
add_callees (struct native_unit *u, uint32_t i)
{
  struct unit_func *g = &u->func[i];
  for (uint32_t k = 0; k < g->n; k++)
    if (g->code[k].op == OP_ONCE (OP_call))
      {
	const struct uniform_copies *c = copies_of (g, k);
	if (!c || !frameless_p (c->func, g->f))
	  continue;
	int n = add_func (u, c->func);
	if (n > 0)
	  {
	    g->callee[k] = (uint32_t) n;
	    g->how[k] |= HOW_CAN;
	  }
      }
    else if (i > 0 && g->code[k].op == OP_ONCE (OP_ret))
      g->how[k] |= HOW_CAN;
}

/* ---- Text.  */

static const char *
value_type (uint32_t size)
{
  return size <= 4 ? "u32" : "u64";
}

static const char *
c_type (const struct var *v)
{
  return (v->cls == VAR_8 ? v->flt ? "double" : "uint64_t"
	  : v->flt ? "float" : "uint32_t");
}

/* The call K of G.  */
static void
write_call (struct unit_func *g, uint32_t k)
{
  const struct uop *u = &g->code[k];
  const struct uniform_call *site = u->ptr;
  const struct uniform_copies *c = copies_of (g, k);
  FILE *o = g->unit->o;
  g->how[k] |= HOW_EXIT | HOW_AFTER;
  fprintf (o, "  if (unlikely (x0->left <= 0)) goto x%u;\n  { ", k);
  for (uint32_t i = 0; i < c->n_ret; i++)
    fprintf (o, "uint%s_t r%u = 0; ", c->copy[c->n_arg + i].wide ? "64" : "32", i);
  fprintf (o, "struct native_frame f = { %s, %u, %u, 0 }; x0->left--; "
	   "*x0->budget = bu; const uint32_t t = F%u (x0, &f",
	   g->index ? "fr" : "0", (uint32_t) (site - g->plan->calls), k + 1,
	   g->callee[k]);
  for (uint32_t i = 0; i < c->n_arg; i++)
    fprintf (o, ", %s", native_read (g, c->copy[i].from,
				     c->copy[i].wide ? "u64" : "u32", 0));
  for (uint32_t i = 0; i < c->n_ret; i++)
    fprintf (o, ", &r%u", i);
  fprintf (o, "); if (unlikely (t)) goto c%u; x0->left++; bu = *x0->budget; ", k);
  for (uint32_t i = 0; i < c->n_ret; i++)
    {
      char value[16];
      snprintf (value, sizeof value, "r%u", i);
      native_put (g, c->copy[c->n_arg + i].to,
		  c->copy[c->n_arg + i].wide ? "u64" : "u32", value);
    }
  fputs (" }\n", o);
}

static void
write_op (struct unit_func *g, uint32_t k)
{
  FILE *o = g->unit->o;
  const struct vfunc *f = g->f;
  bool can = g->how[k] & HOW_CAN;
  if (g->unit->force)
    {
      g->how[k] |= HOW_EXIT;
      fprintf (o, "  if (x->force == %u) goto x%u;\n", k, k);
    }
  if (can && g->code[k].op == OP_ONCE (OP_call))
    write_call (g, k);
  else if (can && g->code[k].op == OP_ONCE (OP_ret))
    {
      fputs ("  ", o);
      for (uint32_t i = 0; i < f->n_ret; i++)
	fprintf (o, "*r%u = %s; ", i,
		 native_read (g, f->ret[i].where, value_type (f->ret[i].size), 0));
      fputs ("*x0->budget = bu; return 0;\n", o);
    }
  else
    native_emit (g, k);
}

/* The declaration of G, which is called as a C function.  */
static void
declare (struct unit_func *g)
{
  const struct vfunc *f = g->f;
  FILE *o = g->unit->o;
  fprintf (o, "static uint32_t F%u (struct native_state *x0, "
	   "struct native_frame *fr", g->index);
  for (uint32_t i = 0; i < f->n_param; i++)
    fprintf (o, ", uint%s_t p%u", f->param[i].size <= 4 ? "32" : "64", i);
  for (uint32_t i = 0; i < f->n_ret; i++)
    fprintf (o, ", uint%s_t *r%u", f->ret[i].size <= 4 ? "32" : "64", i);
  fputc (')', o);
}

/* How G begins: where it is called, or where it is entered.  */
static void
write_start (struct unit_func *g)
{
  FILE *o = g->unit->o;
  char name[32];
  for (uint32_t v = 0; v < g->n_var; v++)
    {
      native_name (g, v + 1, name);
      fprintf (o, "  %s %s%s;\n", c_type (&g->var[v]), name, g->index ? " = 0" : "");
    }
  for (uint32_t i = 1; i <= g->n_windows; i++)
    fprintf (o, "  uint64_t lo%u = 0, n%u = 0; int moves%u = 0;\n", i, i, i);
  if (g->index)
    {
      for (uint32_t i = 0; i < g->f->n_param; i++)
	{
	  char value[16];
	  snprintf (value, sizeof value, "p%u", i);
	  fputs ("  ", o);
	  native_put (g, g->f->param[i].where, value_type (g->f->param[i].size),
		      value);
	  fputc ('\n', o);
	}
      g->how[0] |= HOW_SLICE;
      fputs ("  if (unlikely (--bu < 0)) goto s0;\n", o);
      return;
    }
  fputs ("  switch (entry)\n    {\n    default: return entry;\n", o);
  for (uint32_t k = 0; k < g->n; k++)
    if (native_entry_p (g->plan->native, k) && g->how[k] & HOW_CAN)
      {
	fprintf (o, "    case %u:", k);
	for (uint32_t v = 0; v < g->n_var; v++)
	  if (native_live (g, k, v))
	    {
	      native_name (g, v + 1, name);
	      if (g->var[v].cls == VAR_PRED)
		fprintf (o, " %s = PRED (%u);", name, g->var[v].off);
	      else
		fprintf (o, " %s = GET (%s%s, %u);", name,
			 g->var[v].flt ? "f" : "u",
			 g->var[v].cls == VAR_8 ? "64" : "32", g->var[v].off);
	    }
	fprintf (o, " goto L%u;\n", k);
      }
  fputs ("    }\n", o);
}

/* The registers in memory of G, which is called; those that may be read before they are
   written are 0 at first, as in an activation.  */
static void
write_own (struct unit_func *g)
{
  FILE *o = g->unit->o;
  const struct vfunc *f = g->f;
  if (g->own_lo == g->own_hi)
    {
      fputs ("  uint8_t *R = 0;\n", o);
      return;
    }
  fprintf (o, "  _Alignas (64) uint8_t own[%u], *R = own - %u;\n",
	   g->own_hi - g->own_lo, g->own_lo);
  for (uint32_t i = 0; i < f->n_undef; i++)
    {
      const struct undef_reg *r = &f->undef[i];
      if (r->off >= g->own_lo && r->off < g->own_hi && native_mem_p (g, r->off))
	fprintf (o, "  __builtin_memset (R + %u, 0, %u);\n", r->off,
		 (r->cls == SLOT_8 ? 8 : 4) * WARP_SIZE);
    }
}

/* False if it cannot be done.  */
static bool
write_func (struct unit_func *g)
{
  struct native_unit *unit = g->unit;
  FILE *o = unit->o;
  unit->memory_lo = unit->memory_hi = 0;
  if (g->index)
    declare (g);
  else
    fputs ("__attribute__ ((visibility (\"default\"))) uint32_t\n"
	   "native (struct native_state *x0, uint8_t *R, uint32_t entry)", o);
  fputs ("\n{\n  const struct native_state xv = *x0, *const x = &xv;\n"
	 "  const struct bounds *const m = &x->m;\n"
	 "  int64_t bu = *x0->budget;\n  uint32_t pc;\n", o);
  if (g->index)
    write_own (g);
  write_start (g);
  for (uint32_t k = 0; k < g->n; k++)
    {
      const struct uop *u = &g->code[k];
      fprintf (o, " L%u: __attribute__ ((unused));\n", k);
      write_op (g, k);
      if (g->how[k] & HOW_CAN
	  && (u->op == OP_guard_add_4 || u->op == OP_guard_add_8
	      || u->op == OP_guard_atom || u->op == OP_guard_fence
	      || u->op == OP_shuffle_1))
	k += (uint32_t) u->rel;
    }
  fprintf (o, " L%u: __attribute__ ((unused)); __builtin_unreachable ();\n", g->n);
  bool ok = native_exits (g);
  fputs ("}\n", o);
  /* What find_own has found is all.  */
  return (ok && (!g->index || unit->memory_lo == unit->memory_hi
		 || (unit->memory_lo >= g->own_lo
		     && unit->memory_hi <= g->own_hi + 8 * WARP_SIZE)));
}

/* Room for registers in memory that a called function has at most.  */
#define MOST_OWN 4096

/* Find the registers in memory that G, which is called, works with.  True if it needs an
   activation for them: there are too many.  */
static bool
find_own (struct unit_func *g)
{
  struct native_unit *u = g->unit;
  FILE *o = u->o;
  bool old = u->force;
  u->o = fopen ("/dev/null", "w");
  u->memory_lo = u->memory_hi = 0;
  u->force = false;
  if (u->o)
    {
      for (uint32_t k = 0; k < g->n; k++)
	if (g->how[k] & HOW_CAN)
	  write_op (g, k);
      for (uint32_t i = 0; i < g->f->n_param; i++)
	native_put (g, g->f->param[i].where, value_type (g->f->param[i].size), "0");
      fclose (u->o);
    }
  for (uint32_t k = 0; k < g->n; k++)
    g->how[k] &= HOW_CAN | HOW_NO_GO;
  g->own_lo = u->memory_lo;
  g->own_hi = u->memory_hi < g->f->reg_bytes ? u->memory_hi : g->f->reg_bytes;
  bool is = !u->o || g->own_hi > g->own_lo + MOST_OWN;
  u->o = o;
  u->force = old;
  return is;
}

/* Mark the functions of U that are called, directly or not, from its first one.  */
static void
find_needed (struct native_unit *u)
{
  uint32_t list[MAX_UNIT_FUNCS], n = 0;
  u->func[0].needed = true;
  list[n++] = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      const struct unit_func *g = &u->func[list[i]];
      for (uint32_t k = 0; k < g->n; k++)
	if (g->callee[k] && !u->func[g->callee[k]].needed)
	  {
	    u->func[g->callee[k]].needed = true;
	    list[n++] = g->callee[k];
	  }
    }
}

/* Find the functions of U, whose first one is there.  One that needs an activation calls
   nothing here: a unit has what a kernel may call else, down to the printing of
   messages that never come.  False if there is no memory.  */
static bool
find_funcs (struct native_unit *u)
{
  for (uint32_t i = 0; i < u->n; i++)
    {
      struct unit_func *g = &u->func[i];
      if (i > 0)
	{
	  if (!native_flow (g))
	    return false;
	  g->no = find_own (g);
	  if (g->no)
	    continue;
	}
      add_callees (u, i);
      if (!native_flow (g))
	return false;
    }
  for (uint32_t i = 1; i < u->n; i++)
    u->func[i].no = u->func[i].no || find_own (&u->func[i]);
  for (uint32_t i = 0; i < u->n; i++)
    {
      struct unit_func *g = &u->func[i];
      bool changed = false;
      for (uint32_t k = 0; k < g->n; k++)
	if (g->callee[k] && u->func[g->callee[k]].no)
	  {
	    g->callee[k] = 0;
	    g->how[k] &= (uint8_t) ~HOW_CAN;
	    changed = true;
	  }
      if (changed && !native_flow (g))
	return false;
    }
  find_needed (u);
  return true;
}

char *
native_write (const struct vfunc *f, bool force)
{
  struct native_unit *u = calloc (1, sizeof *u);
  char *text = NULL;
  size_t size;
  if (!u)
    return NULL;
  u->force = force;
  u->o = open_memstream (&text, &size);
  bool ok = u->o && add_func (u, f) == 0 && find_funcs (u);
  if (ok)
    {
      for (uint32_t i = 1; i < u->n; i++)
	if (u->func[i].needed)
	  {
	    declare (&u->func[i]);
	    fputs (";\n", u->o);
	  }
      for (uint32_t i = u->n; i-- > 0;)
	if (u->func[i].needed)
	  ok = write_func (&u->func[i]) && ok;
    }
  if (u->o && fclose (u->o))
    ok = false;
  for (uint32_t i = 0; i < u->n; i++)
    free_func (&u->func[i]);
  free (u);
  if (ok)
    return text;
  free (text);
  return NULL;
}
