/* The soft stack that functions take, and what they call.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* OpenMP code of GCC's has a stack in memory for each warp.  A function that
   needs some of it prints (nvptx.cc, init_softstack_frame)

     ld.shared.u64 %sspprev, [%sspslot];
     sub.u64 %frame, %sspprev, 48;
     and.b64 %frame, %frame, -32;		 if aligned to more than 8
     sub.u64 %stack, %frame, 16;		 outgoing variadic arguments

   and each later write of %stack is alloca's, or belongs to a SIMD region
   (simt.c), whose calls use the lane's stack instead.  */

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ptx-int.h"

static uint64_t
add (uint64_t a, uint64_t b)
{
  return a + b < a ? UINT64_MAX : a + b;
}

static uint64_t
imm_of (const struct ptx_insn *insn)
{
  return insn->operand[2].imm > 0 ? (uint64_t) insn->operand[2].imm : 0;
}

const struct frame *
frame_of (const struct ptx_function *func)
{
  return func->aux;
}

/* The function that the direct call INSN calls, or NULL with its name in
   *NAME.  What the driver provides comes from the driver, though an archive
   has it as well, as libc.a has vprintf: nvptx-none-ld leaves that out.  */
const struct ptx_function *
called (const struct ptx_insn *insn, const char **name)
{
  const struct ptx_symbol *from = insn->operand[1].sym, *s = from;

  *name = from->name;
  if (s->def)
    s = s->def;
  if (s->unit && s->unit != from->unit && ptx_driver_name_p (*name)
      && strchr (s->unit->name, '('))
    return NULL;
  if (s->alias)
    s = s->alias->def ? s->alias->def : s->alias;
  return s->func;
}

static void
note_stack (void *closure, int32_t reg, int part, bool write)
{
  struct frame *f = closure;

  (void) part;
  if (write && reg == f->stack)
    f->flags |= FRAME_ALLOCA;
}

/* A call of F that uses F's own stack.  */
static void
note_call (struct frame *f, const struct ptx_insn *insn)
{
  const char *name;

  if (insn->operand[1].kind != PTX_O_SYM)
    {
      f->flags |= FRAME_INDIRECT;
      return;
    }
  const struct ptx_function *to = called (insn, &name);
  if (to)
    {
      PTX_GROW (f->callee, f->n_callees, f->alloc_callees);
      f->callee[f->n_callees++] = frame_of (to);
    }
  else if (!ptx_driver_name_p (name))
    {
      for (size_t k = 0; k < f->n_undefined; k++)
	if (strcmp (f->undefined[k], name) == 0)
	  return;
      PTX_GROW (f->undefined, f->n_undefined, f->alloc_undefined);
      f->undefined[f->n_undefined++] = name;
      f->flags |= FRAME_UNDEFINED;
    }
}

/* What F's text says of it.  */
static void
read_frame (struct frame *f)
{
  const struct ptx_function *func = f->func;
  int32_t frame = find_register (func, "%frame");
  int32_t prev = find_register (func, "%sspprev");
  struct simt *s = simt_find (func);
  uint32_t k = 0;

  f->stack = prev < 0 ? -1 : find_register (func, "%stack");
  for (uint32_t i = 0; i < func->n_insns; i++)
    {
      const struct ptx_insn *insn = &func->insns[i];

      if (stack_insn_p (insn, PTX_OP_SUB, frame, prev))
	f->own = add (f->own, imm_of (insn));
      else if (stack_insn_p (insn, PTX_OP_AND, frame, frame)
	       && insn->operand[2].imm < -8)
	f->own = add (f->own, (uint64_t) -insn->operand[2].imm - 8);
      else if (stack_insn_p (insn, PTX_OP_SUB, f->stack, frame))
	f->own = add (f->own, imm_of (insn));
      else if (insn->op == PTX_OP_CALL)
	{
	  if (!s || !s->inside[i])
	    note_call (f, insn);
	}
      else if (f->stack >= 0)
	{
	  /* Entries and exits of SIMD regions write it as well; what is in
	     a region is the lane's.  */
	  bool lane = s && (s->inside[i] || (insn->op == PTX_OP_LD));

	  while (s && k < s->n && s->entry[k].last < (int32_t) i)
	    k++;
	  if (s && k < s->n && (int32_t) i >= s->entry[k].insn)
	    lane = true;
	  if (!lane)
	    ptx_insn_regs (func, insn, note_stack, f);
	}
    }
  simt_free (s);
}

