/* Scopes: what names mean ("Identifiers", "Parameterized Variable Names").
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <string.h>

#include "ptx-int.h"

/* Open a scope inside the current one.  False, with an error, when nesting
   is too deep.  */

bool
ptx_scope_open (struct ptx_parser *p)
{
  struct ptx_function *f = p->fn;

  if (p->depth == PTX_MAX_DEPTH)
    {
      ptx_p_error (p, "scopes nested more than %d deep", PTX_MAX_DEPTH);
      return false;
    }
  uint32_t parent = p->scopes[p->depth].id;
  PTX_GROW (f->scope_parent, f->n_scopes, p->scopes_alloc);
  f->scope_parent[f->n_scopes] = f->n_scopes ? parent : 0;
  p->depth++;
  p->scopes[p->depth] = (struct ptx_scope) { .id = f->n_scopes++ };
  return true;
}

/* Close the innermost scope: resolve the labels that it has, hand the other
   references on, and forget its names.  */

void
ptx_scope_close (struct ptx_parser *p)
{
  struct ptx_scope *s = &p->scopes[p->depth], *outer = s - 1;

  for (struct ptx_label_ref *r = s->refs, *next; r; r = next)
    {
      struct ptx_label_binding *l = r->name->label;

      next = r->next;
      if (r->is_table)
	{
	  uint32_t offset;
	  struct ptx_binding *b = ptx_lookup (p, r->name, &offset);

	  if (b && b->kind == PTX_BIND_TARGETS
	      && b->scope_depth == p->depth)
	    {
	      /* An instruction with an error was not added.  */
	      if ((uint32_t) r->insn < p->fn->n_insns)
		p->fn->insns[r->insn].target_table = b->index;
	      continue;
	    }
	}
      else if (l && l->scope_depth == p->depth)
	{
	  if (r->table >= 0)
	    p->fn->targets[r->table].label[r->entry] = l->index;
	  else if ((uint32_t) r->insn < p->fn->n_insns)
	    p->fn->insns[r->insn].operand[r->operand].label = l->index;
	  continue;
	}
      if (p->depth > 1)
	{
	  r->next = outer->refs;
	  outer->refs = r;
	}
      else
	{
	  /* Report without stopping the parser, each one.  */
	  bool failed = p->failed;
	  struct ptx_token tok = p->tok;

	  p->failed = false;
	  ptx_p_error_at (p, r->line, "%s `%s' is not declared",
			  r->is_table ? "label table" : "label",
			  r->name->str);
	  p->failed = failed;
	  p->tok = tok;
	}
    }
  for (struct ptx_binding *b = s->bindings, *next; b; b = next)
    {
      next = b->next_in_scope;
      if (b->kind == PTX_BIND_REG_RANGE || b->kind == PTX_BIND_SYM_RANGE)
	b->name->range = b->outer;
      else
	b->name->bind = b->outer;
      b->outer = p->free_bindings;
      p->free_bindings = b;
    }
  for (struct ptx_label_binding *l = s->labels; l; l = l->next_in_scope)
    l->name->label = l->outer;
  memset (s, 0, sizeof *s);
  p->depth--;
}

/* Let NAME stand for something of KIND in the innermost scope; the caller
   fills in what.  NULL, with an error, when it is taken.  */

struct ptx_binding *
ptx_bind (struct ptx_parser *p, struct ptx_name *name,
	  enum ptx_binding_kind kind)
{
  bool range = kind == PTX_BIND_REG_RANGE || kind == PTX_BIND_SYM_RANGE;
  struct ptx_binding **slot = range ? &name->range : &name->bind;
  uint32_t offset;

  if (p->has_ranges && !range)
    {
      /* `%r1' beside `%r<10>'.  */
      struct ptx_binding *b = ptx_lookup (p, name, &offset);

      if (b && b != *slot && b->scope_depth == p->depth)
	{
	  ptx_p_error (p, "`%s' is declared twice in one scope", name->str);
	  return NULL;
	}
    }
  if (*slot && (*slot)->scope_depth == p->depth)
    {
      ptx_p_error (p, "`%s%s' is declared twice in one scope", name->str,
		   range ? "<>" : "");
      return NULL;
    }
  struct ptx_binding *b = p->free_bindings;
  if (b)
    {
      p->free_bindings = b->outer;
      memset (b, 0, sizeof *b);
    }
  else
    b = ptx_arena_alloc (p->arena, sizeof *b);
  b->kind = kind;
  p->has_ranges |= range;
  b->scope_depth = p->depth;
  b->name = name;
  b->outer = *slot;
  *slot = b;
  b->next_in_scope = p->scopes[p->depth].bindings;
  p->scopes[p->depth].bindings = b;
  return b;
}

struct ptx_binding *
ptx_lookup (struct ptx_parser *p, struct ptx_name *name, uint32_t *offset)
{
  struct ptx_binding *b = name->bind;
  uint32_t stem = name->len;
  uint64_t n = 0, scale = 1;

  *offset = 0;
  /* The innermost one counts, and ranges are rare: most names end here.  */
  if (!p->has_ranges || (b && b->scope_depth == p->depth))
    return b;
  /* Try the name as member N of a range: digits without a leading zero.  */
  for (unsigned i = 0; i < 9 && stem > 1; i++)
    {
      char c = name->str[stem - 1];

      if (c < '0' || c > '9')
	break;
      n += (c - '0') * scale;
      scale *= 10;
      stem--;
      if (c == '0' && stem != name->len - 1)
	continue;
      struct ptx_name *s = ptx_intern (p, name->str, stem);
      struct ptx_binding *r = s->range;
      if (r && n < r->count && (!b || r->scope_depth >= b->scope_depth))
	{
	  b = r;
	  *offset = n;
	}
    }
  return b;
}

/* Labels have a name space of their own.  */

void
ptx_bind_label (struct ptx_parser *p, struct ptx_name *name, uint32_t line,
		int32_t index)
{
  struct ptx_label_binding *l = name->label;

  if (l && l->scope_depth == p->depth)
    {
      ptx_p_error_at (p, line, "label `%s' is declared twice in one scope",
		      name->str);
      return;
    }
  l = ptx_arena_alloc (p->arena, sizeof *l);
  l->index = index;
  l->scope_depth = p->depth;
  l->name = name;
  l->outer = name->label;
  name->label = l;
  l->next_in_scope = p->scopes[p->depth].labels;
  p->scopes[p->depth].labels = l;
}

/* Note a reference to a label, which may stand further on.  */

void
ptx_label_reference (struct ptx_parser *p, const struct ptx_label_ref *ref)
{
  struct ptx_label_ref *r = ptx_arena_alloc (p->arena, sizeof *r);

  *r = *ref;
  r->next = p->scopes[p->depth].refs;
  p->scopes[p->depth].refs = r;
}
