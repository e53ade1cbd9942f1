/* Functions: headers, directives, bodies, statements.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "ptx-int.h"

static void
move_vectors (struct ptx_function *to, const struct ptx_function *from)
{
  to->regs = from->regs;
  to->labels = from->labels;
  to->insns = from->insns;
  to->locals = from->locals;
  to->targets = from->targets;
  to->scope_parent = from->scope_parent;
}

static struct ptx_function *
new_function (struct ptx_parser *p)
{
  struct ptx_function *f = ptx_arena_alloc (p->arena, sizeof *f);

  f->unit = p->unit;
  move_vectors (f, &p->vectors);
  p->fn = f;
  p->cur_loc = 0;
  return f;
}

static void *
keep (struct ptx_parser *p, const void *vector, size_t size)
{
  return size ? ptx_arena_copy (p->arena, vector, size) : NULL;
}

/* F has been read.  */

static void
keep_function (struct ptx_parser *p, struct ptx_function *f)
{
  move_vectors (&p->vectors, f);
  f->regs = keep (p, f->regs, f->n_regs * sizeof *f->regs);
  f->labels = keep (p, f->labels, f->n_labels * sizeof *f->labels);
  f->insns = keep (p, f->insns, f->n_insns * sizeof *f->insns);
  f->locals = keep (p, f->locals, f->n_locals * sizeof *f->locals);
  f->targets = keep (p, f->targets, f->n_targets * sizeof *f->targets);
  f->scope_parent = keep (p, f->scope_parent,
			  f->n_scopes * sizeof *f->scope_parent);
  p->fn = NULL;
}

/* F was a declaration, or not one.  */

static void
drop_function (struct ptx_parser *p, struct ptx_function *f)
{
  move_vectors (&p->vectors, f);
  memset (f, 0, sizeof *f);
  p->fn = NULL;
}

/* ---- .branchtargets, .calltargets, .callprototype ("Control Flow
   Directives").  NAME is the label before them.  */

static void
target_table (struct ptx_parser *p, struct ptx_name *name)
{
  struct ptx_function *f = p->fn;
  struct ptx_targets t = { .name = name ? name->str : "" };
  uint32_t alloc = 0;
  int32_t index = f->n_targets;

  PTX_GROW (f->targets, f->n_targets, p->targets_alloc);
  f->targets[f->n_targets++] = t;

  if (ptx_p_accept_dot (p, "callprototype"))
    {
      struct ptx_proto *proto = ptx_arena_alloc (p->arena, sizeof *proto);

      if (ptx_p_is (p, '('))
	ptx_p_proto_part (p, proto, true, false, false);
      if (p->tok.kind == PTX_T_IDENT)
	ptx_next (p);
      else
	ptx_p_unexpected (p, "`_'");
      if (ptx_p_is (p, '('))
	ptx_p_proto_part (p, proto, false, false, false);
      while (p->tok.kind == PTX_T_DOT)
	{
	  if (ptx_p_accept_dot (p, "noreturn"))
	    proto->noreturn = true;
	  else if (ptx_p_accept_dot (p, "abi_preserve")
		   || ptx_p_accept_dot (p, "abi_preserve_control"))
	    ptx_p_uint (p, 1024, "a number of registers");
	  else
	    ptx_p_unexpected (p, "`;'");
	}
      t.proto = proto;
    }
  else if (ptx_p_accept_dot (p, "branchtargets"))
    {
      int32_t *label = NULL;

      do
	{
	  if (p->tok.kind != PTX_T_IDENT)
	    {
	      ptx_p_unexpected (p, "a label");
	      break;
	    }
	  /* `L<3>' stands for L0, L1, L2.  */
	  struct ptx_name *l = p->tok.name;
	  uint32_t line = p->tok.line;
	  uint64_t count = 0;
	  bool range = false;
	  ptx_next (p);
	  if (ptx_p_accept (p, '<'))
	    {
	      range = true;
	      count = ptx_p_uint (p, PTX_MAX_RANGE - p->unit_range,
				  "a number of labels");
	      p->unit_range += count;
	      ptx_p_expect (p, '>');
	    }
	  for (uint64_t i = 0; i < (range ? count : 1) && !p->failed; i++)
	    {
	      struct ptx_name *n = l;

	      if (range)
		{
		  char *s = ptx_arena_alloc (p->arena, l->len + 24);
		  int len = snprintf (s, l->len + 24, "%s%llu", l->str,
				      (unsigned long long) i);

		  n = ptx_intern (p, s, len);
		}
	      PTX_GROW (label, t.n, alloc);
	      label[t.n] = -1;
	      ptx_label_reference (p, &(struct ptx_label_ref)
				   { .name = n, .line = line, .table = index,
				     .entry = t.n });
	      t.n++;
	    }
	}
      while (ptx_p_accept (p, ','));
      t.label = ptx_arena_alloc (p->arena, (t.n + 1) * sizeof *t.label);
      if (t.n)
	memcpy (t.label, label, t.n * sizeof *label);
      free (label);
    }
  else
    {
      struct ptx_symbol **func = NULL;

      ptx_next (p);		/* .calltargets */
      do
	{
	  uint32_t offset;

	  if (p->tok.kind != PTX_T_IDENT)
	    {
	      ptx_p_unexpected (p, "a function name");
	      break;
	    }
	  struct ptx_binding *b = ptx_lookup (p, p->tok.name, &offset);
	  if (!b || b->kind != PTX_BIND_SYM || b->sym->kind != PTX_SYM_FUNC)
	    {
	      ptx_p_error (p, "`%s' is not a function", p->tok.name->str);
	      break;
	    }
	  PTX_GROW (func, t.n, alloc);
	  func[t.n++] = b->sym;
	  ptx_next (p);
	}
      while (ptx_p_accept (p, ','));
      t.func = ptx_arena_alloc (p->arena, (t.n + 1) * sizeof *t.func);
      if (t.n)
	memcpy (t.func, func, t.n * sizeof *func);
      free (func);
    }
  ptx_p_expect (p, ';');
  p->fn->targets[index] = t;
  if (name && !p->failed)
    {
      struct ptx_binding *b = ptx_bind (p, name, PTX_BIND_TARGETS);

      if (b)
	b->index = index;
    }
}

