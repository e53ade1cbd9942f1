/* The parser: units, directives of modules, errors and recovery.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ptx-int.h"

/* ---- Module directives ("PTX Module Directives").  */

static void
version_directive (struct ptx_parser *p)
{
  const struct ptx_token *t = &p->tok;
  unsigned major = 0, minor = 0;

  /* "6.0" is read as a float, "6" as an integer: take the text.  */
  if (t->kind != PTX_T_FLOAT && t->kind != PTX_T_INT)
    {
      ptx_p_unexpected (p, "a version number");
      return;
    }
  if (t->len > 8
      || sscanf (t->start, "%3u.%3u", &major, &minor) != 2
      || major < 1 || major > 99 || minor > 9)
    {
      ptx_p_error (p, "bad PTX version `%.*s'",
		   (int) (t->len > 20 ? 20 : t->len), t->start);
      return;
    }
  if (major > 9)
    {
      ptx_p_error (p, "PTX version %u.%u is not supported", major, minor);
      return;
    }
  p->unit->version = major * 10 + minor;
  ptx_next (p);
}

static void
target_directive (struct ptx_parser *p)
{
  do
    {
      const struct ptx_token *t = &p->tok;

      if (t->kind != PTX_T_IDENT)
	{
	  ptx_p_unexpected (p, "a target");
	  return;
	}
      const char *s = t->name->str;
      if (strncmp (s, "sm_", 3) == 0)
	{
	  char *end;
	  unsigned long sm = strtoul (s + 3, &end, 10);

	  if (end == s + 3 || sm < 10 || sm > 999
	      || !(*end == '\0' || strcmp (end, "a") == 0
		   || strcmp (end, "f") == 0))
	    {
	      ptx_p_error (p, "unknown target `%.40s'", s);
	      return;
	    }
	  p->unit->sm = sm;
	}
      else if (strcmp (s, "debug") && strncmp (s, "texmode_", 8)
	       && strcmp (s, "map_f64_to_f32"))
	{
	  ptx_p_error (p, "unknown target `%.40s'", s);
	  return;
	}
      ptx_next (p);
    }
  while (ptx_p_accept (p, ','));
}

static void
address_size_directive (struct ptx_parser *p)
{
  uint64_t n = ptx_p_uint (p, 64, "an address size");

  if (p->failed)
    return;
  if (n != 32 && n != 64)
    ptx_p_error (p, "address size %llu is neither 32 nor 64",
		 (unsigned long long) n);
  else
    p->unit->address_size = n;
}

/* `.alias NAME, ALIASEE;'.  */

static void
alias_directive (struct ptx_parser *p)
{
  struct ptx_symbol *sym[2] = { NULL, NULL };

  if (p->ahead)
    {
      while (p->tok.kind != PTX_T_EOF && !p->failed && !ptx_p_is (p, ';'))
	ptx_next (p);
      ptx_next (p);
      return;
    }

  for (int i = 0; i < 2; i++)
    {
      uint32_t offset;

      if (i && !ptx_p_expect (p, ','))
	return;
      if (p->tok.kind != PTX_T_IDENT)
	{
	  ptx_p_unexpected (p, "a function name");
	  return;
	}
      struct ptx_binding *b = ptx_lookup (p, p->tok.name, &offset);
      if (!b || b->kind != PTX_BIND_SYM || b->sym->kind != PTX_SYM_FUNC)
	{
	  ptx_p_error (p, "`%s' is not a function that was declared",
		       p->tok.name->str);
	  return;
	}
      sym[i] = b->sym;
      ptx_next (p);
    }
  if (ptx_p_expect (p, ';'))
    {
      if (sym[0] == sym[1])
	ptx_p_error (p, "`%s' is an alias of itself", sym[0]->name);
      else if (sym[0]->func)
	ptx_p_error (p, "`%s' is defined and cannot be an alias",
		     sym[0]->name);
      else
	sym[0]->alias = sym[1];
    }
}

static void
module_statement (struct ptx_parser *p)
{
  static const struct { const char *word; enum ptx_linkage l; } linkages[] =
    {
      { "extern", PTX_LINK_EXTERN }, { "visible", PTX_LINK_VISIBLE },
      { "weak", PTX_LINK_WEAK }, { "common", PTX_LINK_COMMON }
    };
  enum ptx_linkage linkage = PTX_LINK_INTERNAL;
  bool linkage_written = false;

  if (p->tok.kind != PTX_T_DOT)
    {
      if (ptx_p_accept (p, ';'))
	return;
      ptx_p_unexpected (p, "a directive");
      return;
    }
  for (size_t i = 0; i < sizeof linkages / sizeof *linkages; i++)
    if (ptx_p_accept_dot (p, linkages[i].word))
      {
	linkage = linkages[i].l;
	linkage_written = true;
	break;
      }
  if (ptx_p_dot_is (p, "func") || ptx_p_dot_is (p, "entry"))
    {
      ptx_p_function (p, linkage);
      return;
    }
  enum ptx_space space;
  if (linkage_written || ptx_p_space (p, &space) || ptx_p_dot_is (p, "tex"))
    {
      ptx_p_variable (p, linkage, linkage_written);
      return;
    }
  if (ptx_p_accept_dot (p, "version"))
    version_directive (p);
  else if (ptx_p_accept_dot (p, "target"))
    target_directive (p);
  else if (ptx_p_accept_dot (p, "address_size"))
    address_size_directive (p);
  else if (ptx_p_accept_dot (p, "file"))
    ptx_p_file_directive (p);
  else if (ptx_p_accept_dot (p, "loc"))
    ptx_p_loc_directive (p);
  else if (ptx_p_accept_dot (p, "section"))
    ptx_p_section (p);
  else if (ptx_p_accept_dot (p, "pragma"))
    ptx_p_pragma (p);
  else if (ptx_p_accept_dot (p, "alias"))
    alias_directive (p);
  else
    ptx_p_error (p, "unknown directive `.%.*s'",
		 (int) (p->tok.len > 60 ? 60 : p->tok.len), p->tok.start);
}

