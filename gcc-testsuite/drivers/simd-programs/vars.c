/* Generator of random programs with simd loops: variables.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <stdlib.h>

const char *const type_names[N_TYPES] =
  {
    "unsigned char", "signed char", "short", "unsigned short", "int",
    "unsigned", "long", "unsigned long", "float", "double"
  };
const unsigned char type_sizes[N_TYPES] = { 1, 1, 2, 2, 4, 4, 8, 8, 4, 8 };

enum { MAX_VARS = 400 };
struct var vars[MAX_VARS];
unsigned n_vars;
int bytes_left;
bool allow_vla;

struct var *
add_var (enum kind kind, char *name, unsigned type, unsigned n, bool writable)
{
  if (n_vars == MAX_VARS)
    abort ();
  struct var *v = &vars[n_vars++];
  v->kind = kind;
  v->name = name;
  v->type = type;
  v->n = n;
  v->m = 0;
  v->length = str ("%uu", n);
  v->writable = writable;
  return v;
}

char *
to_type (unsigned type, const char *value)
{
  if (type >= FLOATING)
    return str ("(%s) (%s & 1023u)", type_names[type], value);
  return str ("(%s) %s", type_names[type], value);
}

char *
from_type (unsigned type, const char *value)
{
  return str (type >= FLOATING ? "(unsigned) (int) %s" : "(unsigned) %s",
	      value);
}

/* ---- Declarations.  */

/* Elements of SIZE bytes for an array: mostly few, seldom up to 3000 bytes,
   and never more than the function may spend.  */
static unsigned
random_count (unsigned size)
{
  static const unsigned char weights[] = { 10, 50, 25, 10, 5 };
  static const unsigned limit[] = { 1, 8, 24, 400, 3000 };
  unsigned w = weighted (weights, 5);
  unsigned most = w < 3 ? limit[w] : limit[w] / size;
  if ((int) (most * size) > bytes_left)
    most = bytes_left < (int) size ? 1 : bytes_left / size;
  unsigned least = w < 2 || most < 10 ? 1 : most / 3;
  unsigned n = between (least, most);
  /* What is executed often stays small.  */
  return repeated > 8 && n > 12 ? 12 : n;
}

static struct var *
declare_array (bool values)
{
  unsigned type = chance (40) ? UNSIGNED : rnd (N_TYPES);
  if (allow_vla && values && chance (8))
    {
      unsigned id = fresh ();
      line ("unsigned n%u = %uu + @1 %% 6u;", id, between (1, 5));
      struct var v = { ARRAY, str ("a%u", id), type, 0, 0, str ("n%u", id),
		       true };
      line ("%s %s[%s];", type_names[type], v.name, v.length);
      bytes_left -= 11 * type_sizes[type];
      /* Nothing may read it before.  */
      set_whole (&v);
      struct var *added = add_var (ARRAY, v.name, type, 0, true);
      added->length = v.length;
      return added;
    }
  unsigned n = random_count (type_sizes[type]);
  bytes_left -= n * type_sizes[type];
  char *name = str ("a%u", fresh ());
  const char *aligned = chance (5) ? " __attribute__ ((aligned (16)))" : "";
  if (values && n <= 6 && chance (50))
    {
      char *list = to_type (type, "@1");
      for (unsigned i = 1; i < n; i++)
	list = str ("%s, %s", list, to_type (type, "@1"));
      if (!cxx && type == UNSIGNED && chance (20))
	line ("unsigned *%s = (unsigned [%u]) { %s };", name, n, list);
      else
	line ("%s %s[%u]%s = { %s };", type_names[type], name, n, aligned,
	      list);
      return add_var (ARRAY, name, type, n, true);
    }
  const char *what = values && chance (5) ? "volatile " : "";
  line ("%s%s %s[%u]%s;", what, type_names[type], name, n, aligned);
  struct var v = { ARRAY, name, type, n, 0, str ("%uu", n), true };
  if (*what)
    {
      /* No function takes a volatile array: it is one of its own kind.  */
      v.kind = VOLATILE;
      set_whole (&v);
    }
  else if (values)
    set_whole (&v);
  return add_var (v.kind, name, type, n, true);
}

