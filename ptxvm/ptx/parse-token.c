/* PTX parser: the current token, and where to go on after an error.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "ptx-int.h"

/* An error that says what was WANTED where the current token stands.  */

void
ptx_p_unexpected (struct ptx_parser *p, const char *wanted)
{
  const struct ptx_token *t = &p->tok;

  if (t->kind == PTX_T_EOF)
    ptx_p_error (p, "expected %s before the end of the text", wanted);
  else if (t->kind == PTX_T_DOT)
    ptx_p_error (p, "expected %s before `.%.*s'", wanted,
		 (int) (t->len > 60 ? 60 : t->len), t->start);
  else
    ptx_p_error (p, "expected %s before `%.*s'", wanted,
		 (int) (t->len > 60 ? 60 : t->len), t->start);
}

bool
ptx_p_expect (struct ptx_parser *p, int punct)
{
  if (ptx_p_accept (p, punct))
    return true;
  char wanted[] = { '`', (char) punct, '\'', '\0' };
  ptx_p_unexpected (p, wanted);
  return false;
}

/* A plain integer literal up to MAX that is WHAT.  */

uint64_t
ptx_p_uint (struct ptx_parser *p, uint64_t max, const char *what)
{
  uint64_t v = p->tok.imm;

  if (p->tok.kind != PTX_T_INT)
    {
      ptx_p_unexpected (p, what);
      return 0;
    }
  if (v > max)
    {
      ptx_p_error (p, "%llu is out of range for %s (at most %llu)",
		   (unsigned long long) v, what, (unsigned long long) max);
      return 0;
    }
  ptx_next (p);
  return v;
}

/* After an error go on behind the next semicolon, or at a brace.  Always
   moves forward, unless at a brace or at the end.  */

void
ptx_p_recover (struct ptx_parser *p)
{
  if (!p->failed)
    return;
  if (p->n_errors >= PTX_MAX_ERRORS)
    {
      p->p = p->end;
      p->failed = false;
      ptx_next (p);
      return;
    }
  /* Look at bytes, not tokens: what follows may be no PTX at all.  Begin
     at the token that was wrong.  */
  if (p->prev_end && p->prev_end <= p->p && p->tok.start >= p->prev_end
      && p->tok.start < p->p)
    {
      /* Lines between were counted already; count back.  */
      for (const char *s = p->tok.start; s < p->p; s++)
	if (*s == '\n')
	  p->line--;
      p->p = p->tok.start;
    }
  while (p->p < p->end && *p->p != ';' && *p->p != '{' && *p->p != '}')
    {
      if (*p->p == '/' && p->p + 1 < p->end && p->p[1] == '/')
	{
	  const char *nl = memchr (p->p, '\n', p->end - p->p);

	  p->p = nl ? nl : p->end;
	  continue;
	}
      if (*p->p == '\n')
	p->line++;
      p->p++;
    }
  if (p->p < p->end && *p->p == ';')
    p->p++;
  p->failed = false;
  ptx_next (p);
}

/* Skip a balanced `{ ... }'.  */

bool
ptx_p_skip_braces (struct ptx_parser *p)
{
  uint32_t line = p->tok.line;
  unsigned depth = 1;

  if (!ptx_p_expect (p, '{'))
    return false;
  while (depth)
    {
      if (p->failed)
	return false;
      if (p->tok.kind == PTX_T_EOF)
	{
	  ptx_p_error_at (p, line, "`{' is not closed");
	  return false;
	}
      if (ptx_p_is (p, '{'))
	depth++;
      else if (ptx_p_is (p, '}'))
	depth--;
      ptx_next (p);
    }
  return true;
}
