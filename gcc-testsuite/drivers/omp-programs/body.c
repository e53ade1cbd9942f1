/* Generator of random OpenMP and OpenACC programs: expressions and statements.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <stdlib.h>

enum { MOST_VALUES = 256 };
/* A value, or an array, of which the elements from FROM to FROM + N - 1 may be
   read.  */
static struct value
{
  char *text;
  enum type type;
  unsigned from, n;
} values[MOST_VALUES];
static unsigned n_values;
unsigned n_functions;
bool acc;

void
add_value (const char *text)
{
  if (n_values == MOST_VALUES)
    abort ();
  values[n_values++] = (struct value) { str ("%s", text), T_UNSIGNED, 0, 0 };
}

void
add_array (const struct array *a)
{
  if (n_values == MOST_VALUES)
    abort ();
  values[n_values++] = (struct value) { a->name, a->type, a->from, a->n };
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

/* A constant or a variable.  */

static char *
simple (void)
{
  for (int i = 0; i < 4 && n_values; i++)
    {
      const struct value *v = &values[rnd (n_values)];
      if (!v->n)
	return v->text;
    }
  return chance (20) ? str ("0x%xu", rnd (0x10000) * 65521u)
	 : str ("%uu", rnd (100));
}

/* The same, or an element of an array.  */

static char *
leaf (void)
{
  const struct value *v = n_values ? &values[rnd (n_values)] : NULL;
  if (!v || !v->n || chance (15))
    return simple ();
  char *index = simple ();
  return from_type (v->type, str ("%s[%u + (%s) %% %uu]", v->text, v->from,
				  index, v->n));
}

char *
expr (unsigned depth)
{
  if (!depth)
    return leaf ();
  switch (rnd (17))
    {
    case 0: case 1: case 2:
      return str ("(@%u + @%u)", depth - 1, depth - 1);
    case 3:
      return str ("(@%u - @%u)", depth - 1, depth - 1);
    case 4: case 5:
      return str ("(@%u * @%u)", depth - 1, depth - 1);
    case 6:
      return str ("(@%u ^ @%u)", depth - 1, depth - 1);
    case 7:
      return str ("(@%u & @%u)", depth - 1, depth - 1);
    case 8:
      return str ("(@%u %s %u)", depth - 1, chance (50) ? ">>" : "<<",
		  rnd (32));
    case 9:
      return str ("(@%u %s (@%u %% 50u + 1u))", depth - 1,
		  chance (50) ? "/" : "%", depth - 1);
    case 10:
      return str ("(@c ? @%u : @%u)", depth - 1, depth - 1);
    case 11:
      return str ("(unsigned) ((int) (@%u & 0xffffffu) / -%d)", depth - 1,
		  between (1, 9));
    case 12:
      return str ("(unsigned) ((@%u * %lluull) >> %u)", depth - 1,
		  chance (50) ? rnd (4000000000u) + 1ull
		  : rnd (4000000000u) * 2097152ull + rnd (2097152),
		  between (1, 40));
    case 13:
      return str ("table[@%u %% 16u]", depth - 1);
    case 14:
      return chance (50) ? str ("(unsigned) fixed[@%u %% 8u]", depth - 1)
	     : str ("(unsigned) ((double) (@%u %% 5000u) * (@%u %% 300u))",
		    depth - 1, depth - 1);
    case 15:
      return str ("(unsigned) __builtin_%s (@%u | 1u)",
		  chance (50) ? "popcount" : "clz", depth - 1);
    default:
      return str ("(unsigned) (long long) (((long long) @%u - 77) %% %d)",
		  depth - 1, between (3, 999));
    }
}

char *
condition (void)
{
  static const char *const ops[] = { "<", ">", "==", "!=", "<=", ">=" };
  switch (rnd (4))
    {
    case 0:
      return str ("(@1 & %uu)", between (1, 7));
    case 1:
      return str ("((int) @0 %s (int) @1)", ops[rnd (6)]);
    case 2:
      return str ("(@0 %% %uu %s %uu)", between (2, 9), ops[rnd (6)], rnd (4));
    default:
      return str ("(@1 %s @1)", ops[rnd (6)]);
    }
}

static void statement (unsigned depth, bool loops);

/* FUEL statements in braces.  */

static void
block (unsigned fuel, unsigned depth, bool loops)
{
  unsigned mark = n_values;
  open_brace ();
  emit_body (fuel, depth, loops);
  close_brace ();
  n_values = mark;
}

static void
counted_loop (unsigned depth)
{
  unsigned k = fresh (), mark = n_values;
  if (chance (25))
    {
      line ("unsigned w%u = @1 %% 9u;", k);
      line ("while (w%u--)", k);
      open_brace ();
      line ("r = r * 3u + @2;");
      if (chance (40))
	line ("if (@c) %s;", chance (50) ? "break" : "continue");
      emit_body (1, depth - 1, false);
      close_brace ();
      n_values = mark;
      return;
    }
  line ("for (unsigned j%u = 0; j%u < %s; j%u++)", k, k,
	chance (50) ? str ("%uu", between (1, 8)) : "(@1 % 7u)", k);
  open_brace ();
  add_value (str ("j%u", k));
  if (chance (40))
    line ("if (@c) %s;", chance (50) ? "break" : "continue");
  line ("r ^= @2 + j%u;", k);
  emit_body (1, depth - 1, false);
  close_brace ();
  n_values = mark;
}

static void
local_array (void)
{
  unsigned k = fresh (), n = between (2, 12);
  struct array a = { str ("t%u", k), rnd (N_ARITHMETIC), n, 0, n };
  line ("%s t%u[%u];", type_names[a.type], k, n);
  if (a.type == T_UNSIGNED && chance (30))
    line ("memset (t%u, %u, sizeof t%u);", k, rnd (256), k);
  else
    {
      line ("for (unsigned k = 0; k < %uu; k++)", n);
      line ("  t%u[k] = %s;", k, to_type (a.type, "(r + k * 5u)"));
    }
  add_array (&a);
  line ("t%u[@1 %% %uu] = %s;", k, n, to_type (a.type, "@1"));
  if (a.type == T_UNSIGNED && n_functions)
    line ("fill (t%u, %u, r);", k, n);
}

static void
floating (void)
{
  unsigned k = fresh ();
  if (chance (40))
    {
      line ("float f%u = (float) (@1 %% 1000u);", k);
      line ("f%u = f%u * (float) (@1 %% 16u) + (float) (@0 %% 99u);", k, k);
      line ("if (f%u > %u.0f) f%u = f%u - %u.0f;", k, 500, k, k, 500);
    }
  else
    {
      line ("double f%u = (double) (@1 %% 100000u);", k);
      line ("f%u = f%u * (double) (@1 %% 1000u) + (double) (@1 %% 99u);", k, k);
      switch (rnd (4))
	{
	case 0:
	  line ("f%u = floor (f%u / %u);", k, k, 1u << rnd (6));
	  break;
	case 1:
	  line ("f%u = fabs (5000 - f%u);", k, k);
	  break;
	case 2:
	  line ("f%u = f%u < 1000 ? f%u + 0.5 : fmax (f%u - 1000, 3);", k, k,
		k, k);
	  break;
	}
      line ("while (f%u >= 4000000000.0) f%u = f%u / 16;", k, k, k);
    }
  add_value (str ("(unsigned) f%u", k));
  line ("r += (unsigned) f%u;", k);
}

static void
statement (unsigned depth, bool loops)
{
  unsigned k;
  switch (rnd (depth ? 15 : 9))
    {
    case 0: case 1:
      line ("r = r * %uu + @2;", between (3, 99) | 1);
      break;
    case 2:
      line ("r ^= @3;");
      break;
    case 3:
      k = fresh ();
      line ("unsigned v%u = @2;", k);
      add_value (str ("v%u", k));
      break;
    case 4:
      local_array ();
      break;
    case 5:
      floating ();
      break;
    case 6:
      k = fresh ();
      line ("struct record s%u = make_record (@1);", k);
      if (chance (50))
	line ("s%u.b[@0 %% 3u] += @1;", k);
      add_value (str ("s%u.b[%u]", k, rnd (3)));
      add_value (str ("(unsigned) s%u.c", k));
      if (n_functions)
	line ("r += of_record (s%u, &s%u);", k, k);
      break;
    case 7:
      k = fresh ();
      line ("unsigned long long q%u = @1 * (@1 + 0x%x00000001ull);", k,
	    between (1, 4000));
      line ("r += (unsigned) (q%u %s %s);", k, chance (50) ? "%" : "/",
	    chance (50) ? "(@1 | 1u)" : "1000003ull");
      add_value (str ("(unsigned) (q%u >> %u)", k, rnd (40)));
      break;
    case 8:
      if (n_functions)
	line ("r += f%u (@1, @1);", rnd (n_functions));
      else
	line ("r -= @2;");
      break;
    case 9: case 10:
      line ("if (@c)");
      block (2, depth - 1, false);
      if (chance (60))
	{
	  line ("else");
	  block (1, depth - 1, false);
	}
      break;
    case 11:
      line ("switch (@1 %% 5u)");
      open_brace ();
      line ("case 0: r += @1; break;");
      line ("case 1: r ^= @2;");
      line ("case 3: r = r * 5u + @1; break;");
      line ("default: r -= @1;");
      close_brace ();
      break;
    case 12:
      if (loops)
	{
	  k = fresh ();
	  line ("unsigned z%u = @1;", k);
	  line (acc ? "#pragma acc loop seq" : "#pragma omp simd reduction(+: z%u)",
		k);
	  line ("for (int l = 0; l < %u; l++)", between (1, 100));
	  line ("  z%u += (unsigned) l * @1;", k);
	  add_value (str ("z%u", k));
	  break;
	}
      /* Fall through.  */
    default:
      counted_loop (depth);
    }
}

void
emit_body (unsigned fuel, unsigned depth, bool loops)
{
  while (fuel--)
    statement (depth, loops);
}

void
emit_functions (void)
{
  const char *routine = acc ? "#pragma acc routine seq" : "";
  if (!acc)
    line ("#pragma omp declare target");
  line ("%s", routine);
  line ("static __attribute__ ((noinline)) void");
  line ("fill (unsigned *p, unsigned n, unsigned x)");
  open_brace ();
  line ("for (unsigned i = 0; i < n; i++)");
  line ("  p[i] += x >> i %% 7u;");
  close_brace ();
  line ("%s", routine);
  line ("static __attribute__ ((noinline)) unsigned");
  line ("of_record (struct record s, struct record *p)");
  open_brace ();
  line ("p->b[1] ^= (unsigned) s.d;");
  line ("return s.b[0] + s.b[2] * 3u + (unsigned) p->a;");
  close_brace ();
  while (n_functions < N_FUNCTIONS)
    {
      line ("%s", routine);
      line ("static %sunsigned",
	    chance (60) ? "__attribute__ ((noinline)) " : "");
      line ("f%u (unsigned a, unsigned b)", n_functions);
      open_brace ();
      line ("unsigned r = a * 7u + b;");
      add_value ("a");
      add_value ("b");
      emit_body (between (2, 4), 1, false);
      if (chance (20))
	line ("if (b %% 8u && a > 3u) r += f%u (a >> 2, b %% 8u - 1u);",
	      n_functions);
      line ("return r;");
      close_brace ();
      forget_values (0);
      n_functions++;
    }
  if (!acc)
    line ("#pragma omp end declare target");
}