static struct var *
declare_matrix (bool values)
{
  unsigned type = rnd (N_TYPES);
  unsigned n = between (2, 4), m = between (2, 5);
  bytes_left -= n * m * type_sizes[type];
  struct var v = { MATRIX, str ("m%u", fresh ()), type, n, m, NULL, true };
  line ("%s %s[%u][%u];", type_names[type], v.name, n, m);
  if (values)
    set_whole (&v);
  struct var *p = add_var (MATRIX, v.name, type, n, true);
  p->m = m;
  return p;
}

static struct var *
declare_scalar (bool values)
{
  unsigned type = chance (40) ? UNSIGNED : rnd (N_TYPES);
  bool is_volatile = values && chance (30);
  char *name = str ("x%u", fresh ());
  bytes_left -= 8;
  const char *q = is_volatile ? "volatile " : "";
  if (values)
    line ("%s%s %s = %s;", q, type_names[type], name,
	  to_type (type, "@2"));
  else
    line ("%s%s %s;", q, type_names[type], name);
  return add_var (is_volatile ? VOLATILE : SCALAR, name, type, 0, true);
}

/* Variables of the kinds whose type has a name, TYPE, and that a function
   makes from a number.  */
static struct var *
declare_named (enum kind kind, const char *type, const char *make,
	       unsigned subtype, unsigned n, bool values)
{
  char *name = str ("v%u", fresh ());
  if (values && make && chance (50))
    line ("%s %s = %s (@1);", type, name, make);
  else
    {
      struct var v = { kind, name, subtype, n, 0, NULL, true };
      line ("%s %s;", type, name);
      if (values)
	set_whole (&v);
    }
  return add_var (kind, name, subtype, n, true);
}

/* A pointer to an element of type unsigned of what is in scope.  */
static struct var *
declare_pointer (void)
{
  struct var *a = some_array (UNSIGNED, 1), *c = some_array (UNSIGNED, 1);
  if (!a)
    return declare_array (true);
  char *name = str ("p%u", fresh ());
  if (chance (50))
    line ("unsigned *%s = @c ? &%s[@1 %% %s] : &%s[@1 %% %s];", name,
	  a->name, a->length, c->name, c->length);
  else
    line ("unsigned *%s = %s + @1 %% %s;", name, a->name, a->length);
  return add_var (POINTER, name, UNSIGNED, 1, true);
}

struct var *
declare_var (bool values)
{
  static const unsigned char weights[] = { 14, 38, 6, 14, 5, 8, 6, 4, 8, 6 };
  unsigned k = weighted (weights, cxx ? 10 : 9), r;
  if (bytes_left < 0)
    return declare_scalar (values);
  switch (k)
    {
    case 0:
      return declare_scalar (values);
    case 2:
      return declare_matrix (values);
    case 3:
      r = rnd (N_RECORDS);
      bytes_left -= 120;
      return declare_named (RECORD, str ("struct s%u", r),
			    str ("make_s%u", r), r, 0, values);
    case 4:
      bytes_left -= 16;
      return declare_named (UNION, "union u", NULL, 0, 0, values);
    case 5:
      r = rnd (2);
      bytes_left -= 32;
      return declare_named (VECTOR, r ? "V8" : "V4", r ? "make_v8" : "make_v4",
			    r, r ? 8 : 4, values);
    case 6:
      r = rnd (2);
      bytes_left -= 16;
      return declare_named (COMPLEX, r ? "_Complex double" : "_Complex float",
			    r ? "make_cd" : "make_cf", r, 0, values);
    case 7:
      bytes_left -= 16;
      return declare_named (WIDE, "unsigned __int128", "make_wide", 0, 0,
			    values);
    case 8:
      return values ? declare_pointer () : declare_array (values);
    case 9:
      if (!values)
	return declare_array (values);
      bytes_left -= 40;
      r = rnd (2);
      {
	char *name = str ("b%u", fresh ());
	line ("box<%s> %s (@1);", r ? "unsigned, 6" : "short, 3", name);
	return add_var (BOX, name, r ? UNSIGNED : 2, r ? 6 : 3, true);
      }
    default:
      return declare_array (values);
    }
}

/* ---- Values.  */

