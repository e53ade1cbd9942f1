/* The debugger: expressions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Expressions are C's, without casts to types that are named and without calls.  An
   array of Fortran's has its own first index, and `a(3)' is `a[3]'.  `$' begins what
   the debugger knows, `%' a register.  */

#include <ctype.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "debug-int.h"

struct reader
{
  const struct place *place;
  const char *at;
  char *why;
  size_t why_size;
  jmp_buf fail;
};

static void __attribute__ ((noreturn, format (printf, 2, 3)))
fail (struct reader *r, const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (r->why, r->why_size, fmt, ap);
  va_end (ap);
  longjmp (r->fail, 1);
}

/* V's scalar, read from memory.  */

static void
load (struct reader *r, struct value *v)
{
  const char *why = value_load (r->place, v);
  if (why)
    fail (r, "%s", why);
}

/* ---- Names.  */

static struct value pointed (struct reader *r, struct value v, int64_t by);
static bool member_p (struct value *v, const char *name);

/* V is the member NAME of the object whose function it is in C++.  */

static bool
by_this (struct reader *r, const char *name, struct value *v)
{
  char why[200];
  if (!strcmp (name, "this")
      || machine->local (r->place, "this", v, why, sizeof why) != FOUND
      || v->type->kind != SIMT_T_POINTER)
    return false;
  *v = pointed (r, *v, 0);
  return member_p (v, name);
}

static struct value
variable (struct reader *r, const char *name)
{
  struct value v;
  enum found found = FOUND_NOT;
  if (r->place->wave)
    found = machine->local (r->place, name, &v, r->why, r->why_size);
  if (found == FOUND_UNKNOWN)
    longjmp (r->fail, 1);
  if (found == FOUND || (r->place->wave && by_this (r, name, &v))
      || machine->global (debug.module, name, &v))
    return v;
  fail (r, "there is no variable `%s' here", name);
}

/* $lane, $warp, $thread.x and so on.  */

static struct value
known (struct reader *r, const char *name, int part)
{
  const struct place *p = r->place;
  if (!p->wave)
    fail (r, "no kernel runs");
  struct wave_facts f = facts_of (p->wave);
  int k = part >= 'x' && part <= 'z' ? part - 'x' : 0;
  size_t n = strlen (machine->group);
  unsigned t[3] = { 0, 0, 0 };
  if (!strcmp (name, "lane"))
    return value_of_int (p->lane);
  if (!strcmp (name, machine->wave))
    return value_of_int (f.number);
  if (!strcmp (name, "mask"))
    return value_of_int ((int64_t) machine->shown (p));
  if (!strcmp (name, "thread"))
    {
      machine->thread (p->wave, p->lane, t);
      return value_of_int (t[k]);
    }
  if (!strcmp (name, "threads"))
    return value_of_int (f.threads[k]);
  if (!strncmp (name, machine->group, n) && !name[n])
    return value_of_int (f.group[k]);
  if (!strncmp (name, machine->group, n) && !strcmp (name + n, "s"))
    return value_of_int (f.groups[k]);
  fail (r, "there is no `$%s': there are $lane, $%s, $mask, $thread.x, $%s.x, "
	"$threads.x and $%ss.x (and .y, .z)", name, machine->wave, machine->group,
	machine->group);
}

static struct value
register_operand (struct reader *r, const char *name)
{
  struct value v = { .in_memory = false };
  if (!r->place->wave)
    fail (r, "no kernel runs");
  v.type = machine->reg (r->place, name, v.bytes);
  if (!v.type)
    fail (r, "%s has no register %%%s", machine->line_of (r->place).function, name);
  return v;
}

/* ---- Syntax.  */

static struct value read_or (struct reader *r);
static struct value read_unary (struct reader *r);

static void
skip_space (struct reader *r)
{
  while (isspace ((unsigned char) *r->at))
    r->at++;
}

/* Take TOKEN, which is no beginning of another operator.  */

