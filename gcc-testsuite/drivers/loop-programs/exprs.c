/* Generator of random programs with loops: expressions.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <stddef.h>

const char *const type_names[N_TYPES] = {
  "signed char", "unsigned char", "short", "unsigned short", "int",
  "unsigned", "long", "unsigned long", "float", "double"
};
const unsigned char type_bits[N_TYPES]
  = { 8, 8, 16, 16, 32, 32, 64, 64, 32, 64 };

struct function f;
const char *counter;
const char *local_array;
enum type local_type;

enum type
some_type (bool whole)
{
  static const unsigned char weights[N_TYPES]
    = { 8, 8, 8, 8, 20, 14, 14, 12, 8, 8 };
  if (f.simple)
    {
      enum type t = chance (60) ? f.out : f.in[rnd (3)];
      return whole && t >= FLOATING ? (t == F32 ? S32 : S64) : t;
    }
  return weighted (weights, whole ? FLOATING : N_TYPES);
}

char
bits_letter (enum type type)
{
  return type == F32 ? 'f' : type == F64 ? 'd' : 'l';
}

char *
bound (void)
{
  return f.vary ? "n" : str ("%u", f.n);
}

/* A subscript for an array that is only read: below N_ELEMENTS while the
   counter is below N_ITERATIONS.  */

static char *
subscript (void)
{
  switch (rnd (f.simple && chance (80) ? 30 : 12))
    {
    case 0:
      return str ("%s + %u", counter, between (1, 70));
    case 1:
      return str ("2 * %s + %u", counter, rnd (4));
    case 2:
      return str ("%u - %s", between (N_ITERATIONS, 300), counter);
    case 3:
      return str ("x[%s]", counter);
    case 4:
      return str ("%s / %u", counter, between (2, 5));
    case 5:
      return str ("%s & %u", counter, (1u << between (1, 5)) - 1);
    case 6:
      return chance (50) ? str ("3 * %s", counter)
	     : str ("%u", rnd (N_ELEMENTS));
    default:
      return (char *) counter;
    }
}

char *
convert (enum type to, enum type from, const char *text)
{
  if (to == from && chance (60))
    return (char *) text;
  if (to >= FLOATING && from < FLOATING)
    return str ("(%s) (%s) (%s)", type_names[to],
		type_names[rnd (2) ? S16 : U8], text);
  if (to < FLOATING && from >= FLOATING)
    return str ("(%s) CLAMP%u (%s)", type_names[to],
		type_bits[from], text);
  return str ("(%s) (%s)", type_names[to], text);
}

/* An operand of type TYPE: an element, the counter, a number.  */

static char *
leaf (enum type type)
{
  static const char arrays[] = "abc";
  unsigned k = rnd (12);
  if (k == 0)
    return type < FLOATING || f.scalar >= FLOATING
	   ? convert (type, f.scalar, "s") : str ("(s %% 128)");
  if (k == 1 && type < FLOATING)
    return str ("%s", counter);
  if (k == 2)
    return type >= FLOATING ? str ("%u.%u%s", rnd (20), rnd (4) * 25,
				   type == F32 ? "f" : "")
	   : chance (70) ? str ("%d", (int) rnd (300) - 100)
	   : type_bits[type] == 64
	   ? str ("0x%x%08xL", rnd (0x7fffffff), rnd (~0u))
	   : str ("%d", (int) rnd (0x7fffffff));
  if (k == 3 && local_array)
    return convert (type, local_type,
		    str ("%s[%s & 7]", local_array,
			 chance (50) ? counter : subscript ()));
  k = rnd (3);
  for (unsigned tries = 0; tries < 2 && f.in[k] != type; tries++)
    k = rnd (3);
  return convert (type, f.in[k], str ("%c[%s]", arrays[k], subscript ()));
}

/* An operation on floating-point numbers of type TYPE.  */