void
set_whole (const struct var *v)
{
  unsigned id;
  switch (v->kind)
    {
    case VOLATILE:
      if (!v->n)
	{
	  set_element (v, "@1");
	  return;
	}
      /* Fall through.  */
    case ARRAY:
      if (v->kind == ARRAY && v->type == 0 && v->n && chance (30))
	{
	  line ("__builtin_memset (%s, (int) (@1 & 255u), %u);", v->name,
		v->n);
	  return;
	}
      if (v->kind == ARRAY && chance (50))
	{
	  line ("fill%u (%s, %s, @1);", v->type, v->name, v->length);
	  return;
	}
      id = fresh ();
      line ("for (unsigned k%u = 0; k%u < %s; k%u++)", id, id, v->length, id);
      line ("  %s[k%u] = %s;", v->name, id,
	    to_type (v->type, str ("(@1 + k%u * %uu)", id, between (1, 9))));
      return;
    case MATRIX:
      id = fresh ();
      line ("for (unsigned k%u = 0; k%u < %uu; k%u++)", id, id, v->n * v->m,
	    id);
      line ("  %s[k%u / %uu][k%u %% %uu] = %s;", v->name, id, v->m, id, v->m,
	    to_type (v->type, str ("(@1 ^ k%u * 5u)", id)));
      return;
    case SCALAR:
    case POINTER:
      set_element (v, "@1");
      return;
    case RECORD:
      line ("%s = make_s%u (@1);", v->name, v->type);
      return;
    case UNION:
      line ("%s.l[0] = @1 * 0x100000001ul;", v->name);
      line ("%s.l[1] = ~(unsigned long) @1;", v->name);
      return;
    case VECTOR:
      if (chance (60))
	line ("%s = make_v%u (@1);", v->name, v->n);
      else
	{
	  char *list = str ("@0");
	  for (unsigned i = 1; i < v->n; i++)
	    list = str ("%s, @0", list);
	  line ("%s = (V%u) { %s };", v->name, v->n, list);
	}
      return;
    case COMPLEX:
      line ("%s = make_c%s (@1);", v->name, v->type ? "d" : "f");
      return;
    case WIDE:
      line ("%s = make_wide (@1);", v->name);
      return;
    case BOX:
      line ("%s = box<%s, %u> (@1);", v->name, type_names[v->type], v->n);
      return;
    }
}

char *
value_of (const struct var *v)
{
  unsigned type;
  char *text;
  switch (v->kind)
    {
    case SCALAR:
      return from_type (v->type, v->name);
    case VOLATILE:
      if (!v->n)
	return from_type (v->type, v->name);
      /* Fall through.  */
    case ARRAY:
      return from_type (v->type, str ("%s[@0 %% %s]", v->name, v->length));
    case MATRIX:
      return from_type (v->type, str ("%s[@0 %% %uu][@0 %% %uu]", v->name,
				      v->n, v->m));
    case RECORD:
      if (chance (30))
	return str ("value_s%u (&%s)", v->type, v->name);
      text = record_field (v->type, v->name, &type);
      return from_type (type, text);
    case UNION:
      return chance (50) ? str ("(unsigned) %s.c[@0 %% 16u]", v->name)
	     : str ("%s.u[@0 %% 4u]", v->name);
    case VECTOR:
      return chance (40) ? str ("fold_v%u (%s)", v->n, v->name)
	     : str ("%s[@0 %% %uu]", v->name, v->n);
    case COMPLEX:
      return str ("(unsigned) (int) (__%s__ %s)", chance (50) ? "real" : "imag",
		  v->name);
    case WIDE:
      return chance (30) ? str ("low_wide (%s)", v->name)
	     : str ("(unsigned) (%s >> (@0 & 127u))", v->name);
    case POINTER:
      return str ("*%s", v->name);
    case BOX:
      return chance (50) ? str ("%s.sum ()", v->name)
	     : str ("(unsigned) %s.v[@0 %% %uu]", v->name, v->n);
    }
  return NULL;
}

