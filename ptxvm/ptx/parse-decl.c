/* Declarations of variables, registers and parameters.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "parse-decl.h"

#define MAX_SIZE (1ull << 40)	/* Of a variable, bytes.  */

/* True if the current token is a state space; which goes to *SPACE.  */

bool
ptx_p_space (const struct ptx_parser *p, enum ptx_space *space)
{
  static const struct { const char *name; enum ptx_space space; } spaces[] =
    {
      { "reg", PTX_REG }, { "sreg", PTX_SREG }, { "const", PTX_CONST },
      { "global", PTX_GLOBAL }, { "local", PTX_LOCAL },
      { "param", PTX_PARAM }, { "shared", PTX_SHARED }
    };

  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
    if (*p->tok.start == *spaces[i].name && ptx_p_dot_is (p, spaces[i].name))
      {
	*space = spaces[i].space;
	return true;
      }
  return false;
}

/* What may stand between the state space and the name, in any order:
   .align N, .vN, .type, .ptr and its space, .attribute (...).  */

void
ptx_p_specifiers (struct ptx_parser *p, struct ptx_decl *d)
{
  while (p->tok.kind == PTX_T_DOT)
    {
      enum ptx_type t;
      enum ptx_space space;

      if ((t = ptx_type_by_name (p->tok.start, p->tok.len)) != PTX_NONE)
	{
	  if (d->type != PTX_NONE)
	    {
	      ptx_p_error (p, "two types in one declaration");
	      return;
	    }
	  d->type = t;
	  ptx_next (p);
	}
      else if (ptx_p_accept_dot (p, "align"))
	{
	  uint64_t n = ptx_p_uint (p, 1u << 20, "an alignment");

	  if (!p->failed && (n == 0 || (n & (n - 1))))
	    ptx_p_error (p, "alignment %llu is no power of two",
			 (unsigned long long) n);
	  d->align = n;
	}
      else if (ptx_p_dot_is (p, "v2") || ptx_p_dot_is (p, "v4")
	       || ptx_p_dot_is (p, "v8"))
	{
	  d->vec = p->tok.start[1] - '0';
	  ptx_next (p);
	}
      else if (ptx_p_accept_dot (p, "attribute"))
	{
	  unsigned depth = 1;

	  if (!ptx_p_expect (p, '('))
	    return;
	  while (depth && p->tok.kind != PTX_T_EOF && !p->failed)
	    {
	      if (ptx_p_is (p, '('))
		depth++;
	      else if (ptx_p_is (p, ')'))
		depth--;
	      ptx_next (p);
	    }
	}
      else if (ptx_p_accept_dot (p, "ptr"))
	{
	  if (ptx_p_space (p, &space))
	    ptx_next (p);
	  if (ptx_p_accept_dot (p, "align"))
	    ptx_p_uint (p, 1u << 20, "an alignment");
	}
      else
	{
	  ptx_p_unexpected (p, "a type");
	  return;
	}
    }
  if (p->failed)
    return;
  if (d->type == PTX_NONE)
    ptx_p_unexpected (p, "a type");
  else if (d->type == PTX_U16X2 || d->type == PTX_S16X2 || d->type == PTX_TF32
	   || (d->type > PTX_PRED && d->type < PTX_TEXREF))
    ptx_p_error (p, "nothing can be declared of type .%s",
		 ptx_type_name (d->type));
  else if (d->type == PTX_PRED && d->space != PTX_REG)
    ptx_p_error (p, "predicates are registers");
  else if (d->vec && ptx_type_size (d->type) * d->vec > 16)
    ptx_p_error (p, "vector of more than 128 bits");
  else if (d->vec == 8 || (d->vec && d->type == PTX_PRED))
    ptx_p_error (p, "no such vector type");
}

/* Array bounds `[N][M]...'.  Return their number; an open first bound is 0.  */

