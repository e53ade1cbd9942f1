/* Values of the host program's types, as text.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

/* Elements of an array, or characters, that are shown; equal elements in a row that
   are shown as one.  */
enum { MOST = 200, REPEATS = 10 };

struct printer
{
  FILE *to;
  int format;
  unsigned shown;		/* Elements so far.  */
  simt_read_fn read;
  void *closure;
};

int64_t
simt_int_at (const uint8_t *p, uint64_t n, bool is_signed)
{
  uint64_t v = 0;
  n = n > 8 ? 8 : n;
  if (!n)
    return 0;
  memcpy (&v, p, n);		/* The device and the host are little-endian.  */
  if (is_signed && n < 8 && v >> (8 * n - 1) & 1)
    v |= ~UINT64_C (0) << 8 * n;
  return (int64_t) v;
}

double
simt_float_at (const uint8_t *p, uint64_t n)
{
  float f;
  double d;
  switch (n)
    {
    case 4:
      memcpy (&f, p, sizeof f);
      return (double) f;
    case 8:
      memcpy (&d, p, sizeof d);
      return d;
#if defined __FLT16_MAX__ && defined __x86_64__ && __GNUC__ >= 12
    case 2:
      {
	_Float16 h;
	memcpy (&h, p, sizeof h);
	return (double) h;
      }
#endif
    default:
      return NAN;
    }
}

bool
simt_type_signed_p (const struct simt_type *t)
{
  return t->kind == SIMT_T_INT || t->is_signed;
}

void
simt_type_print (FILE *to, const struct simt_type *t)
{
  switch (t->kind)
    {
    case SIMT_T_POINTER: case SIMT_T_REFERENCE:
      if (t->name)
	{
	  fputs (t->name, to);
	  break;
	}
      simt_type_print (to, t->of);
      fputs (t->kind == SIMT_T_REFERENCE ? " &" : t->of->kind == SIMT_T_POINTER
	     && !t->of->name ? "*" : " *", to);
      break;
    case SIMT_T_ARRAY:
      {
	const struct simt_type *e = t;
	while (e->kind == SIMT_T_ARRAY)
	  e = e->of;
	simt_type_print (to, e);
	putc (' ', to);
	for (e = t; e->kind == SIMT_T_ARRAY; e = e->of)
	  if (e->counted)
	    fprintf (to, "[%" PRIu64 "]", e->n);
	  else
	    fputs ("[]", to);
	break;
      }
    case SIMT_T_STRUCT: case SIMT_T_UNION: case SIMT_T_ENUM:
      if (!t->alias)
	fputs (t->kind == SIMT_T_STRUCT ? "struct "
	       : t->kind == SIMT_T_UNION ? "union " : "enum ", to);
      fputs (t->name ? t->name : "{...}", to);
      break;
    default:
      if (t->name)
	fputs (t->name, to);
      else if (t->kind == SIMT_T_INT || t->kind == SIMT_T_UNSIGNED)
	/* What is as large, and no more is known of.  */
	fprintf (to, "<%" PRIu64 " byte%s>", t->size, t->size == 1 ? "" : "s");
      else
	fputs (t->kind == SIMT_T_VOID ? "void" : "function", to);
      break;
    }
}

/* ---- Scalars.  */

static void
put_char (FILE *to, int c, int quote)
{
  static const char escapes[] = "\aa\bb\tt\nn\vv\ff\rr\033e";
  if (c == quote || c == '\\')
    fprintf (to, "\\%c", c);
  else if (c >= 0x20 && c < 0x7f)
    putc (c, to);
  else if (c)
    {
      const char *e = NULL;
      for (const char *p = escapes; *p && !e; p += 2)
	if (*p == c)
	  e = p + 1;
      if (e)
	fprintf (to, "\\%c", *e);
      else
	fprintf (to, "\\%03o", c & 0xff);
    }
  else
    fputs ("\\000", to);
}

static void
put_binary (FILE *to, uint64_t v)
{
  int k = 63;
  while (k > 0 && !(v >> k & 1))
    k--;
  for (; k >= 0; k--)
    putc (v >> k & 1 ? '1' : '0', to);
}