static bool
target_table_p (const struct ptx_parser *p)
{
  return (ptx_p_dot_is (p, "callprototype")
	  || ptx_p_dot_is (p, "branchtargets")
	  || ptx_p_dot_is (p, "calltargets"));
}

/* ---- Statements.  */

/* A directive inside a body.  */

static void
body_directive (struct ptx_parser *p)
{
  enum ptx_space space;

  if (ptx_p_accept_dot (p, "loc"))
    ptx_p_loc_directive (p);
  else if (ptx_p_space (p, &space))
    ptx_p_variable (p, PTX_LINK_INTERNAL, false);
  else if (ptx_p_dot_is (p, "extern"))
    {
      ptx_next (p);
      ptx_p_variable (p, PTX_LINK_EXTERN, true);
    }
  else if (target_table_p (p))
    target_table (p, NULL);
  else if (ptx_p_accept_dot (p, "pragma"))
    ptx_p_pragma (p);
  else if (ptx_p_accept_dot (p, "file"))
    ptx_p_file_directive (p);
  else if (ptx_p_accept_dot (p, "section"))
    ptx_p_section (p);
  else
    ptx_p_error (p, "unknown directive `.%.*s'",
		 (int) (p->tok.len > 60 ? 60 : p->tok.len), p->tok.start);
}

/* `NAME:'.  */

static void
label (struct ptx_parser *p, struct ptx_name *name, uint32_t line,
       const char *start)
{
  struct ptx_function *f = p->fn;

  if (target_table_p (p))
    {
      target_table (p, name);
      return;
    }
  PTX_GROW (f->labels, f->n_labels, p->labels_alloc);
  f->labels[f->n_labels] = (struct ptx_label)
    { .name = name->str, .line = line, .insn = f->n_insns,
      .scope = p->scopes[p->depth].id, .start = start - p->text };
  ptx_bind_label (p, name, line, f->n_labels);
  if (!p->failed)
    f->n_labels++;
}

/* The statements up to the brace that closes the body, which is left as the
   current token.  */