unsigned
ptx_p_array_bounds (struct ptx_parser *p, uint64_t *dims, uint64_t elt_size,
	      uint64_t *n_elts)
{
  unsigned n = 0;
  uint64_t total = 1;

  while (ptx_p_accept (p, '['))
    {
      int64_t bound = 0;

      if (n == PTX_MAX_DIMS)
	{
	  ptx_p_error (p, "more than %d array dimensions", PTX_MAX_DIMS);
	  return 0;
	}
      if (!ptx_p_is (p, ']'))
	{
	  bound = ptx_p_const_int (p);
	  if (!p->failed && bound < 0)
	    ptx_p_error (p, "negative array bound");
	}
      else if (n)
	ptx_p_error (p, "only the first array bound can be left out");
      if (!ptx_p_expect (p, ']'))
	return 0;
      dims[n++] = bound;
      if ((n > 1 || bound) && bound > 0
	  && total > MAX_SIZE / elt_size / (uint64_t) bound)
	{
	  ptx_p_error (p, "array of more than 1 TiB");
	  return 0;
	}
      if (n > 1 || bound)
	total *= bound;
    }
  *n_elts = n && dims[0] == 0 ? 0 : total;
  if (n > 1 && total == 0)
    {
      ptx_p_error (p, "array bound of zero");
      return 0;
    }
  return n;
}

struct ptx_symbol *
ptx_new_symbol (struct ptx_parser *p, struct ptx_name *name, uint8_t kind)
{
  struct ptx_symbol *s = ptx_arena_alloc (p->arena, sizeof *s);

  s->name = name->str;
  s->kind = kind;
  s->unit = p->unit;
  s->line = p->tok.line;
  s->param_index = -1;
  s->scope = p->scopes[p->depth].id;
  return s;
}

/* `.reg' declarations: NAME, NAME<N>, ... ;  */

static void
registers (struct ptx_parser *p, const struct ptx_decl *d)
{
  struct ptx_function *f = p->fn;

  do
    {
      struct ptx_name *name = p->tok.name;
      uint32_t line = p->tok.line, count = 1;
      uint32_t start = p->tok.start - p->text;
      bool range = false;

      if (p->tok.kind != PTX_T_IDENT)
	{
	  ptx_p_unexpected (p, "a register name");
	  return;
	}
      ptx_next (p);
      if (ptx_p_accept (p, '<'))
	{
	  count = ptx_p_uint (p, INT32_MAX, "a number of registers");
	  range = true;
	  if (!ptx_p_expect (p, '>'))
	    return;
	}
      if (p->failed)
	return;
      if (count > PTX_MAX_REGS - f->n_regs
	  || count > PTX_MAX_UNIT_REGS - p->unit_regs)
	{
	  ptx_p_error_at (p, line, "too many registers (`%s'): at most %u in "
			  "a function and %u in a text", name->str,
			  PTX_MAX_REGS, PTX_MAX_UNIT_REGS);
	  return;
	}
      struct ptx_binding *b
	= ptx_bind (p, name, range ? PTX_BIND_REG_RANGE : PTX_BIND_REG);
      if (!b)
	return;
      b->index = f->n_regs;
      b->count = count;
      p->unit_regs += count;
      for (uint32_t i = 0; i < count; i++)
	{
	  const char *s = name->str;

	  if (range)
	    {
	      char digits[12];
	      int n = snprintf (digits, sizeof digits, "%u", i);
	      char *t = ptx_arena_alloc (p->arena, name->len + n + 1);

	      memcpy (t, name->str, name->len);
	      memcpy (t + name->len, digits, n);
	      s = t;
	    }
	  PTX_GROW (f->regs, f->n_regs, p->regs_alloc);
	  f->regs[f->n_regs++] = (struct ptx_reg)
	    { .name = s, .type = d->type, .vec = d->vec ? d->vec : 1,
	      .line = line, .scope = p->scopes[p->depth].id,
	      .start = start };
	}
    }
  while (ptx_p_accept (p, ','));
  ptx_p_expect (p, ';');
}

static void
add_unit_symbol (struct ptx_parser *p, struct ptx_symbol *s)
{
  struct ptx_unit *u = p->unit;

  PTX_GROW (u->symbols, u->n_symbols, p->symbols_alloc);
  u->symbols[u->n_symbols++] = s;
}

/* Set what D and the bounds say about S.  */

