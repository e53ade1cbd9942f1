/* Lexical analysis ("Lexical Structure" in the manual).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ptx-int.h"
#include "simt/base/number.h"

/* Character classes.  C_TOKEN begins a token for certain, and neither white
   space nor a comment; C_PUNCT is one, C_PAIR may be one with the next.  */
enum { C_ID = 1, C_DIGIT = 2, C_HEX = 4, C_START = 8, C_TOKEN = 16,
       C_PUNCT = 32, C_PAIR = 64 };

static const uint8_t class_of[256] =
{
  ['0' ... '9'] = C_TOKEN | C_ID | C_DIGIT | C_HEX,
  ['a' ... 'f'] = C_TOKEN | C_ID | C_HEX | C_START,
  ['A' ... 'F'] = C_TOKEN | C_ID | C_HEX | C_START,
  ['g' ... 'z'] = C_TOKEN | C_ID | C_START,
  ['G' ... 'Z'] = C_TOKEN | C_ID | C_START,
  ['_'] = C_TOKEN | C_ID | C_START,
  ['$'] = C_TOKEN | C_ID | C_START,
  ['%'] = C_TOKEN | C_START,
  ['.'] = C_TOKEN,
  ['"'] = C_TOKEN,
  ['{'] = C_TOKEN | C_PUNCT, ['}'] = C_TOKEN | C_PUNCT,
  ['['] = C_TOKEN | C_PUNCT, [']'] = C_TOKEN | C_PUNCT,
  ['('] = C_TOKEN | C_PUNCT, [')'] = C_TOKEN | C_PUNCT,
  [','] = C_TOKEN | C_PUNCT, [';'] = C_TOKEN | C_PUNCT,
  [':'] = C_TOKEN | C_PUNCT, ['?'] = C_TOKEN | C_PUNCT,
  ['+'] = C_TOKEN | C_PUNCT, ['-'] = C_TOKEN | C_PUNCT,
  ['*'] = C_TOKEN | C_PUNCT, ['~'] = C_TOKEN | C_PUNCT,
  ['^'] = C_TOKEN | C_PUNCT,
  ['<'] = C_TOKEN | C_PUNCT | C_PAIR, ['>'] = C_TOKEN | C_PUNCT | C_PAIR,
  ['='] = C_TOKEN | C_PUNCT | C_PAIR, ['!'] = C_TOKEN | C_PUNCT | C_PAIR,
  ['|'] = C_TOKEN | C_PUNCT | C_PAIR, ['&'] = C_TOKEN | C_PUNCT | C_PAIR,
  ['/'] = C_PUNCT, ['@'] = C_PUNCT
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

/* The hash of a name, begun and carried on by a character.  */
#define HASH_BEGIN 2166136261u
#define HASH_ADD(HASH, C) (((HASH) ^ (unsigned char) (C)) * 16777619u)

/* The name of LEN characters at S, of which HASH is the hash.  */

static struct ptx_name *
intern (struct ptx_parser *p, const char *s, size_t len, uint32_t hash)
{
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

struct ptx_name *
ptx_intern (struct ptx_parser *p, const char *s, size_t len)
{
  uint32_t hash = HASH_BEGIN;

  for (size_t i = 0; i < len; i++)
    hash = HASH_ADD (hash, s[i]);
  return intern (p, s, len, hash);
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
      overflow |= __builtin_mul_overflow (v, base, &v);
      overflow |= __builtin_add_overflow (v, d, &v);
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

/* Two characters that are one token: A and B.  */

static int
pair (char a, char b)
{
  switch (a)
    {
    case '<': return b == '<' ? PTX_P_SHL : b == '=' ? PTX_P_LE : 0;
    case '>': return b == '>' ? PTX_P_SHR : b == '=' ? PTX_P_GE : 0;
    case '=': return b == '=' ? PTX_P_EQ : 0;
    case '!': return b == '=' ? PTX_P_NE : 0;
    case '&': return b == '&' ? PTX_P_ANDAND : 0;
    case '|': return b == '|' ? PTX_P_OROR : 0;
    default: return 0;
    }
}

/* A number at S, which begins with a digit.  Few are more than digits.  */

static void
number_token (struct ptx_parser *p, const char *s)
{
  struct ptx_token *t = &p->tok;
  const char *q = s;
  uint64_t v = 0;

  p->p = s;
  for (; IS (*q, C_DIGIT) && q < s + 18; q++)
    v = v * 10 + (unsigned) (*q - '0');
  if ((*s != '0' || q == s + 1) && !IS (*q, C_ID) && *q != '.')
    {
      t->kind = PTX_T_INT;
      t->is_unsigned = false;
      t->imm = v;
      p->p = q;
    }
  else
    number (p);
  if (!p->failed)
    t->len = p->p - t->start;
}

/* A name at S, or the remainder operator.  */

static void
name_token (struct ptx_parser *p, const char *s)
{
  struct ptx_token *t = &p->tok;
  const char *q = s + 1;
  uint32_t hash = HASH_ADD (HASH_BEGIN, *s);

  for (; IS (*q, C_ID); q++)
    hash = HASH_ADD (hash, *q);
  p->p = q;
  if (*s == '%' && q == s + 1)
    {
      t->kind = PTX_T_PUNCT;
      t->punct = '%';
      return;
    }
  t->kind = PTX_T_IDENT;
  t->len = q - s;
  t->name = intern (p, s, q - s, hash);
}

/* A dot at S and the word behind it.  */

static void
dot_token (struct ptx_parser *p, const char *s)
{
  struct ptx_token *t = &p->tok;

  /* `.5' is a number only where a digit cannot begin a modifier; the manual's
     floats begin with a digit.  */
  t->kind = PTX_T_DOT;
  t->start = ++s;
  while (IS (*s, C_ID)
	 || (*s == ':' && ((s[1] == ':' && IS (s[2], C_ID))
			   || s[-1] == ':')))
    s++;
  t->len = s - t->start;
  p->p = s;
}

/* A string at S, or nothing that begins a token.  */

static void
other_token (struct ptx_parser *p, const char *s)
{
  struct ptx_token *t = &p->tok;
  unsigned char c = *s;

  p->p = s;
  if (c != '"')
    {
      ptx_p_error (p, c > 32 && c < 127 ? "stray `%c'" : "stray byte 0x%02x",
		   c);
      return;
    }
  s++;
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
}

/* Read the next token into P->tok.  After an error nothing is read.  A NUL,
   which is in no token, stands at the end of the text.  */

void
ptx_next (struct ptx_parser *p)
{
  struct ptx_token *t = &p->tok;
  const char *s = p->p;

  if (p->failed)
    return;
  p->prev_end = s;
  /* What stands between most tokens.  */
  if (*s == '\n')
    {
      p->line++;
      s++;
    }
  else if (*s == ' ')
    s++;
  unsigned class = class_of[(unsigned char) *s];
  if (!(class & C_TOKEN))
    {
      p->p = s;
      ptx_skip_space (p);
      if (p->failed)
	return;
      s = p->p;
      class = class_of[(unsigned char) *s];
    }
  t->line = p->line;
  t->start = s;
  t->len = 1;
  if (class & C_PUNCT)
    {
      int two = class & C_PAIR ? pair (*s, s[1]) : 0;

      t->kind = PTX_T_PUNCT;
      t->punct = two ? two : *s;
      t->len += two != 0;
      p->p = s + t->len;
    }
  else if (class & C_START)
    name_token (p, s);
  else if (class & C_DIGIT)
    number_token (p, s);
  else if (*s == '.')
    dot_token (p, s);
  else if (s == p->end)
    {
      t->kind = PTX_T_EOF;
      t->len = 0;
    }
  else
    other_token (p, s);
}