/* Tarjan's search for cycles, without recursion of its own: the call graph is
   as deep as the input says.  */

struct search
{
  struct frame *frames;
  size_t n;
  const struct frame **path, **stack;	/* Being visited; not yet in a cycle. */
  size_t n_path, n_stack;
  uint32_t next;
};

static void
enter (struct search *s, struct frame *f)
{
  f->index = f->low = ++s->next;
  f->on_stack = true;
  s->path[s->n_path++] = f;
  s->stack[s->n_stack++] = f;
}

/* All of F's cycle, or F alone, is on top of the stack; everything that it
   calls outside has its sum.  */
static void
leave (struct search *s, struct frame *f)
{
  size_t first = s->n_stack;
  uint64_t own = 0, worst = 0;
  unsigned below = 0;

  do
    first--;
  while (s->stack[first] != f);
  bool cycle = s->n_stack - first > 1;
  for (size_t i = first; i < s->n_stack; i++)
    for (size_t k = 0; k < s->stack[i]->n_callees; k++)
      cycle |= s->stack[i]->callee[k] == s->stack[i];
  for (size_t i = first; i < s->n_stack; i++)
    {
      const struct frame *g = s->stack[i];

      own = add (own, g->own);
      for (size_t k = 0; k < g->n_callees; k++)
	if (!g->callee[k]->on_stack)
	  {
	    if (g->callee[k]->worst > worst)
	      worst = g->callee[k]->worst;
	    below |= g->callee[k]->flags | g->callee[k]->below;
	  }
    }
  if (cycle)
    for (size_t i = first; i < s->n_stack; i++)
      below |= s->stack[i]->flags | FRAME_RECURSIVE;
  for (size_t i = first; i < s->n_stack; i++)
    {
      struct frame *g = (struct frame *) s->stack[i];

      if (cycle)
	g->flags |= FRAME_RECURSIVE;
      g->worst = add (own, worst);
      g->below = below;
      g->on_stack = false;
    }
  s->n_stack = first;
}

static void
search_from (struct search *s, struct frame *root)
{
  enter (s, root);
  while (s->n_path)
    {
      struct frame *f = (struct frame *) s->path[s->n_path - 1];

      if (f->at < f->n_callees)
	{
	  struct frame *g = (struct frame *) f->callee[f->at++];

	  if (!g->index)
	    enter (s, g);
	  else if (g->on_stack && g->index < f->low)
	    f->low = g->index;
	  continue;
	}
      if (f->low == f->index)
	leave (s, f);
      if (--s->n_path)
	{
	  struct frame *up = (struct frame *) s->path[s->n_path - 1];

	  if (f->low < up->low)
	    up->low = f->low;
	}
    }
}

/* The frames of all functions of M, by func->aux.  */
struct frames *
frames_build (struct ptx_module *m)
{
  struct frames *a = ptx_xcalloc (1, sizeof *a);

  for (size_t u = 0; u < m->n_units; u++)
    a->n += m->units[u]->n_functions;
  a->v = ptx_xcalloc (a->n + 1, sizeof *a->v);
  a->n = 0;
  for (size_t u = 0; u < m->n_units; u++)
    for (uint32_t k = 0; k < m->units[u]->n_functions; k++)
      {
	a->v[a->n].func = m->units[u]->functions[k];
	m->units[u]->functions[k]->aux = &a->v[a->n++];
      }
  for (size_t i = 0; i < a->n; i++)
    read_frame (&a->v[i]);

  struct search s = { .frames = a->v, .n = a->n };

  s.path = ptx_xcalloc (a->n + 1, sizeof *s.path);
  s.stack = ptx_xcalloc (a->n + 1, sizeof *s.stack);
  for (size_t i = 0; i < a->n; i++)
    if (!a->v[i].index)
      search_from (&s, &a->v[i]);
  free (s.path);
  free (s.stack);
  return a;
}