void
ptx_fill_symbol (struct ptx_symbol *s, const struct ptx_decl *d, unsigned n_dims,
	     const uint64_t *dims, uint64_t n_elts)
{
  uint64_t elt = (uint64_t) ptx_type_size (d->type) * (d->vec ? d->vec : 1);

  s->space = d->space;
  s->type = d->type;
  s->vec = d->vec ? d->vec : 1;
  s->align = d->align ? d->align : elt;
  s->n_elts = n_dims ? n_elts : 0;
  s->extern_array = n_dims && dims[0] == 0;
  s->size = n_dims ? n_elts * elt : elt;
}

/* Go on to what ends an initialiser, or do nothing if there is none.  */

static void
skip_initialiser (struct ptx_parser *p)
{
  unsigned depth = 0;

  if (!ptx_p_is (p, '='))
    return;
  while (p->tok.kind != PTX_T_EOF && !p->failed && !ptx_p_is (p, ';')
	 && (depth || !ptx_p_is (p, ',')))
    {
      if (ptx_p_is (p, '{') || ptx_p_is (p, '('))
	depth++;
      else if ((ptx_p_is (p, '}') || ptx_p_is (p, ')')) && depth)
	depth--;
      ptx_next (p);
    }
}

/* A variable of a space other than .reg, from its state space on.  LINKAGE
   was read before if LINKAGE_WRITTEN.  */