static void
body (struct ptx_parser *p)
{
  uint32_t base = p->depth;
  uint32_t open_line[PTX_MAX_DEPTH + 1];

  open_line[p->depth] = p->tok.line;
  for (;;)
    {
      if (p->failed)
	ptx_p_recover (p);
      struct ptx_token *t = &p->tok;
      if (t->kind == PTX_T_EOF)
	{
	  if (p->n_errors < PTX_MAX_ERRORS)
	    {
	      ptx_p_error_at (p, open_line[p->depth], "`{' is not closed");
	      p->failed = false;
	      p->tok.kind = PTX_T_EOF;
	    }
	  break;
	}
      if (ptx_p_is (p, '}'))
	{
	  if (p->depth == base)
	    break;
	  ptx_scope_close (p);
	  ptx_next (p);
	}
      else if (ptx_p_is (p, '{'))
	{
	  uint32_t line = t->line;

	  if (!ptx_scope_open (p))
	    {
	      /* Nothing sensible can follow.  */
	      p->n_errors += PTX_MAX_ERRORS;
	      continue;
	    }
	  open_line[p->depth] = line;
	  ptx_next (p);
	}
      else if (t->kind == PTX_T_DOT)
	body_directive (p);
      else if (t->kind == PTX_T_IDENT)
	{
	  struct ptx_name *name = t->name;
	  const char *start = t->start;
	  uint32_t line = t->line;

	  /* A label's colon may not be one of `::'.  */
	  ptx_next (p);
	  if (ptx_p_is (p, ':'))
	    {
	      ptx_next (p);
	      label (p, name, line, start);
	    }
	  else
	    ptx_p_instruction (p, name, start, line);
	}
      else if (ptx_p_is (p, '@'))
	ptx_p_instruction (p, NULL, t->start, t->line);
      else if (!ptx_p_accept (p, ';'))
	ptx_p_unexpected (p, "a statement");
    }
  while (p->depth > base)
    ptx_scope_close (p);
}

/* ---- Functions.  */

/* `.maxntid 32, 1, 1' and its kin.  */

static void
three_numbers (struct ptx_parser *p, uint32_t *v)
{
  v[0] = ptx_p_uint (p, UINT32_MAX, "a number");
  v[1] = v[2] = 1;
  for (int i = 1; i < 3 && ptx_p_accept (p, ','); i++)
    v[i] = ptx_p_uint (p, UINT32_MAX, "a number");
}

static void
function_directives (struct ptx_parser *p, struct ptx_function *f)
{
  uint32_t ignored[3];

  while (p->tok.kind == PTX_T_DOT && !p->failed)
    {
      if (ptx_p_accept_dot (p, "noreturn"))
	f->proto->noreturn = true;
      else if (ptx_p_accept_dot (p, "maxntid"))
	three_numbers (p, f->maxntid);
      else if (ptx_p_accept_dot (p, "reqntid"))
	three_numbers (p, f->reqntid);
      else if (ptx_p_accept_dot (p, "minnctapersm"))
	f->minnctapersm = ptx_p_uint (p, UINT32_MAX, "a number");
      else if (ptx_p_accept_dot (p, "maxnreg"))
	f->maxnreg = ptx_p_uint (p, UINT32_MAX, "a number");
      else if (ptx_p_accept_dot (p, "maxnctapersm")
	       || ptx_p_accept_dot (p, "maxclusterrank")
	       || ptx_p_accept_dot (p, "abi_preserve")
	       || ptx_p_accept_dot (p, "abi_preserve_control"))
	ptx_p_uint (p, UINT32_MAX, "a number");
      else if (ptx_p_accept_dot (p, "reqnctapercluster"))
	three_numbers (p, ignored);
      else if (ptx_p_accept_dot (p, "explicitcluster")
	       || ptx_p_accept_dot (p, "blocksareclusters"))
	;
      else if (ptx_p_accept_dot (p, "pragma"))
	{
	  ptx_p_pragma (p);
	}
      else
	ptx_p_unexpected (p, "`{' or `;'");
    }
}

/* `.func' or `.entry' is the current token.  */