/* The integer of SIZE bytes at P in a format of its own; false if that is not one of
   integers.  */

static bool
put_formatted (const struct printer *p, const uint8_t *b, uint64_t size,
	       bool is_signed)
{
  uint64_t u = (uint64_t) simt_int_at (b, size, false);
  switch (p->format)
    {
    case 'x': case 'a':
      fprintf (p->to, "0x%" PRIx64, u);
      return true;
    case 'o':
      fprintf (p->to, "0%" PRIo64, u);
      return true;
    case 't':
      put_binary (p->to, u);
      return true;
    case 'u':
      fprintf (p->to, "%" PRIu64, u);
      return true;
    case 'd':
      fprintf (p->to, "%" PRId64, simt_int_at (b, size, true));
      return true;
    case 'c':
      fprintf (p->to, "%" PRId64 " '", simt_int_at (b, size, is_signed));
      put_char (p->to, (int) (u & 0xff), '\'');
      putc ('\'', p->to);
      return true;
    default:
      return false;
    }
}

static void
put_float (FILE *to, const uint8_t *b, uint64_t size)
{
  /* At most as many digits as numbers of that size need to be told apart.  */
  double v = simt_float_at (b, size);
  char text[40];
  int most = size == 4 ? 9 : size == 2 ? 5 : 17;
  if (size != 2 && size != 4 && size != 8)
    {
      fprintf (to, "<floating point, %" PRIu64 " bytes>", size);
      return;
    }
  for (int digits = size == 8 ? 15 : size == 4 ? 6 : 3; digits <= most; digits++)
    {
      snprintf (text, sizeof text, "%.*g", digits, v);
      double back = strtod (text, NULL);
      if (digits == most || (size == 4 ? (float) back == (float) v : back == v))
	break;
    }
  fputs (text, to);
}

static void
put_string (const struct printer *p, uint64_t addr)
{
  fputs (" \"", p->to);
  for (unsigned n = 0; n < MOST; n++)
    {
      uint8_t c;
      if (!p->read (p->closure, addr + n, &c, 1))
	{
	  fputs ("\" <cannot be read>", p->to);
	  return;
	}
      if (!c)
	{
	  putc ('"', p->to);
	  return;
	}
      put_char (p->to, c, '"');
    }
  fputs ("\"...", p->to);
}

/* ---- Aggregates.  */

static void put (struct printer *p, const struct simt_type *t, const uint8_t *b,
		 bool top);

static void
put_text_array (struct printer *p, const struct simt_type *t, const uint8_t *b)
{
  uint64_t n = t->n;
  while (n && !b[n - 1])
    n--;
  putc ('"', p->to);
  for (uint64_t k = 0; k < n && k < MOST; k++)
    put_char (p->to, b[k], '"');
  fputs (n > MOST ? "\"..." : "\"", p->to);
}

static void
put_array (struct printer *p, const struct simt_type *t, const uint8_t *b)
{
  uint64_t size = t->of->size;
  if (t->of->kind == SIMT_T_CHAR && size == 1 && !p->format)
    {
      put_text_array (p, t, b);
      return;
    }
  putc ('{', p->to);
  for (uint64_t k = 0, same; k < t->n; k += same)
    {
      if (k)
	fputs (", ", p->to);
      if (p->shown >= MOST)
	{
	  fputs ("...", p->to);
	  break;
	}
      for (same = 1; k + same < t->n && size; same++)
	if (memcmp (b + k * size, b + (k + same) * size, size))
	  break;
      if (same < REPEATS)
	same = 1;
      put (p, t->of, b + k * size, false);
      if (same > 1)
	fprintf (p->to, " <repeats %" PRIu64 " times>", same);
    }
  putc ('}', p->to);
}

