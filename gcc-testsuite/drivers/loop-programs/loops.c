/* Generator of random programs with loops: statements.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <stdio.h>
#include <stddef.h>

/* Print the head of a loop in which I goes from 0 to the bound, upwards or
   downwards.  */

static void
head (void)
{
  static const char *const types[] = { "int", "unsigned", "long", "unsigned long" };
  const char *type = types[weighted ((const unsigned char[]) { 5, 2, 2, 1 },
				     4)];
  counter = "i";
  if (chance (85))
    line ("for (%s i = 0; i < %s; i%s)", type, bound (),
	  chance (85) ? "++" : str (" += %u", between (2, 4)));
  else
    line ("for (int i = %s; i-- > 0;)", bound ());
}

/* A subscript of d that no two iterations share.  */

static char *
own (void)
{
  switch (rnd (10))
    {
    case 0:
      return str ("2 * %s + %u", counter, rnd (2));
    case 1:
      return str ("x[%s]", counter);
    case 2:
      return str ("%u - %s", between (N_ITERATIONS, 300), counter);
    case 3:
      return str ("%s + %u", counter, rnd (100));
    case 4:
      return str ("3 * %s + %u", counter, rnd (3));
    default:
      return (char *) counter;
    }
}

/* A random value of type TYPE.  */

static char *
some (enum type type)
{
  enum type t = chance (75) ? type : some_type (false);
  return convert (type, t, value (t, rnd (4)));
}

static void
store (void)
{
  head ();
  open_brace ();
  line ("d[%s] = %s;", own (), some (f.out));
  close_brace ();
}

/* Stores in some iterations only.  */

static void
masked_store (void)
{
  head ();
  open_brace ();
  char *at = own ();
  line ("if (%s)", test ());
  line ("  d[%s] = %s;", at, some (f.out));
  if (chance (40))
    {
      line ("else");
      line ("  d[%s] = %s;", chance (70) ? at : own (), some (f.out));
    }
  close_brace ();
}

/* Stores side by side, of which each iteration has two to four.  */

static void
interleaved (void)
{
  unsigned k = between (2, 4);
  if (k * N_ITERATIONS > N_ELEMENTS)
    k = 3;
  line ("for (int i = 0; i < %s; i++)", bound ());
  counter = "i";
  open_brace ();
  for (unsigned j = 0; j < k; j++)
    if (j == 0 || chance (90))
      line ("d[%u * i + %u] = %s;", k, j, some (f.out));
  close_brace ();
}

/* What a reduction by OPERATION does with the variable R of type TYPE: TEXT is
   the operand.  */

static void
reduce (unsigned operation, enum type type, const char *r, const char *text)
{
  if (operation < 4)
    line ("  %s = %s;", r, arithmetic (type, "++-*"[operation], r, text));
  else if (operation < 7)
    line ("  %s %c= %s;", r, "^|&"[operation - 4], text);
  else
    line ("  %s = %s %s %s ? %s : %s;", r, r, operation == 7 ? ">" : "<", text,
	  r, text);
}

/* One or two reductions, perhaps of some iterations only.  */

static void
reduction (void)
{
  enum type type = chance (60) ? some_type (false) : f.in[0];
  unsigned r = fresh (), q = fresh ();
  bool two = chance (30), masked = chance (35);
  unsigned operation = type >= FLOATING ? (unsigned[]) { 0, 1, 2, 7, 8 }[rnd (5)]
		       : rnd (9);
  unsigned second = rnd (9);
  line ("%s r%u = %u;", type_names[type], r, rnd (200));
  line ("int q%u = %u;", q, rnd (3));
  head ();
  open_brace ();
  if (masked)
    line ("if (%s)", test ());
  reduce (operation, type, str ("r%u", r), convert (type, type, some (type)));
  if (two)
    reduce (second, S32, str ("q%u", q), some (S32));
  close_brace ();
  line ("h = MORE (h, BITS%c (r%u));", bits_letter (type), r);
  line ("h = MORE (h, BITSl (q%u));", q);
}

/* The last, or the first, element with a property.  */

static void
search (void)
{
  unsigned r = fresh ();
  bool first = chance (40);
  enum type type = some_type (true);
  line ("%s r%u = %s;", type_names[type], r, chance (50) ? "-1" : "77");
  head ();
  line ("  if (%s)", test ());
  if (first)
    line ("    { r%u = %s; break; }", r, some (type));
  else
    line ("    r%u = %s;", r, chance (50) ? "i" : some (type));
  line ("h = MORE (h, BITSl (r%u));", r);
}

/* A loop in a loop, over a matrix.  */

