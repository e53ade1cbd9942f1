/* Lexical analysis ("Lexical Structure" in the manual).
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


#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ptx-int.h"
#include "simt/number.h"

/* Character classes.  */
enum { C_ID = 1, C_DIGIT = 2, C_HEX = 4, C_START = 8 };

static const uint8_t class_of[256] =
{
  ['0' ... '9'] = C_ID | C_DIGIT | C_HEX,
  ['a' ... 'f'] = C_ID | C_HEX | C_START,
  ['A' ... 'F'] = C_ID | C_HEX | C_START,
  ['g' ... 'z'] = C_ID | C_START,
  ['G' ... 'Z'] = C_ID | C_START,
  ['_'] = C_ID | C_START,
  ['$'] = C_ID | C_START,
  ['%'] = C_START
};

#define IS(C, CLASS) (class_of[(unsigned char) (C)] & (CLASS))

/* Names.  */

static void
grow_names (struct ptx_parser *p)
{
  uint32_t size = p->names_size ? p->names_size * 2 : 512;
  struct ptx_name **table = ptx_xcalloc (size, sizeof *table);

  for (uint32_t i = 0; i < p->names_size; i++)
    for (struct ptx_name *n = p->names[i], *next; n; n = next)
      {
	next = n->next;
	n->next = table[n->hash & (size - 1)];
	table[n->hash & (size - 1)] = n;
      }
  free (p->names);
  p->names = table;
  p->names_size = size;
}

struct ptx_name *
ptx_intern (struct ptx_parser *p, const char *s, size_t len)
{
  uint32_t hash = 2166136261u;

  for (size_t i = 0; i < len; i++)
    hash = (hash ^ (unsigned char) s[i]) * 16777619u;
  hash ^= hash >> 15;

  if (p->n_names >= p->names_size)
    grow_names (p);
  struct ptx_name **slot = &p->names[hash & (p->names_size - 1)];
  for (struct ptx_name *n = *slot; n; n = n->next)
    if (n->hash == hash && n->len == len && memcmp (n->str, s, len) == 0)
      return n;

  struct ptx_name *n = ptx_arena_alloc (p->arena, sizeof *n);
  n->str = ptx_arena_strndup (p->arena, s, len);
  n->len = len;
  n->hash = hash;
  n->next = *slot;
  *slot = n;
  p->n_names++;
  return n;
}

/* Skip white space and comments.  `@@DWARF' lines, an older way to write
   debugging sections, count as comments.  */

void
ptx_skip_space (struct ptx_parser *p)
{
  const char *s = p->p, *end = p->end;

  for (; s < end; s++)
    switch (*s)
      {
      case '\n':
	p->line++;
	break;
      case ' ': case '\t': case '\r': case '\f': case '\v':
	break;
      case '/':
	if (s + 1 < end && s[1] == '/')
	  {
	    const char *start = s;
	    s = memchr (s, '\n', end - s);
	    if (p->fn && (s ? s : end) - start > (int) sizeof PTX_COMMENT
		&& !memcmp (start, PTX_COMMENT, sizeof PTX_COMMENT - 1))
	      ptx_p_note (p, start, s ? s : end);
	    if (!s)
	      {
		p->p = end;
		return;
	      }
	    p->line++;
	    break;
	  }
	if (s + 1 < end && s[1] == '*')
	  {
	    uint32_t line = p->line;

	    for (s += 2; s + 1 < end && !(s[0] == '*' && s[1] == '/'); s++)
	      if (*s == '\n')
		p->line++;
	    if (s + 1 >= end)
	      {
		p->p = end;
		ptx_p_error_at (p, line, "comment without an end");
		return;
	      }
	    s++;
	    break;
	  }
	p->p = s;
	return;
      case '@':
	if (end - s >= 7 && memcmp (s, "@@DWARF", 7) == 0)
	  {
	    s = memchr (s, '\n', end - s);
	    if (!s)
	      {
		p->p = end;
		return;
	      }
	    p->line++;
	    break;
	  }
	/* FALLTHROUGH */
      default:
	p->p = s;
	return;
      }
  p->p = end;
}

/* Read N hexadecimal digits at P->p into *V.  */