void
ptx_p_variable (struct ptx_parser *p, enum ptx_linkage linkage,
		bool linkage_written)
{
  struct ptx_decl d = { .space = PTX_GENERIC };

  if (ptx_p_accept_dot (p, "tex"))
    {
      /* `.tex .u32 name' of PTX 1.x is `.global .texref'.  */
      d.space = PTX_GLOBAL;
    }
  else if (!ptx_p_space (p, &d.space))
    {
      ptx_p_unexpected (p, "a state space");
      return;
    }
  else
    ptx_next (p);
  if (d.space == PTX_CONST && ptx_p_accept (p, '['))
    {
      /* Bank numbers of PTX 1.x.  */
      ptx_p_uint (p, 10, "a constant bank");
      ptx_p_expect (p, ']');
    }
  if (d.space == PTX_SREG || (!p->fn && d.space == PTX_PARAM)
      || (!p->fn && d.space == PTX_REG))
    {
      ptx_p_error (p, "`.%s' variables cannot be declared here",
		   ptx_space_name (d.space));
      return;
    }
  ptx_p_specifiers (p, &d);
  if (p->failed)
    return;
  if (d.space == PTX_REG)
    {
      if (linkage_written)
	ptx_p_error (p, "registers have no linkage");
      else
	registers (p, &d);
      return;
    }
  if (linkage == PTX_LINK_COMMON && d.space != PTX_GLOBAL)
    {
      ptx_p_error (p, "`.common' applies to .global variables");
      return;
    }
  do
    {
      struct ptx_name *name = p->tok.name;
      struct ptx_symbol fresh = { 0 };
      uint64_t dims[PTX_MAX_DIMS], n_elts = 0, count = 1;
      uint32_t line = p->tok.line;
      bool range = false;

      if (p->tok.kind != PTX_T_IDENT)
	{
	  ptx_p_unexpected (p, "a variable name");
	  return;
	}
      struct ptx_symbol *s = ptx_new_symbol (p, name, PTX_SYM_VAR);
      ptx_next (p);
      if (ptx_p_accept (p, '<'))
	{
	  range = true;
	  count = ptx_p_uint (p, PTX_MAX_RANGE - p->unit_range,
			      "a number of variables");
	  p->unit_range += p->ahead ? 0 : count;
	  if (!ptx_p_expect (p, '>'))
	    return;
	}
      unsigned n_dims
	= ptx_p_array_bounds (p, dims,
			(uint64_t) ptx_type_size (d.type)
			* (d.vec ? d.vec : 1), &n_elts);
      if (p->failed)
	return;
      ptx_fill_symbol (&fresh, &d, n_dims, dims, n_elts);

      struct ptx_binding *old = name->bind;
      if (p->ahead && (range || (old && old->kind != PTX_BIND_SYM)))
	{
	  skip_initialiser (p);
	  continue;
	}
      if (!range && !p->fn && old && old->scope_depth == 0)
	{
	  /* A declaration and a definition of one name, in either order.  */
	  if (old->kind != PTX_BIND_SYM || old->sym->kind != PTX_SYM_VAR
	      || old->sym->space != d.space)
	    {
	      ptx_p_error_at (p, line, "`%s' is declared as something else in "
			      "line %u", name->str,
			      old->sym ? old->sym->line : 0);
	      return;
	    }
	  if (p->ahead)
	    {
	      /* The first one will do; the second reading sees to all.  */
	      skip_initialiser (p);
	      continue;
	    }
	  if (old->sym->linkage != PTX_LINK_EXTERN
	      && linkage != PTX_LINK_EXTERN && !old->sym->ahead)
	    {
	      ptx_p_error_at (p, line, "`%s' is defined twice, first in line "
			      "%u", name->str, old->sym->line);
	      return;
	    }
	  if (linkage == PTX_LINK_EXTERN)
	    {
	      if (ptx_p_is (p, '='))
		ptx_p_error (p, "`.extern' variable with an initialiser");
	      continue;
	    }
	  s = old->sym;
	  s->line = line;
	  s->ahead = false;
	}
      else if (range)
	{
	  struct ptx_binding *b = ptx_bind (p, name, PTX_BIND_SYM_RANGE);

	  if (!b)
	    return;
	  b->count = count;
	  b->syms = ptx_arena_alloc (p->arena, (count + 1) * sizeof *b->syms);
	  for (uint64_t i = 0; i < count; i++)
	    {
	      char digits[24];
	      int n = snprintf (digits, sizeof digits, "%llu",
				(unsigned long long) i);
	      char *t = ptx_arena_alloc (p->arena, name->len + n + 1);

	      memcpy (t, name->str, name->len);
	      memcpy (t + name->len, digits, n);
	      b->syms[i] = ptx_new_symbol (p, name,
					   p->fn && d.space == PTX_PARAM
					   ? PTX_SYM_PARAM : PTX_SYM_VAR);
	      b->syms[i]->name = t;
	      b->syms[i]->linkage = linkage;
	      ptx_fill_symbol (b->syms[i], &d, n_dims, dims, n_elts);
	      if (p->fn)
		{
		  PTX_GROW (p->fn->locals, p->fn->n_locals, p->locals_alloc);
		  p->fn->locals[p->fn->n_locals++] = b->syms[i];
		}
	      else
		add_unit_symbol (p, b->syms[i]);
	    }
	  if (n_dims || ptx_p_is (p, '='))
	    {
	      ptx_p_error (p, "`%s<>' can neither be an array nor have an "
			   "initialiser", name->str);
	      return;
	    }
	  continue;
	}
      else
	{
	  struct ptx_binding *b = ptx_bind (p, name, PTX_BIND_SYM);

	  if (!b)
	    return;
	  b->sym = s;
	  if (p->fn)
	    {
	      if (d.space == PTX_PARAM)
		s->kind = PTX_SYM_PARAM;
	      PTX_GROW (p->fn->locals, p->fn->n_locals, p->locals_alloc);
	      p->fn->locals[p->fn->n_locals++] = s;
	    }
	  else
	    add_unit_symbol (p, s);
	}
      s->linkage = linkage;
      ptx_fill_symbol (s, &d, n_dims, dims, n_elts);
      if (p->ahead)
	{
	  s->ahead = true;
	  skip_initialiser (p);
	}
      else if (ptx_p_accept (p, '='))
	{
	  if (linkage == PTX_LINK_EXTERN)
	    ptx_p_error (p, "`.extern' variable with an initialiser");
	  else if (d.space != PTX_GLOBAL && d.space != PTX_CONST)
	    ptx_p_error (p, "`.%s' variables cannot be initialised",
			 ptx_space_name (d.space));
	  else
	    ptx_p_initialiser (p, s, dims, n_dims);
	}
      else if (s->extern_array && linkage != PTX_LINK_EXTERN
	       && d.space != PTX_PARAM)
	ptx_p_error_at (p, line, "`%s[]' needs a bound or an initialiser",
			name->str);
    }
  while (ptx_p_accept (p, ','));
  ptx_p_expect (p, ';');
}