void
set_element (const struct var *v, const char *value)
{
  unsigned type;
  char *text;
  switch (v->kind)
    {
    case SCALAR:
      line ("%s = %s;", v->name, to_type (v->type, value));
      return;
    case POINTER:
      line ("*%s = %s;", v->name, value);
      return;
    case VOLATILE:
      if (!v->n)
	{
	  line ("%s = %s;", v->name, to_type (v->type, value));
	  return;
	}
      /* Fall through.  */
    case ARRAY:
      line ("%s[@1 %% %s] = %s;", v->name, v->length,
	    to_type (v->type, value));
      return;
    case MATRIX:
      line ("%s[@0 %% %uu][@0 %% %uu] = %s;", v->name, v->n, v->m,
	    to_type (v->type, value));
      return;
    case RECORD:
      text = record_field (v->type, v->name, &type);
      line ("%s = %s;", text, to_type (type, value));
      return;
    case UNION:
      if (chance (50))
	line ("%s.s[@0 %% 8u] = (unsigned short) %s;", v->name, value);
      else
	line ("%s.u[@0 %% 4u] = %s;", v->name, value);
      return;
    case VECTOR:
      if (chance (50))
	line ("%s[@0 %% %uu] = %s;", v->name, v->n, value);
      else
	line ("%s = mix_v%u (%s, make_v%u (%s));", v->name, v->n, v->name,
	      v->n, value);
      return;
    case COMPLEX:
      text = v->type ? "d" : "f";
      line ("%s = mix_c%s (%s, make_c%s (%s));", v->name, text, v->name, text,
	    value);
      return;
    case WIDE:
      if (chance (50))
	line ("%s = mix_wide (%s, %s);", v->name, v->name, value);
      else
	line ("%s = %s / (%s | 1u) + ((unsigned __int128) @0 << 70);", v->name,
	      v->name, value);
      return;
    case BOX:
      if (chance (50))
	line ("%s.put (%s);", v->name, value);
      else
	line ("%s.v[@0 %% %uu] = %s;", v->name, v->n,
	      to_type (v->type, value));
      return;
    }
}

struct var *
some_var (enum kind kind)
{
  struct var *found = NULL;
  unsigned seen = 0;
  for (unsigned i = 0; i < n_vars; i++)
    if (vars[i].kind == kind && vars[i].writable && rnd (++seen) == 0)
      found = &vars[i];
  return found;
}

struct var *
some_array (unsigned type, unsigned least)
{
  struct var *found = NULL;
  unsigned seen = 0;
  for (unsigned i = 0; i < n_vars; i++)
    if (vars[i].kind == ARRAY && vars[i].writable && vars[i].type == type
	&& vars[i].n >= least && rnd (++seen) == 0)
      found = &vars[i];
  return found;
}

/* ---- Expressions.  */

char *
expr (unsigned depth)
{
  static const char *const operators[] = { "+", "-", "*", "^", "&", "|" };
  static unsigned nesting;
  if (depth == 0 || nesting > 3)
    {
      /* A scalar, or a small number.  */
      for (int tries = 0; tries < 3; tries++)
	{
	  struct var *v = &vars[rnd (n_vars)];
	  if (v->kind == SCALAR)
	    return v->type == UNSIGNED ? v->name
		   : str ("(%s)", from_type (v->type, v->name));
	}
      return chance (50) ? str ("%uu", rnd (20)) : str ("x");
    }
  nesting++;
  char *r;
  depth--;
  switch (rnd (9))
    {
    case 0: case 1: case 2:
      r = str ("(@%u %s @%u)", depth, operators[rnd (6)], depth);
      break;
    case 3:
      r = chance (50) ? str ("(@%u << %u)", depth, 1 + rnd (9))
	  : str ("(@%u >> %u)", depth, 1 + rnd (9));
      break;
    case 4:
      r = str ("(@%u %c (@%u | 1u))", depth, "/%"[rnd (2)], depth);
      break;
    case 5:
      r = str ("(@c ? @%u : @%u)", depth, depth);
      break;
    default:
      r = str ("(%s)", value_of (&vars[rnd (n_vars)]));
      break;
    }
  nesting--;
  return r;
}

char *
condition (void)
{
  static const char *const relations[] = { "<", ">", "==", "!=" };
  if (chance (50))
    {
      const char *relation = relations[rnd (4)];
      unsigned n = between (2, 7);
      return str ("(@1 %% %uu %s %uu)", n, relation, rnd (n));
    }
  return str ("(@1 %s @0)", relations[rnd (2)]);
}