static bool
take (struct reader *r, const char *token)
{
  size_t n = strlen (token);
  skip_space (r);
  if (strncmp (r->at, token, n))
    return false;
  if (n == 1 && strchr ("&|<>", *token) && r->at[1] == *token)
    return false;
  if (n == 1 && strchr ("<>!", *token) && r->at[1] == '=')
    return false;
  r->at += n;
  return true;
}

static void
want (struct reader *r, const char *token)
{
  if (!take (r, token))
    fail (r, "`%s' is missing at `%s'", token, r->at);
}

static void
word (struct reader *r, char *buf, size_t n)
{
  size_t k = 0;
  while (isalnum ((unsigned char) *r->at) || *r->at == '_' || *r->at == '.'
	 || *r->at == '$')
    {
      /* `.' belongs to names that the compiler makes alone.  */
      if (*r->at == '.' && buf[0] != '.' && k)
	break;
      if (k + 1 < n)
	buf[k++] = *r->at;
      r->at++;
    }
  buf[k] = '\0';
}

static struct value
read_number (struct reader *r)
{
  char *end;
  bool real = false;
  bool hex = r->at[0] == '0' && (r->at[1] | 0x20) == 'x';
  for (const char *q = r->at; isalnum ((unsigned char) *q) || *q == '.'; q++)
    real |= *q == '.' || (!hex && (*q | 0x20) == 'e');
  if (real)
    {
      double d = strtod (r->at, &end);
      r->at = *end == 'f' || *end == 'F' ? end + 1 : end;
      return value_of_double (d);
    }
  uint64_t u = strtoull (r->at, &end, 0);
  while (*end && strchr ("uUlL", *end))
    end++;
  r->at = end;
  return value_of_int ((int64_t) u);
}

static struct value
read_primary (struct reader *r)
{
  char name[256] = "";
  skip_space (r);
  if (take (r, "("))
    {
      struct value v = read_or (r);
      want (r, ")");
      return v;
    }
  if (isdigit ((unsigned char) *r->at))
    return read_number (r);
  if (*r->at == '\'' && r->at[1] && r->at[2] == '\'')
    {
      r->at += 3;
      return value_of_int (r->at[-2]);
    }
  if (*r->at == '%')
    {
      size_t k = 0;
      while (k + 1 < sizeof name
	     && (isalnum ((unsigned char) *++r->at) || *r->at == '_'))
	name[k++] = *r->at;
      name[k] = '\0';
      return register_operand (r, name);
    }
  if (*r->at == '$')
    {
      r->at++;
      word (r, name, sizeof name);
      int part = 0;
      if (*r->at == '.' && r->at[1] >= 'x' && r->at[1] <= 'z')
	{
	  part = r->at[1];
	  r->at += 2;
	}
      return known (r, name, part);
    }
  if (isalpha ((unsigned char) *r->at) || *r->at == '_' || *r->at == '.')
    {
      word (r, name, sizeof name);
      return variable (r, name);
    }
  if (!*r->at)
    fail (r, "the expression is not complete");
  fail (r, "`%s' is no expression", r->at);
}

/* If V is a reference, make it what that refers to.  */

static void
follow (struct reader *r, struct value *v)
{
  uint64_t addr = v->addr;
  if (v->type->kind != SIMT_T_REFERENCE)
    return;
  if (!v->in_memory)
    memcpy (&addr, v->bytes, 8);
  else if (!machine->read (r->place, v->addr, &addr, 8))
    fail (r, "the memory at 0x%" PRIx64 " cannot be read", v->addr);
  *v = (struct value) { .type = v->type->of, .in_memory = true, .addr = addr };
}

static struct value
pointed (struct reader *r, struct value v, int64_t by)
{
  v.note[0] = '\0';
  load (r, &v);
  if (v.type->kind != SIMT_T_POINTER)
    fail (r, "this is no pointer");
  uint64_t addr = (uint64_t) simt_int_at (v.bytes, 8, false);
  const struct simt_type *of = v.type->of;
  if (!of->size && of->kind != SIMT_T_ARRAY)
    fail (r, "what the pointer points to has no size");
  return (struct value) { .type = of, .in_memory = true,
			  .addr = addr + (uint64_t) by * of->size };
}