static void
nested (void)
{
  unsigned m = between (2, 16);
  unsigned rows = f.n / m + 1;
  if (rows * m > N_ITERATIONS)
    rows = N_ITERATIONS / m;
  line ("for (int k = 0; k < %u; k++)", rows);
  open_brace ();
  if (chance (50))
    {
      /* Reductions of rows or columns.  */
      enum type type = some_type (false);
      unsigned r = fresh ();
      line ("%s r%u = 0;", type_names[type], r);
      line ("for (int j = 0; j < %u; j++)", m);
      counter = chance (50) ? str ("(k * %u + j)", m)
		: str ("(j * %u + k)", rows);
      line ("  r%u = %s;", r, arithmetic (type, '+', str ("r%u", r),
					  some (type)));
      counter = "k";
      line ("d[k] = %s;", convert (f.out, type, str ("r%u", r)));
    }
  else
    {
      line ("for (int j = 0; j < %u; j++)", m);
      counter = str ("(k * %u + j)", m);
      line ("  d[%s] = %s;", chance (60) ? counter : str ("j * %u + k", rows),
	    some (f.out));
    }
  close_brace ();
}

/* Statements that follow one another and do the same, as unrolled loops.  */

static void
straight (void)
{
  unsigned e = fresh (), n = 1u << between (1, 4);
  unsigned from = rnd (20);
  bool mixed = chance (30);
  counter = "q";
  printf ("#define E%u(q) %s\n", e, some (f.out));
  for (unsigned k = 0; k < n; k++)
    line ("d[%u] = E%u (%u);", from + k, e, mixed ? (k ^ 1) : k);
}

/* A local array that every iteration or the whole function has.  */

static void
local (void)
{
  unsigned t = fresh ();
  bool inside = chance (60);
  enum type type = some_type (false);
  if (inside)
    {
      head ();
      open_brace ();
    }
  else
    counter = "3";
  line ("%s t%u[8];", type_names[type], t);
  const char *outer = counter;
  line ("for (int j = 0; j < 8; j++)");
  counter = "j";
  line ("  t%u[j] = %s;", t, some (type));
  counter = outer;
  local_array = str ("t%u", t);
  local_type = type;
  if (chance (30))
    line ("t%u[%s & 7] = %s;", t, counter, some (type));
  if (!inside)
    {
      head ();
      open_brace ();
    }
  line ("d[%s] = %s;", own (), some (f.out));
  close_brace ();
  local_array = NULL;
}

/* What one iteration stores, another reads.  */

static void
recurrence (void)
{
  unsigned k = chance (50) ? between (1, 4) : between (30, 70);
  line ("for (int i = %u; i < %s; i++)", chance (50) ? k : 130, chance (50) ?
	"130" : str ("%s + 130", bound ()));
  counter = "(i % 130)";
  const char *from;
  switch (rnd (3))
    {
    case 0:
      from = str ("d[i < %u ? i : i - %u]", k, k);
      break;
    case 1:
      from = "d[i]";
      break;
    default:
      from = str ("d[i + %u]", k);
      break;
    }
  line ("  d[i] = %s;", arithmetic (f.out, "+-"[rnd (2)], from, some (f.out)));
}

/* A loop in each iteration, as often as an element says.  */

static void
inner_count (void)
{
  unsigned y = fresh ();
  enum type type = some_type (false);
  head ();
  open_brace ();
  line ("%s y%u = %s;", type_names[type], y, some (type));
  line ("for (unsigned w = %s & %u; w > 0; w--)", some (U8), between (3, 15));
  if (type < FLOATING)
    line ("  y%u = %s;", y,
	  arithmetic (type, '+', str ("(%s) (y%u * %uul)", type_names[type], y,
				      between (1, 9)), some (type)));
  else
    line ("  y%u = y%u * 0.5f + %s;", y, y, some (type));
  line ("d[%s] = %s;", own (), convert (f.out, type, str ("y%u", y)));
  close_brace ();
}

/* An array of structures, one of whose fields may be of some bits only.  */

static void
records (void)
{
  unsigned r = fresh (), fields = between (2, 4), n = between (5, 64);
  enum type types[4];
  bool bits[4];
  line ("struct");
  open_brace ();
  for (unsigned k = 0; k < fields; k++)
    {
      types[k] = some_type (false);
      bits[k] = chance (15) && types[k] < FLOATING;
      line ("%s m%u%s;", type_names[types[k]], k, bits[k]
	    ? str (" : %u", between (3, 8)) : "");
    }
  close_brace ();
  line ("q%u[%u];", r, n);
  line ("for (int i = 0; i < %u; i++)", n);
  counter = "i";
  open_brace ();
  for (unsigned k = 0; k < fields; k++)
    line ("q%u[i].m%u = %s;", r, k, some (types[k]));
  close_brace ();
  if (chance (50))
    {
      line ("for (int i = 0; i < %u; i++)", n);
      open_brace ();
      unsigned k = rnd (fields);
      if (chance (40))
	line ("if (%s)", test ());
      line ("q%u[i].m%u = %s;", r, k, some (types[k]));
      close_brace ();
    }
  line ("for (int i = 0; i < %u; i++)", n);
  open_brace ();
  unsigned k = rnd (fields);
  line ("d[%s] = %s;", own (),
	convert (f.out, types[k], str ("q%u[i].m%u", r, k)));
  k = rnd (fields);
  line ("h = MORE (h, BITS%c (q%u[i].m%u));", bits_letter (types[k]), r, k);
  close_brace ();
}

/* One of several things, by an element.  */