static bool
hex_digits (struct ptx_parser *p, unsigned n, uint64_t *v)
{
  *v = 0;
  for (unsigned i = 0; i < n; i++, p->p++)
    {
      if (p->p == p->end || !IS (*p->p, C_HEX))
	return false;
      char c = *p->p;
      *v = *v << 4 | (c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
    }
  return true;
}

static void
decimal_float (struct ptx_parser *p, const char *start)
{
  char buffer[400];
  size_t len = p->p - start;

  if (len >= sizeof buffer)
    {
      ptx_p_error (p, "floating-point literal of more than %zu characters",
		   sizeof buffer - 1);
      return;
    }
  memcpy (buffer, start, len);
  buffer[len] = '\0';
  double d = simt_strtod (buffer, NULL);
  memcpy (&p->tok.imm, &d, sizeof d);
  p->tok.kind = PTX_T_FLOAT;
  p->tok.single = false;
}

static void
number (struct ptx_parser *p)
{
  const char *start = p->p, *end = p->end;
  unsigned base = 10;

  p->tok.is_unsigned = false;
  if (*p->p == '0' && p->p + 1 < end)
    switch (p->p[1])
      {
      case 'f': case 'F': case 'd': case 'D':
	{
	  bool single = (p->p[1] | 32) == 'f';

	  p->p += 2;
	  if (!hex_digits (p, single ? 8 : 16, &p->tok.imm))
	    {
	      ptx_p_error (p, "`%.2s' must be followed by %d hexadecimal "
			   "digits", start, single ? 8 : 16);
	      return;
	    }
	  p->tok.kind = PTX_T_FLOAT;
	  p->tok.single = single;
	  goto behind;
	}
      case 'x': case 'X':
	base = 16;
	p->p += 2;
	break;
      case 'b': case 'B':
	base = 2;
	p->p += 2;
	break;
      case '0' ... '7':
	base = 8;
	p->p++;
	break;
      default:
	break;
      }

  const char *digits = p->p;
  uint64_t v = 0;
  bool overflow = false;
  for (; p->p < end && IS (*p->p, C_HEX); p->p++)
    {
      unsigned d = *p->p <= '9' ? *p->p - '0' : (*p->p | 32) - 'a' + 10;

      if (d >= base)
	break;
      if (v > (UINT64_MAX - d) / base)
	overflow = true;
      v = v * base + d;
    }
  /* `09.5' is a decimal float: what looked like octal may go on.  */
  if (base == 10 || base == 8)
    {
      const char *q = p->p;

      while (q < end && IS (*q, C_DIGIT))
	q++;
      if (q < end && (*q == '.' || *q == 'e' || *q == 'E'))
	{
	  if (*q == '.')
	    for (q++; q < end && IS (*q, C_DIGIT); q++)
	      ;
	  if (q < end && (*q == 'e' || *q == 'E'))
	    {
	      const char *e = q + 1;

	      if (e < end && (*e == '+' || *e == '-'))
		e++;
	      if (e < end && IS (*e, C_DIGIT))
		for (q = e; q < end && IS (*q, C_DIGIT); q++)
		  ;
	    }
	  p->p = q;
	  decimal_float (p, start);
	  goto behind;
	}
    }
  if (p->p == digits)
    {
      ptx_p_error (p, "no digits behind `%.2s'", start);
      return;
    }
  if (overflow)
    {
      ptx_p_error (p, "integer literal does not fit in 64 bits");
      return;
    }
  if (p->p < end && (*p->p == 'U' || *p->p == 'u'))
    {
      p->tok.is_unsigned = true;
      p->p++;
    }
  p->tok.kind = PTX_T_INT;
  p->tok.imm = v;
 behind:
  if (!p->failed && p->p < end && IS (*p->p, C_ID))
    {
      p->tok.len = p->p - start + 1;
      ptx_p_error (p, "bad number `%.*s'",
		   (int) (p->tok.len > 40 ? 40 : p->tok.len), start);
    }
}

/* Read the next token into P->tok.  After an error nothing is read.  */

void
ptx_next (struct ptx_parser *p)
{
  struct ptx_token *t = &p->tok;

  if (p->failed)
    return;
  p->prev_end = p->p;
  ptx_skip_space (p);
  if (p->failed)
    return;
  t->line = p->line;
  t->start = p->p;
  t->len = 1;
  if (p->p == p->end)
    {
      t->kind = PTX_T_EOF;
      t->len = 0;
      return;
    }

  unsigned char c = *p->p;
  if (IS (c, C_DIGIT))
    {
      number (p);
      if (!p->failed)
	t->len = p->p - t->start;
      return;
    }
  if (IS (c, C_START))
    {
      const char *s = p->p + 1;

      while (s < p->end && IS (*s, C_ID))
	s++;
      if (c == '%' && s == p->p + 1)
	{
	  /* The remainder operator.  */
	  t->kind = PTX_T_PUNCT;
	  t->punct = '%';
	  p->p++;
	  return;
	}
      t->kind = PTX_T_IDENT;
      t->len = s - p->p;
      t->name = ptx_intern (p, p->p, t->len);
      p->p = s;
      return;
    }
  if (c == '.')
    {
      const char *s = p->p + 1;

      /* `.5' is a number only where a digit cannot begin a modifier; the
	 manual's floats begin with a digit.  */
      while (s < p->end && (IS (*s, C_ID)
			    || (*s == ':' && s + 2 < p->end && s[1] == ':'
				&& IS (s[2], C_ID))
			    || (*s == ':' && s[-1] == ':')))
	s++;
      t->kind = PTX_T_DOT;
      t->start = p->p + 1;
      t->len = s - t->start;
      p->p = s;
      return;
    }
  if (c == '"')
    {
      const char *s = p->p + 1;

      while (s < p->end && *s != '"' && *s != '\n')
	s += *s == '\\' && s + 1 < p->end && s[1] != '\n' ? 2 : 1;
      if (s >= p->end || *s != '"')
	{
	  ptx_p_error (p, "string without an end");
	  return;
	}
      t->kind = PTX_T_STRING;
      t->start = p->p + 1;
      t->len = s - t->start;
      p->p = s + 1;
      return;
    }

  t->kind = PTX_T_PUNCT;
  t->punct = c;
  char next = p->p + 1 < p->end ? p->p[1] : '\0';
  static const struct { char a, b; short punct; } pairs[] =
    {
      { '<', '<', PTX_P_SHL }, { '>', '>', PTX_P_SHR },
      { '=', '=', PTX_P_EQ }, { '!', '=', PTX_P_NE },
      { '<', '=', PTX_P_LE }, { '>', '=', PTX_P_GE },
      { '&', '&', PTX_P_ANDAND }, { '|', '|', PTX_P_OROR }
    };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (pairs[i].a == (char) c && pairs[i].b == next)
      {
	t->punct = pairs[i].punct;
	t->len = 2;
	p->p += 2;
	return;
      }
  if (c < 32 || c > 126 || !strchr ("{}[]()<>,;:@=+-*/!~|&^?", c))
    {
      ptx_p_error (p, c > 32 && c < 127 ? "stray `%c'"
		   : "stray byte 0x%02x", c);
      return;
    }
  p->p++;
}