/* Make V what is OFFSET bytes after its beginning.  */

static void
part_of (struct value *v, uint64_t offset)
{
  v->addr += offset;
  if (!v->in_memory && offset < sizeof v->bytes)
    memmove (v->bytes, v->bytes + offset, sizeof v->bytes - offset);
}

static struct value
indexed (struct reader *r, struct value v, int64_t k)
{
  if (v.type->kind == SIMT_T_ARRAY)
    {
      const struct simt_type *t = v.type;
      if (t->counted && (k < t->lower || k - t->lower >= (int64_t) t->n))
	fail (r, "index %" PRId64 " is out of the array's bounds, %" PRId64
	      " to %" PRId64, k, t->lower, t->lower + (int64_t) t->n - 1);
      part_of (&v, (uint64_t) (k - t->lower) * t->of->size);
      v.type = t->of;
      return v;
    }
  return pointed (r, v, k);
}

static const struct simt_field *
find_field (const struct simt_type *t, const char *name, uint64_t *offset)
{
  for (uint64_t k = 0; k < t->n; k++)
    {
      const struct simt_field *f = &t->fields[k];
      const struct simt_field *in;
      if (f->name && !strcmp (f->name, name))
	{
	  *offset += f->offset;
	  return f;
	}
      if (f->name || f->type->kind < SIMT_T_STRUCT)
	continue;
      /* An unnamed member, or a base class.  */
      *offset += f->offset;
      if ((in = find_field (f->type, name, offset)))
	return in;
      *offset -= f->offset;
    }
  return NULL;
}

/* Make V, a structure, its member NAME, which is no bit-field; false if it has none.  */

static bool
member_p (struct value *v, const char *name)
{
  uint64_t offset = 0;
  const struct simt_field *f
    = (v->type->kind == SIMT_T_STRUCT || v->type->kind == SIMT_T_UNION
       ? find_field (v->type, name, &offset) : NULL);
  if (!f || f->bits)
    return false;
  part_of (v, offset);
  v->type = f->type;
  return true;
}

static struct value
member (struct reader *r, struct value v, const char *name)
{
  uint64_t offset = 0;
  if (v.type->kind != SIMT_T_STRUCT && v.type->kind != SIMT_T_UNION)
    fail (r, "this is no structure");
  const struct simt_field *f = find_field (v.type, name, &offset);
  if (!f)
    fail (r, "the structure has no member `%s'", name);
  if (f->bits)
    {
      uint64_t bits = 0;
      if (!v.in_memory && offset < sizeof v.bytes - 8)
	memcpy (&bits, v.bytes + offset, 8);
      else if (!machine->read (r->place, v.addr + offset, &bits,
			       (f->first_bit + f->bits + 7) / 8))
	fail (r, "the memory at 0x%" PRIx64 " cannot be read", v.addr + offset);
      bits = bits >> f->first_bit & ((UINT64_C (1) << f->bits) - 1);
      if (simt_type_signed_p (f->type) && bits >> (f->bits - 1) & 1)
	bits |= ~UINT64_C (0) << f->bits;
      return value_of_int ((int64_t) bits);
    }
  member_p (&v, name);
  return v;
}

/* The indices of `a(i,j)', the first one the fastest.  */

static struct value
fortran_element (struct reader *r, struct value v)
{
  int64_t index[8];
  unsigned n = 0;
  do
    {
      if (n == ARRAY_SIZE (index))
	fail (r, "too many indices");
      struct value k = read_or (r);
      load (r, &k);
      index[n++] = value_as_int (&k);
    }
  while (take (r, ","));
  want (r, ")");
  while (n--)
    v = indexed (r, v, index[n]);
  return v;
}