void
ptx_p_function (struct ptx_parser *p, enum ptx_linkage linkage)
{
  struct ptx_function *f = new_function (p);
  struct ptx_unit *u = p->unit;

  f->entry = ptx_p_dot_is (p, "entry");
  f->line = p->tok.line;
  f->proto = ptx_arena_alloc (p->arena, sizeof *f->proto);
  ptx_next (p);
  while (ptx_p_accept_dot (p, "attribute"))
    {
      ptx_p_expect (p, '(');
      while (!ptx_p_is (p, ')') && p->tok.kind != PTX_T_EOF && !p->failed)
	{
	  ptx_next (p);
	  if (ptx_p_is (p, '('))
	    {
	      while (!ptx_p_is (p, ')') && p->tok.kind != PTX_T_EOF
		     && !p->failed)
		ptx_next (p);
	      ptx_next (p);
	    }
	}
      ptx_p_expect (p, ')');
    }

  /* Parameters and body are one scope, so that neither may hide the
     other.  */
  ptx_scope_open (p);
  if (ptx_p_is (p, '('))
    {
      if (f->entry)
	ptx_p_error (p, "a kernel returns nothing");
      else
	ptx_p_proto_part (p, f->proto, true, false, true);
    }
  struct ptx_name *name = p->tok.name;
  uint32_t line = p->tok.line;
  if (p->tok.kind != PTX_T_IDENT)
    ptx_p_unexpected (p, "a function name");
  ptx_next (p);
  if (ptx_p_is (p, '('))
    ptx_p_proto_part (p, f->proto, false, f->entry, true);
  function_directives (p, f);

  bool body_follows = ptx_p_is (p, '{'), define = body_follows && !p->ahead;
  struct ptx_symbol *s = NULL;
  if (!body_follows && !ptx_p_is (p, ';'))
    ptx_p_unexpected (p, "`{' or `;'");
  if (!p->failed)
    {
      struct ptx_binding *b = name->bind;

      while (b && b->scope_depth)
	b = b->outer;
      if (b && (b->kind != PTX_BIND_SYM || b->sym->kind != PTX_SYM_FUNC))
	ptx_p_error_at (p, line, "`%s' is declared as something else in line "
			"%u", name->str, b->sym ? b->sym->line : 0);
      else if (b && b->sym->func && define)
	ptx_p_error_at (p, line, "`%s' is defined twice, first in line %u",
			name->str, b->sym->func->line);
      else if (define && linkage == PTX_LINK_EXTERN)
	ptx_p_error_at (p, line, "`.extern' function `%s' with a body",
			name->str);
      else if (linkage == PTX_LINK_COMMON)
	ptx_p_error_at (p, line, "`.common' applies to variables");
      else if (b)
	s = b->sym;
    }
  if (!p->failed && !s)
    {
      /* At module scope, while the function's own is open.  */
      struct ptx_binding *b = ptx_arena_alloc (p->arena, sizeof *b);
      struct ptx_binding **slot = &name->bind;

      s = ptx_new_symbol (p, name, PTX_SYM_FUNC);
      s->scope = 0;
      s->line = line;
      s->linkage = linkage;
      b->kind = PTX_BIND_SYM;
      b->name = name;
      b->sym = s;
      while (*slot)
	slot = &(*slot)->outer;
      *slot = b;
      b->next_in_scope = p->scopes[0].bindings;
      p->scopes[0].bindings = b;
      PTX_GROW (u->symbols, u->n_symbols, p->symbols_alloc);
      u->symbols[u->n_symbols++] = s;
    }
  if (s && !p->failed)
    {
      if (!s->proto || define)
	{
	  f->proto->noreturn |= s->proto && s->proto->noreturn;
	  s->proto = f->proto;
	}
      /* A declaration without linkage and one with: the latter counts,
	 and a definition rather than `.extern'.  */
      if (linkage != PTX_LINK_INTERNAL
	  && (s->linkage == PTX_LINK_INTERNAL
	      || s->linkage == PTX_LINK_EXTERN || define))
	{
	  if (!(linkage == PTX_LINK_EXTERN && s->func))
	    s->linkage = linkage;
	}
      else if (define && linkage == PTX_LINK_INTERNAL
	       && s->linkage == PTX_LINK_EXTERN)
	s->linkage = PTX_LINK_INTERNAL;
      f->sym = s;
    }
  if (!define || p->failed)
    {
      bool failed = p->failed;

      if (!failed && body_follows)
	ptx_p_skip_braces (p);
      else if (!failed)
	ptx_next (p);
      ptx_scope_close (p);
      drop_function (p, f);
      return;
    }

  s->func = f;
  s->line = line;
  f->body_start = p->tok.start + 1 - p->text;
  PTX_GROW (u->functions, u->n_functions, p->functions_alloc);
  u->functions[u->n_functions++] = f;
  ptx_next (p);
  body (p);
  ptx_scope_close (p);
  f->end_line = p->tok.line;
  f->body_end = p->tok.start - p->text;
  keep_function (p, f);
  if (ptx_p_is (p, '}'))
    ptx_next (p);
}