static void
put_fields (struct printer *p, const struct simt_type *t, const uint8_t *b)
{
  putc ('{', p->to);
  for (uint64_t k = 0; k < t->n; k++)
    {
      const struct simt_field *f = &t->fields[k];
      fprintf (p->to, "%s%s = ", k ? ", " : "", f->name ? f->name : "<base>");
      if (f->bits)
	{
	  /* Bytes that the bit-field is in, at most those of its type and one.  */
	  uint64_t v = 0, n = (f->first_bit + f->bits + 7) / 8;
	  memcpy (&v, b + f->offset, n > 8 ? 8 : n);
	  v >>= f->first_bit;
	  v &= f->bits < 64 ? (UINT64_C (1) << f->bits) - 1 : ~UINT64_C (0);
	  if (simt_type_signed_p (f->type) && f->bits < 64
	      && v >> (f->bits - 1) & 1)
	    v |= ~UINT64_C (0) << f->bits;
	  put (p, f->type, (const uint8_t *) &v, false);
	}
      else
	put (p, f->type, b + f->offset, false);
    }
  putc ('}', p->to);
}

static void
put_enum (struct printer *p, const struct simt_type *t, const uint8_t *b)
{
  int64_t v = simt_int_at (b, t->size, t->is_signed);
  for (uint64_t k = 0; k < t->n; k++)
    if (t->enumerators[k].value == v)
      {
	fputs (t->enumerators[k].name, p->to);
	return;
      }
  fprintf (p->to, "%" PRId64, v);
}

static void
put (struct printer *p, const struct simt_type *t, const uint8_t *b, bool top)
{
  switch (t->kind)
    {
    case SIMT_T_ARRAY:
      put_array (p, t, b);
      return;
    case SIMT_T_STRUCT: case SIMT_T_UNION:
      put_fields (p, t, b);
      return;
    case SIMT_T_COMPLEX:
      put_float (p->to, b, t->size / 2);
      fputs (" + ", p->to);
      put_float (p->to, b + t->size / 2, t->size / 2);
      fputs ("i", p->to);
      p->shown++;
      return;
    default:
      break;
    }
  p->shown++;
  if (p->format == 'f' && t->size <= 8)
    put_float (p->to, b, t->size);
  else if (p->format && put_formatted (p, b, t->size, simt_type_signed_p (t)))
    ;
  else
    switch (t->kind)
      {
      case SIMT_T_FLOAT:
	put_float (p->to, b, t->size);
	break;
      case SIMT_T_BOOL:
	{
	  int64_t v = simt_int_at (b, t->size, false);
	  if (v == 0 || v == 1)
	    fputs (v ? "true" : "false", p->to);
	  else
	    fprintf (p->to, "%" PRId64, v);
	  break;
	}
      case SIMT_T_CHAR:
	{
	  int64_t v = simt_int_at (b, t->size, t->is_signed);
	  fprintf (p->to, "%" PRId64 " '", v);
	  put_char (p->to, (int) (v & 0xff), '\'');
	  putc ('\'', p->to);
	  break;
	}
      case SIMT_T_ENUM:
	put_enum (p, t, b);
	break;
      case SIMT_T_POINTER: case SIMT_T_REFERENCE:
	{
	  uint64_t v = (uint64_t) simt_int_at (b, t->size, false);
	  if (top)
	    {
	      putc ('(', p->to);
	      simt_type_print (p->to, t);
	      fputs (") ", p->to);
	    }
	  fprintf (p->to, "0x%" PRIx64, v);
	  if (v && t->of->kind == SIMT_T_CHAR && t->of->size == 1)
	    put_string (p, v);
	  break;
	}
      case SIMT_T_VOID: case SIMT_T_FUNCTION:
	fputs ("<no value>", p->to);
	break;
      default:
	if (t->size > 8)
	  {
	    fputs ("0x", p->to);
	    for (uint64_t k = t->size; k-- > 0;)
	      fprintf (p->to, "%02x", b[k]);
	  }
	else if (simt_type_signed_p (t))
	  fprintf (p->to, "%" PRId64, simt_int_at (b, t->size, true));
	else
	  fprintf (p->to, "%" PRIu64,
		   (uint64_t) simt_int_at (b, t->size, false));
	break;
      }
}

void
simt_value_print (FILE *to, const struct simt_type *t, const uint8_t *b,
		  int format, simt_read_fn read, void *closure)
{
  struct printer p = { to, format, 0, read, closure };
  put (&p, t, b, true);
}