static struct value
read_postfix (struct reader *r)
{
  struct value v = read_primary (r);
  for (;;)
    {
      follow (r, &v);
      if (take (r, "["))
	{
	  struct value k = read_or (r);
	  want (r, "]");
	  load (r, &k);
	  v = indexed (r, v, value_as_int (&k));
	}
      else if (v.type->kind == SIMT_T_ARRAY && take (r, "("))
	v = fortran_element (r, v);
      else if (take (r, "->"))
	{
	  char name[256] = "";
	  skip_space (r);
	  word (r, name, sizeof name);
	  v = member (r, pointed (r, v, 0), name);
	}
      else if (*r->at == '.' || (v.type->kind == SIMT_T_STRUCT && *r->at == '%'))
	{
	  char name[256] = "";
	  r->at++;
	  word (r, name, sizeof name);
	  v = member (r, v, name);
	}
      else
	return v;
    }
}

static struct value
read_unary (struct reader *r)
{
  struct value v;
  if (take (r, "*"))
    {
      v = pointed (r, read_unary (r), 0);
      return v;
    }
  if (take (r, "&"))
    {
      v = read_unary (r);
      if (!v.in_memory)
	fail (r, "this has no address");
      return value_of_pointer (v.type, v.addr);
    }
  if (take (r, "-"))
    {
      v = read_unary (r);
      load (r, &v);
      return value_float_p (&v) ? value_of_double (-value_as_double (&v))
	: value_of_int ((int64_t) -(uint64_t) value_as_int (&v));
    }
  if (take (r, "!"))
    {
      v = read_unary (r);
      load (r, &v);
      return value_of_int (value_float_p (&v) ? value_as_double (&v) == 0 : value_as_int (&v) == 0);
    }
  if (take (r, "~"))
    {
      v = read_unary (r);
      load (r, &v);
      return value_of_int (~value_as_int (&v));
    }
  return read_postfix (r);
}

static struct value
arithmetic (struct reader *r, const char *op, struct value a, struct value b)
{
  load (r, &a);
  load (r, &b);
  a.note[0] = '\0';
  const char *why = value_operate (op, &a, &b);
  if (why)
    fail (r, "%s", why);
  return a;
}

/* C's operators of two operands, those that bind tightest last.  */
static const char *const levels[][5] =
{
  { "||" }, { "&&" }, { "|" }, { "^" }, { "&" }, { "==", "!=" },
  { "<=", ">=", "<", ">" }, { "<<", ">>" }, { "+", "-" }, { "*", "/", "%" }
};

static struct value
read_level (struct reader *r, unsigned level)
{
  if (level == ARRAY_SIZE (levels))
    return read_unary (r);
  struct value v = read_level (r, level + 1);
  for (;;)
    {
      const char *op = NULL;
      for (unsigned k = 0; k < 5 && levels[level][k] && !op; k++)
	if (take (r, levels[level][k]))
	  op = levels[level][k];
      if (!op)
	return v;
      v = arithmetic (r, op, v, read_level (r, level + 1));
    }
}

static struct value
read_or (struct reader *r)
{
  return read_level (r, 0);
}

bool
value_of (const struct place *p, const char *text, struct value *v, char *why,
	  size_t n)
{
  struct reader r = { .place = p, .at = text, .why = why, .why_size = n };
  if (setjmp (r.fail))
    return false;
  *v = read_or (&r);
  if (take (&r, "="))
    {
      struct value from = read_or (&r);
      load (&r, &from);
      const char *wrong = value_assign (p, v, &from);
      if (wrong)
	fail (&r, "%s", wrong);
    }
  skip_space (&r);
  if (*r.at)
    fail (&r, "`%s' does not belong here", r.at);
  return true;
}

bool
value_int (const struct place *p, const struct value *v, int64_t *to)
{
  char why[200];
  struct reader r = { .place = p, .at = "", .why = why, .why_size = sizeof why };
  struct value x = *v;
  if (setjmp (r.fail))
    return false;
  load (&r, &x);
  *to = value_as_int (&x);
  return true;
}