/* Module scope after an error: skip what looks like the body of what was not
   understood.  */

static void
module_recover (struct ptx_parser *p)
{
  ptx_p_recover (p);
  while (ptx_p_is (p, '{') || ptx_p_is (p, '}'))
    {
      unsigned depth = 0;

      do
	{
	  if (ptx_p_is (p, '{'))
	    depth++;
	  else if (ptx_p_is (p, '}') && depth)
	    depth--;
	  ptx_next (p);
	  if (p->failed)
	    ptx_p_recover (p);
	}
      while (depth && p->tok.kind != PTX_T_EOF);
    }
}

/* Read the text from its beginning.  */

static void
rewind_text (struct ptx_parser *p)
{
  p->p = p->prev_end = p->text;
  p->tok = (struct ptx_token) { .start = p->p };
  p->line = 1;
  p->failed = false;
  p->n_errors = 0;
  p->cur_loc = p->unit->n_locs = 0;
}

/* The first of two readings: learn what the module declares and defines.  What
   is wrong is said by the second.  */

static void
look_ahead (struct ptx_parser *p)
{
  struct ptx_diag *diag = p->diag;

  p->diag = NULL;
  p->ahead = true;
  ptx_next (p);
  ptx_p_recover (p);
  while (p->tok.kind != PTX_T_EOF)
    {
      module_statement (p);
      p->n_errors = 0;
      if (p->failed)
	module_recover (p);
    }
  p->ahead = false;
  p->diag = diag;
  rewind_text (p);
}

static void
unit_text (struct ptx_parser *p)
{
  ptx_next (p);
  ptx_p_recover (p);
  if (p->tok.kind == PTX_T_EOF && !p->n_errors)
    {
      ptx_p_error (p, "no PTX in this text");
      return;
    }
  if (!ptx_p_dot_is (p, "version") && !p->n_errors)
    ptx_p_unexpected (p, "`.version'");
  while (p->tok.kind != PTX_T_EOF)
    {
      module_statement (p);
      if (p->failed)
	module_recover (p);
    }
  p->unit->n_lines = p->line;
  if (!p->n_errors && !p->unit->sm)
    ptx_p_error_at (p, 1, "no `.target' directive");
}

struct ptx_unit *
ptx_parse_piece (const char *text, size_t len, const char *name,
		 unsigned line_base, bool any_order, struct ptx_diag *diag)
{
  struct ptx_arena *arena = ptx_arena_new ();
  struct ptx_unit *u = ptx_arena_alloc (arena, sizeof *u);
  struct ptx_parser *p = ptx_xcalloc (1, sizeof *p);

  u->arena = arena;
  u->name = ptx_arena_strndup (arena, name, strlen (name));
  u->line_base = line_base;
  u->address_size = 32;
  p->unit = u;
  p->arena = arena;
  p->rows = ptx_insn_rows ();
  p->diag = diag;
  p->line_base = line_base;
  p->line = 1;
  if (len > PTX_MAX_TEXT)
    {
      ptx_p_error (p, "text of more than 2 GiB");
      any_order = false;
      len = 0;
    }
  /* A final NUL belongs to the way texts are handed over, not to them.  */
  while (len && text[len - 1] == '\0')
    len--;
  u->text = ptx_arena_strndup (arena, text, len);
  u->text_len = len;
  p->p = p->text = p->prev_end = u->text;
  p->end = u->text + len;
  p->tok.start = p->p;
  if (any_order)
    look_ahead (p);
  unit_text (p);

  unsigned n_errors = p->n_errors;
  free (p->names);
  free (p->vectors.regs);
  free (p->vectors.labels);
  free (p->vectors.insns);
  free (p->vectors.locals);
  free (p->vectors.targets);
  free (p->vectors.scope_parent);
  free (p);
  if (n_errors)
    {
      ptx_unit_free (u);
      return NULL;
    }
  return u;
}

struct ptx_unit *
ptx_parse (const char *text, size_t len, const char *name,
	   struct ptx_diag *diag)
{
  return ptx_parse_piece (text, len, name, 0, false, diag);
}

bool
ptx_for_assembler_p (const char *text, size_t len)
{
  static const char mark[] = "// BEGIN PREAMBLE";

  while (len && text[len - 1] == '\0')
    len--;
  return (len >= sizeof mark - 1
	  && memcmp (text, mark, sizeof mark - 1) == 0
	  && !memchr (text, '\0', len));
}

void
ptx_unit_free (struct ptx_unit *u)
{
  if (!u)
    return;
  free (u->functions);
  free (u->symbols);
  free (u->locs);
  free (u->files);
  ptx_arena_free (u->arena);
}