static char *
floating (enum type type, unsigned depth)
{
  char *x = value (type, depth), *y = value (type, depth);
  const char *suffix = type == F32 ? "f" : "";
  switch (rnd (f.simple ? 8 : 12))
    {
    case 0: case 1:
      return str ("(%s + %s)", x, y);
    case 2: case 3:
      return str ("(%s - %s)", x, y);
    case 4: case 5:
      return str ("(%s * %s)", x, y);
    case 6:
      return str ("__builtin_fabs%s (%s)", suffix, x);
    case 7:
      return str ("(%s > %s ? %s : %s)", x, y, x, y);
    case 8:
      return str ("__builtin_copysign%s (%s, %s)", suffix, x, y);
    case 9:
      return str ("(%s ? %s : %s)", test (), x, y);
    case 10:
      return str ("(-(%s))", x);
    default:
      return str ("__builtin_%s%s (%s)", chance (50) ? "floor" : "trunc",
		  suffix, x);
    }
}

/* An operation that a compiler finds behind others: on numbers X and Y of
   type TYPE.  */

static char *
idiom (enum type type, const char *x, const char *y)
{
  const char *name = type_names[type];
  unsigned bits = type_bits[type];
  bool is_signed = !(type & 1);
  switch (rnd (f.simple ? 3 : 14))
    {
    case 0:
      return str ("(%s > %s ? %s : %s)", x, y, x, y);
    case 1:
      return str ("(%s < %s ? %s : %s)", x, y, x, y);
    case 2:
      return str ("ABS ((%s) (%s)%s)", name, x, bits >= 32 ? " >> 1" : "");
    case 3:
      if (bits == 64)
	return str ("(%s > %s ? (unsigned long) (%s) - (unsigned long) (%s) : "
		    "(unsigned long) (%s) - (unsigned long) (%s))", x, y, x, y,
		    y, x);
      return str ("ABS ((%s) (%s) (%s) - (%s) (%s))", bits == 32 ? "long"
		  : "int", name, x, name, y);
    case 4:
      /* A rotation.  */
      {
	const char *u = type_names[type | 1];
	unsigned by = between (1, bits - 1);
	return str ("(%s) ((%s) (%s) << %u | (%s) (%s) >> %u)", u, u, x, by,
		    u, x, bits - by);
      }
    case 5:
      return str ("__builtin_popcountl (%s)", x);
    case 6:
      return str ("__builtin_clz%s ((%s) | 1)", bits == 64 ? "l" : "", x);
    case 7:
      return str ("__builtin_ctz%s ((%s) | 1%s)", bits == 64 ? "l" : "", x,
		  bits == 64 ? "L << 63" : "u << 31");
    case 8:
      return bits == 64 ? str ("__builtin_bswap64 (%s)", x)
	     : bits == 16 ? str ("__builtin_bswap16 (%s)", x)
	     : str ("__builtin_bswap32 (%s)", x);
    case 9:
      /* The upper half of a product.  */
      return bits == 64
	     ? str ("((%s) (%s) * (%s) (%s) >> 64)", is_signed ? "wide"
		    : "uwide", x, is_signed ? "wide" : "uwide", y)
	     : str ("((%s) (%s) (%s) * (%s) (%s) >> %u)",
		    type_names[is_signed ? S64 : U64], name, x, name, y, bits);
    case 10:
      /* A mean, and a mean rounded upwards.  */
      return bits == 64 ? str ("(((%s & 0xffffff) + (%s & 0xffff)) >> 1)", x, y)
	     : str ("(((long) (%s) (%s) + (%s) (%s)%s) >> 1)", name, x, name,
		    y, chance (50) ? " + 1" : "");
    case 11:
      /* A sum that stays at the highest number.  */
      {
	const char *u = type_names[type | 1];
	return str ("((%s) ((%s) (%s) + (%s) (%s)) < (%s) (%s) ? (%s) -1 : "
		    "(%s) ((%s) (%s) + (%s) (%s)))", u, u, x, u, y, u, x, u, u,
		    u, x, u, y);
      }
    case 12:
      return str ("(%s == %s)", x, y);
    default:
      return str ("((%s >> %u & 1) != 0)", x, rnd (bits < 32 ? bits : 32));
    }
}