void
frames_free (struct frames *a)
{
  for (size_t i = 0; i < a->n; i++)
    {
      free (a->v[i].callee);
      free (a->v[i].undefined);
      ((struct ptx_function *) a->v[i].func)->aux = NULL;
    }
  free (a->v);
  free (a);
}

/* ---- The list.  */

static bool
print_flag (FILE *out, bool any, const char *prefix, const char *flag,
	    const char *name)
{
  fprintf (out, "%s%s%s%s%s", any ? "," : "", prefix, flag, name ? "=" : "",
	   name ? name : "");
  return true;
}

/* Names that something below F calls and nothing defines, but for those that F
   calls itself.  SEEN and STACK are for all functions; ROUND tells whether SEEN
   is of this one.  */
static bool
print_undefined_below (FILE *out, bool any, const struct frames *a,
		       const struct frame *f, size_t *seen,
		       const struct frame **stack, size_t round)
{
  const char **name = NULL;
  size_t n = 0, alloc = 0, depth = 0;

  for (size_t k = 0; k < f->n_undefined; k++)
    {
      PTX_GROW (name, n, alloc);
      name[n++] = f->undefined[k];
    }
  seen[f - a->v] = round;
  stack[depth++] = f;
  while (depth)
    {
      const struct frame *g = stack[--depth];

      for (size_t k = 0; k < g->n_undefined && g != f; k++)
	{
	  size_t i = 0;

	  while (i < n && strcmp (name[i], g->undefined[k]) != 0)
	    i++;
	  if (i < n)
	    continue;
	  PTX_GROW (name, n, alloc);
	  name[n++] = g->undefined[k];
	  any = print_flag (out, any, "below:", "undefined", g->undefined[k]);
	}
      for (size_t k = 0; k < g->n_callees; k++)
	if (seen[g->callee[k] - a->v] != round)
	  {
	    seen[g->callee[k] - a->v] = round;
	    stack[depth++] = g->callee[k];
	  }
    }
  free (name);
  return any;
}

/* A name on one line, without TABs: an archive's members may have any.  */
static void
print_unit (FILE *out, const char *name)
{
  for (; *name; name++)
    putc ((unsigned char) *name < ' ' ? '?' : *name, out);
  putc ('\n', out);
}

/* Write one line a function to OUT: name, visibility, own bytes, the worst
   sum, flags, unit, with TABs between.  */
void
frames_print (FILE *out, const struct frames *a)
{
  static const char *const linkage[] = { "static", "visible", "extern",
					 "weak", "common" };
  static const struct { unsigned flag; const char *name; } flags[] =
    { { FRAME_ALLOCA, "alloca" }, { FRAME_INDIRECT, "indirect" },
      { FRAME_RECURSIVE, "recursive" } };
  size_t *seen = ptx_xcalloc (a->n + 1, sizeof *seen);
  const struct frame **stack = ptx_xcalloc (a->n + 1, sizeof *stack);

  for (size_t i = 0; i < a->n; i++)
    {
      const struct frame *f = &a->v[i];
      bool any = false;

      fprintf (out, "%s\t%s\t%llu\t%llu\t", f->func->sym->name,
	       f->func->entry ? "entry" : linkage[f->func->sym->linkage],
	       (unsigned long long) f->own, (unsigned long long) f->worst);
      for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++)
	if (f->flags & flags[k].flag)
	  any = print_flag (out, any, "", flags[k].name, NULL);
      for (size_t k = 0; k < f->n_undefined; k++)
	any = print_flag (out, any, "", "undefined", f->undefined[k]);
      for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++)
	if ((f->below & ~f->flags) & flags[k].flag)
	  any = print_flag (out, any, "below:", flags[k].name, NULL);
      if (f->below & FRAME_UNDEFINED)
	any = print_undefined_below (out, any, a, f, seen, stack, i + 1);
      fputs (any ? "\t" : "-\t", out);
      print_unit (out, f->func->unit->name);
    }
  free (seen);
  free (stack);
}
