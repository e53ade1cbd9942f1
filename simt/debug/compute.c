/* The debugger: what is computed with.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <inttypes.h>
#include <string.h>

#include "debug-int.h"

const struct simt_type type_long
  = { .kind = SIMT_T_INT, .name = "long", .size = 8, .is_signed = true };
const struct simt_type type_int
  = { .kind = SIMT_T_INT, .name = "int", .size = 4, .is_signed = true };
const struct simt_type type_double
  = { .kind = SIMT_T_FLOAT, .name = "double", .size = 8 };

static char text[100];

static const char *
unreadable (uint64_t addr)
{
  snprintf (text, sizeof text, "the memory at 0x%" PRIx64 " cannot be read", addr);
  return text;
}

const char *
value_load (const struct place *p, struct value *v)
{
  if (v->type->kind == SIMT_T_REFERENCE && v->in_memory)
    {
      uint64_t at = v->addr;
      if (!machine->read (p, at, &v->addr, 8))
	return unreadable (at);
      v->type = v->type->of;
    }
  if (v->type->kind == SIMT_T_ARRAY && v->in_memory)
    {
      /* Its first element's address.  */
      v->type = simt_type_pointer (v->type->of);
      v->in_memory = false;
      memcpy (v->bytes, &v->addr, 8);
      return NULL;
    }
  if (v->type->kind == SIMT_T_STRUCT || v->type->kind == SIMT_T_UNION)
    return "a structure is no number";
  if (v->type->kind == SIMT_T_ARRAY)
    return "this array is in registers; print elements of it";
  if (!v->type->size || v->type->size > sizeof v->bytes)
    return "this variable's type is not known here, so nothing can be computed with it";
  if (!v->in_memory)
    return NULL;
  memset (v->bytes, 0, sizeof v->bytes);
  if (!machine->read (p, v->addr, v->bytes, v->type->size))
    return unreadable (v->addr);
  v->in_memory = false;
  return NULL;
}

int64_t
value_as_int (const struct value *v)
{
  if (value_float_p (v))
    return (int64_t) simt_float_at (v->bytes, v->type->size);
  return simt_int_at (v->bytes, v->type->size, simt_type_signed_p (v->type));
}

double
value_as_double (const struct value *v)
{
  return (value_float_p (v) ? simt_float_at (v->bytes, v->type->size)
	  : (double) value_as_int (v));
}

struct value
value_of_int (int64_t i)
{
  struct value v = { .type = i == (int32_t) i ? &type_int : &type_long };
  memcpy (v.bytes, &i, 8);
  return v;
}

struct value
value_of_double (double d)
{
  struct value v = { .type = &type_double };
  memcpy (v.bytes, &d, 8);
  return v;
}

struct value
value_of_pointer (const struct simt_type *to, uint64_t addr)
{
  struct value v = { .type = simt_type_pointer (to) };
  memcpy (v.bytes, &addr, 8);
  return v;
}

/* Comparisons, && and || of X and Y, or of I and J; false if OP is another.  */

static bool
compared (const char *op, bool is_float, double x, double y, int64_t i, int64_t j,
	  struct value *v)
{
  bool r;
#define BOTH(OP) (is_float ? x OP y : i OP j)
  if (!strcmp (op, "=="))
    r = BOTH (==);
  else if (!strcmp (op, "!="))
    r = BOTH (!=);
  else if (!strcmp (op, "<="))
    r = BOTH (<=);
  else if (!strcmp (op, ">="))
    r = BOTH (>=);
  else if (!strcmp (op, "<"))
    r = BOTH (<);
  else if (!strcmp (op, ">"))
    r = BOTH (>);
  else if (!strcmp (op, "||") || !strcmp (op, "&&"))
    {
      bool p = is_float ? x != 0 : i != 0, q = is_float ? y != 0 : j != 0;
      r = *op == '|' ? p || q : p && q;
    }
  else
    return false;
#undef BOTH
  *v = value_of_int (r);
  return true;
}

const char *
value_operate (const char *op, struct value *v, const struct value *b)
{
  if (v->type->kind == SIMT_T_POINTER && (*op == '+' || *op == '-')
      && b->type->kind != SIMT_T_POINTER && v->type->of->size)
    {
      int64_t k = value_as_int (b);
      *v = value_of_pointer (v->type->of, (uint64_t) value_as_int (v)
			     + (uint64_t) (*op == '-' ? -k : k) * v->type->of->size);
      return NULL;
    }
  bool is_float = value_float_p (v) || value_float_p (b);
  double x = is_float ? value_as_double (v) : 0;
  double y = is_float ? value_as_double (b) : 0;
  int64_t i = is_float ? 0 : value_as_int (v), j = is_float ? 0 : value_as_int (b);
  uint64_t ui = (uint64_t) i, uj = (uint64_t) j;
  if (compared (op, is_float, x, y, i, j, v))
    return NULL;
  if (is_float)
    {
      switch (*op)
	{
	case '+': *v = value_of_double (x + y); return NULL;
	case '-': *v = value_of_double (x - y); return NULL;
	case '*': *v = value_of_double (x * y); return NULL;
	case '/': *v = value_of_double (x / y); return NULL;
	default:
	  snprintf (text, sizeof text, "`%s' is not for floating-point numbers", op);
	  return text;
	}
    }
  if ((*op == '/' || *op == '%') && (j == 0 || (j == -1 && i == INT64_MIN)))
    return "division by zero, or beyond 64 bits";
  switch (*op)
    {
    case '+': *v = value_of_int ((int64_t) (ui + uj)); break;
    case '-': *v = value_of_int ((int64_t) (ui - uj)); break;
    case '*': *v = value_of_int ((int64_t) (ui * uj)); break;
    case '/': *v = value_of_int (i / j); break;
    case '%': *v = value_of_int (i % j); break;
    case '&': *v = value_of_int (i & j); break;
    case '|': *v = value_of_int (i | j); break;
    case '^': *v = value_of_int (i ^ j); break;
    case '<': *v = value_of_int ((int64_t) (ui << (uj & 63))); break;
    default: *v = value_of_int (i >> (uj & 63)); break;
    }
  return NULL;
}

const char *
value_assign (const struct place *p, const struct value *v,
	      const struct value *from)
{
  const struct simt_type *t = v->type;
  uint8_t bytes[8];
  if (!v->in_memory || t->kind > SIMT_T_REFERENCE || !t->size || t->size > 8
      || (t->kind == SIMT_T_FLOAT && t->size != 4 && t->size != 8))
    return "this cannot be assigned to";
  if (t->kind == SIMT_T_FLOAT)
    {
      double d = value_as_double (from);
      float f = (float) d;
      memcpy (bytes, t->size == 4 ? (void *) &f : (void *) &d, t->size);
    }
  else
    {
      int64_t i = value_as_int (from);
      memcpy (bytes, &i, 8);
    }
  if (machine->write (p, v->addr, bytes, t->size))
    return NULL;
  snprintf (text, sizeof text, "the memory at 0x%" PRIx64 " cannot be written",
	    v->addr);
  return text;
}