char *
arithmetic (enum type type, char operator, const char *x, const char *y)
{
  const char *name = type_names[type], *u = type_names[type | 1];
  if (type >= FLOATING)
    return str ("(%s %c %s)", x, operator, y);
  if (type_bits[type] < 32 && (type != U16 || operator != '*') && chance (70))
    return str ("(%s) ((%s) (%s) %c (%s) (%s))", name, name, x, operator, name,
		y);
  if (type_bits[type] >= 32 && !(type & 1) && chance (30))
    {
      /* Signed, and too small to overflow.  */
      unsigned by = operator == '*' ? type_bits[type] / 2 : 2;
      return str ("(((%s) (%s) >> %u) %c ((%s) (%s) >> %u))", name, x, by,
		  operator, name, y, by);
    }
  if (type_bits[type] < 32)
    u = "unsigned";
  return str ("(%s) ((%s) (%s) %c (%s) (%s))", name, u, x, operator, u, y);
}

/* An operation on whole numbers of type TYPE.  */

static char *
whole (enum type type, unsigned depth)
{
  const char *name = type_names[type];
  char *x = value (type, depth), *y = value (type, depth);
  unsigned mask = type_bits[type] == 64 ? 63 : type_bits[type] - 1;
  unsigned operation = rnd (18);
  if (f.simple && operation == 11)
    operation = 0;
  switch (operation)
    {
    case 0: case 1: case 2: case 3: case 4: case 5:
      return arithmetic (type, "+-*"[rnd (3)], x, y);
    case 6:
      return str ("(%s %c %s)", x, "&|^"[rnd (3)], y);
    case 7:
      return chance (50) ? arithmetic (type, '-', "0", x) : str ("(~%s)", x);
    case 8:
      return str ("((%s) (%s) %s %u)", name, x, chance (50) ? "<<" : ">>",
		  between (1, mask));
    case 9:
      return str ("((%s) (%s) %s (%s & %u))", name, x,
		  chance (50) ? "<<" : ">>", y, mask);
    case 10:
      return str ("((%s) (%s) %c %u)", name, x, chance (50) ? '/' : '%',
		  between (2, type_bits[type] == 8 ? 100 : 30000));
    case 11:
      return str ("((%s) (%s) %c ((%s) (%s & 127) | 1))", name, x,
		  chance (50) ? '/' : '%', name, y);
    case 12:
      return str ("(%s ? %s : %s)", test (), x, y);
    case 13:
      return str ("((%s) (%s))", name, x);
    default:
      return f.simple && chance (50) ? arithmetic (type, '*', x, y)
	     : idiom (type, x, y);
    }
}

char *
value (enum type type, unsigned depth)
{
  if (f.simple && depth > 2)
    depth = 2;
  if (depth == 0)
    return leaf (type);
  enum type t = chance (80) ? type : some_type (false);
  char *text = t < FLOATING ? whole (t, depth - 1) : floating (t, depth - 1);
  /* No more bits than the type has, so that nothing overflows.  */
  return type == t && t < FLOATING ? str ("(%s) (%s)", type_names[t], text)
	 : convert (type, t, text);
}

char *
test (void)
{
  static const char *const relations[] = { "<", ">", "<=", ">=", "==", "!=" };
  enum type type = chance (50) ? f.in[rnd (3)] : some_type (false);
  const char *name = type_names[type];
  char *text = str ("(%s) (%s) %s (%s) (%s)", name, value (type, rnd (2)),
		    relations[rnd (6)], name, value (type, 0));
  if (chance (20))
    text = str ("(%s %s %s)", text, chance (50) ? "&&" : "||", test ());
  return text;
}

/* What text.h's placeholders stand for; none are used here.  */

char *
expr (unsigned depth)
{
  return value (S32, depth);
}

char *
condition (void)
{
  return test ();
}