static void
choice (void)
{
  unsigned n = between (2, 6);
  unsigned y = fresh ();
  head ();
  open_brace ();
  line ("%s y%u = 0;", type_names[f.out], y);
  line ("switch (%s & 7)", some (S32));
  open_brace ();
  for (unsigned k = 0; k < n; k++)
    {
      line ("case %u: y%u = %s;%s", k, y, some (f.out),
	    chance (80) ? " break;" : "");
    }
  line ("default: y%u += 3;", y);
  close_brace ();
  line ("d[%s] = y%u;", own (), y);
  close_brace ();
}

/* GCC's vectors, which need not be as long as a processor's.  */

static void
vectors (void)
{
  enum type t = f.in[0], u = some_type (true) | 1;
  unsigned v = fresh (), n = 1u << between (1, 6), size = n * type_bits[t] / 8;
  unsigned steps = between (3, 7);
  const char *name = type_names[t];
  line ("typedef %s v%u __attribute__ ((vector_size (%u)));", name, v, size);
  line ("typedef %s w%u __attribute__ ((vector_size (%u)));", type_names[u], v,
	n * type_bits[u] / 8);
  line ("typedef %s u%u __attribute__ ((vector_size (%u)));",
	type_names[t < FLOATING ? t | 1 : t], v, size);
  line ("typedef __typeof__ ((v%u) {} > (v%u) {}) m%u;", v, v, v);
  line ("for (int i = 0; i + %u <= %s; i += %u)", n, bound (), n);
  open_brace ();
  counter = "i";
  line ("v%u p, q, o;", v);
  line ("m%u m;\nw%u w;", v, v);
  line ("memcpy (&p, a + i, sizeof p);");
  line ("memcpy (&q, a + %u, sizeof q);", rnd (60));
  line ("o = (v%u) ((u%u) p + (%s) %s);", v, v,
	type_names[t < FLOATING ? t | 1 : t], some (t));
  line ("m = p > q;\nw = __builtin_convertvector (m, w%u);", v);
  for (unsigned k = 0; k < steps; k++)
    {
      const char *x = (const char *[]) { "p", "q", "o" }[rnd (3)];
      const char *y = (const char *[]) { "p", "q", "o" }[rnd (3)];
      const char *z = (const char *[]) { "p", "q", "o" }[rnd (3)];
      switch (rnd (t < FLOATING ? 12 : 8))
	{
	case 0: case 1:
	  line ("%s = (v%u) ((u%u) %s %c (u%u) %s);", z, v, v, x,
		"+-*"[rnd (3)], v, y);
	  break;
	case 2:
	  line ("m = %s %s %s;", x, (const char *[]) { "<", ">", "==", "!=",
	    "<=", ">=" }[rnd (6)], y);
	  break;
	case 3:
	  line ("%s = (v%u) (((m%u) %s & m) | ((m%u) %s & ~m));", z, v, v, x,
		v, y);
	  break;
	case 4:
	  line ("for (int j = 0; j < %u; j++) m[j] = %s;", n,
		chance (50) ? "x[i + j]" : str ("j ^ %u", rnd (n)));
	  line ("%s = __builtin_shuffle (%s, m);", z, x);
	  line ("m = %s <= %s;", x, y);
	  break;
	case 5:
	  line ("for (int j = 0; j < %u; j++) m[j] = j * %u;", n,
		between (1, 9));
	  line ("%s = __builtin_shuffle (%s, %s, m);", z, x, y);
	  line ("m = -(%s >= %s);", x, y);
	  break;
	case 6:
	  line ("%s[i & %u] = %s;", z, n - 1, some (t));
	  break;
	case 7:
	  line ("w += __builtin_convertvector (m, w%u);", v);
	  break;
	case 8:
	  line ("%s = %s %c %s;", z, x, "&|^"[rnd (3)], y);
	  break;
	case 9:
	  line ("%s = %s %s (%s & %u);", z, x, chance (50) ? "<<" : ">>", y,
		type_bits[t] - 1);
	  break;
	case 10:
	  line ("w = __builtin_convertvector (%s, w%u);", x, v);
	  break;
	default:
	  line ("%s = %s %c ((%s & 63) | 1);", z, x, chance (50) ? '/' : '%',
		y);
	  break;
	}
    }
  line ("for (int j = 0; j < %u; j++)", n);
  open_brace ();
  line ("d[i + j] = %s;", convert (f.out, t, "o[j]"));
  line ("h = MORE (h, BITSl (w[j] ^ m[j]));");
  close_brace ();
  close_brace ();
}

void
emit_function_body (void)
{
  static void (*const forms[]) (void) = {
    store, masked_store, interleaved, reduction, search, nested, straight,
    local, recurrence, inner_count, records, choice, vectors
  };
  static const unsigned char weights[]
    = { 20, 14, 8, 20, 6, 8, 8, 6, 6, 5, 6, 4, 7 };
  unsigned n = between (1, 2);
  line ("unsigned long h = 1;");
  for (unsigned k = 0; k < n; k++)
    forms[weighted (weights, sizeof weights)] ();
  line ("return h;");
}
