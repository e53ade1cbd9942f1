/* Generator of random Fortran programs with OpenMP or OpenACC: expressions.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <stdlib.h>

enum { MOST_VALUES = 128 };
static struct value
{
  char *text;			/* A variable; or */
  struct array a;		/* an array, if its rank is not 0.  */
} values[MOST_VALUES];
static unsigned n_values;

static void
add (struct value v)
{
  if (n_values == MOST_VALUES)
    abort ();
  values[n_values++] = v;
}

void
add_value (const char *text)
{
  add ((struct value) { .text = str ("%s", text) });
}

void
add_array (const struct array *a)
{
  add ((struct value) { .a = *a });
}

unsigned
value_count (void)
{
  return n_values;
}

void
forget_values (unsigned count)
{
  n_values = count;
}

const struct array *
row (void)
{
  for (int i = 0; i < 6 && n_values; i++)
    {
      const struct value *v = &values[rnd (n_values)];
      if (v->a.rank == 1)
	return &v->a;
    }
  return NULL;
}

static char *
simple (void)
{
  for (int i = 0; i < 5 && n_values; i++)
    {
      const struct value *v = &values[rnd (n_values)];
      if (!v->a.rank)
	return v->text;
    }
  return str ("%u", chance (20) ? rnd (65536) : rnd (100));
}

static char *
leaf (void)
{
  const struct value *v = n_values ? &values[rnd (n_values)] : NULL;
  if (!v || !v->a.rank || chance (10))
    return simple ();
  char *index = "";
  for (unsigned k = 0; k < v->a.rank; k++)
    index = str ("%s%s%d + mod (%s, %u)", index, k ? ", " : "", v->a.low[k], simple (),
		 v->a.n[k]);
  return from_type (v->a.type, str ("%s(%s)", v->a.name, index));
}

/* What becomes of a section of an array A of rank 1 as a whole.  */

static char *
whole (const struct array *a)
{
  unsigned n = between (1, a->n[0]), from = rnd (a->n[0] - n + 1);
  char *s = str ("%s(%d:%d%s)", a->name, a->low[0] + (int) from,
		 a->low[0] + (int) (from + n) - 1, chance (20) ? ":2" : "");
  switch (a->type)
    {
    case T_INT1: case T_INT2: case T_INT4: case T_INT8:
      switch (rnd (5))
	{
	case 0:
	  return str ("int (iand (sum (int (iand (%s, 127_%s), 8)), 65535_8))", s,
		      a->type == T_INT1 ? "1" : a->type == T_INT2 ? "2"
		      : a->type == T_INT4 ? "4" : "8");
	case 1:
	  return str ("int (iand (int (%s (%s), 8), 65535_8))",
		      chance (50) ? "maxval" : "minval", s);
	case 2:
	  return str ("count (%s > %u)", s, rnd (120));
	case 3:
	  return str ("%s (%s, 1)", chance (50) ? "maxloc" : "minloc", s);
	default:
	  return str ("merge (@0, @0, %s (mod (%s, 5_%s) == 1))", chance (50) ? "any" : "all",
		      s, a->type == T_INT1 ? "1" : a->type == T_INT2 ? "2"
		      : a->type == T_INT4 ? "4" : "8");
	}
    case T_REAL4: case T_REAL8:
      switch (rnd (4))
	{
	case 0:
	  return str ("iand (int (sum (%s)), 65535)", s);
	case 1:
	  return str ("iand (int (%s (%s)), 65535)", chance (50) ? "maxval" : "minval", s);
	case 2:
	  return str ("iand (int (dot_product (%s, mod (%s, 8._%s))), 65535)", s, s,
		      a->type == T_REAL4 ? "4" : "8");
	default:
	  return str ("iand (int (sum (%s, mask = %s > %u)), 65535)", s, s, rnd (300));
	}
    case T_LOGICAL:
      return str (chance (50) ? "count (%s)" : "merge (5, 2, any (%s))", s);
    case T_COMPLEX:
      return str ("iand (int (real (sum (%s))), 65535)", s);
    case T_CHARACTER:
      return str ("len_trim (%s(%d))", a->name, a->low[0]);
    default:
      return str ("iand (sum (%s%%a), 65535)", s);
    }
}

char *
condition (void)
{
  static const char *const relations[] = { "<", ">", "<=", ">=", "==", "/=" };
  switch (rnd (6))
    {
    case 0: return str ("btest (@1, %u)", rnd (16));
    case 1: return str ("(@1 < @1 .%s. @0 > @0)", chance (50) ? "and" : "or");
    case 2: return str (".not. (@1 > @0)");
    case 3: return str ("mod (@1, %u) == %u", between (2, 7), rnd (2));
    default: return str ("@1 %s @1", relations[rnd (6)]);
    }
}

char *
expr (unsigned depth)
{
  if (!depth)
    return leaf ();
  depth--;
  const struct array *a;
  switch (rnd (26))
    {
    case 0: case 1: case 2:
      return str ("iand (@%u + @%u, 65535)", depth, depth);
    case 3:
      return str ("iand (@%u - @%u, 65535)", depth, depth);
    case 4: case 5:
      return str ("int (iand (int (@%u, 8) * @%u, 65535_8))", depth, depth);
    case 6:
      return str ("%s (@%u, @%u)", chance (40) ? "ieor" : chance (50) ? "ior" : "iand",
		  depth, depth);
    case 7:
      return str ("iand (ishft (@%u, %d), 65535)", depth, (int) rnd (20) - 10);
    case 8:
      return str ("@%u / (mod (@%u, 50) + 1)", depth, depth);
    case 9:
      return str ("%s (@%u, mod (@%u, 50) + 1)", chance (50) ? "mod" : "modulo", depth,
		  depth);
    case 10:
      return str ("modulo (-@%u, %u)", depth, between (2, 999));
    case 11:
      return str ("merge (@%u, @%u, @c)", depth, depth);
    case 12:
      return chance (50) ? str ("%s (@%u, @%u)", chance (50) ? "min" : "max", depth, depth)
	     : str ("min (@%u, max (@%u, @%u))", depth, depth, depth);
    case 13:
      return str ("abs (@%u - @%u)", depth, depth);
    case 14:
      return str ("%s (@%u)", chance (50) ? "popcnt" : chance (50) ? "leadz" : "poppar",
		  depth);
    case 15:
      return str ("%s (real (@%u%s) * 0.25%s)",
		  chance (40) ? "int" : chance (40) ? "nint" : chance (50) ? "floor"
		  : "ceiling", depth, chance (50) ? ", 8" : "", chance (50) ? "_8" : "");
    case 16:
      return str ("ibits (@%u, %u, %u)", depth, rnd (8), between (1, 8));
    case 17:
      return str ("ishftc (@%u, %d, 16)", depth, (int) rnd (20) - 10);
    case 18:
      return str ("%s (@%u, %u)", chance (50) ? "ibset" : chance (50) ? "ibclr" : "ieor",
		  depth, rnd (15));
    case 19:
      return str ("iand (transfer (real (@%u), 0), 65535)", depth);
    case 20:
      return str ("table(mod (@%u, 16))", depth);
    case 21:
      return n_functions ? str ("f%u (@%u, @%u)", rnd (n_functions), depth, depth) : leaf ();
    case 22:
      return str ("abs (sign (@%u, @%u - @%u)) + dim (mod (@0, 100), mod (@0, 100))", depth,
		  depth, depth);
    case 23: case 24:
      a = row ();
      return a ? str ("%s", whole (a)) : leaf ();
    default:
      return leaf ();
    }
}
