/* Generator of random programs with simd loops: statements and bodies.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <stddef.h>

struct place place;
unsigned repeated;

/* The label after the block at hand that a goto may jump to, or none.  */
static char *label;

/* Statements in braces, after HEAD; nested up to DEPTH - 1.  */
static void
braces (unsigned fuel, unsigned depth)
{
  open_brace ();
  emit_body (fuel, depth - 1);
  close_brace ();
}

/* A variable of any kind that can be written, if one is found soon.  */
static struct var *
any_var (void)
{
  for (int tries = 0; tries < 10; tries++)
    {
      struct var *v = &vars[rnd (n_vars)];
      if (v->writable)
	return v;
    }
  return NULL;
}

static void
do_accumulate (unsigned depth)
{
  (void) depth;
  if (chance (50))
    line ("r = r * 31u + @2;");
  else
    line ("r ^= @2;");
}

static void
do_assign (unsigned depth)
{
  struct var *v = any_var ();
  if (!v)
    do_accumulate (depth);
  else if (chance (30))
    set_whole (v);
  else
    set_element (v, chance (50) ? "@1" : "@2");
}

/* ---- What contains other statements.  */

static void
do_if (unsigned depth)
{
  line ("if (@c)");
  braces (between (1, 3), depth);
  if (chance (50))
    {
      line ("else");
      braces (between (1, 3), depth);
    }
}

/* A loop of a few rounds.  In it nothing goes on to the next iteration of the
   simd loop.  */
static void
do_loop (unsigned depth)
{
  unsigned id = fresh (), most = repeated > 8 ? 2 : 5;
  struct place outer = place;
  unsigned outer_repeated = repeated, outer_vars = n_vars;
  if (place.in_simd)
    place.leave = NULL;
  if (chance (70))
    {
      char *limit = chance (50) ? str ("%uu", between (1, most))
		    : str ("1u + @1 %% %uu", most);
      line ("for (unsigned j%u = 0; j%u < %s; j%u++)", id, id, limit, id);
      add_var (SCALAR, str ("j%u", id), UNSIGNED, 0, false);
      repeated *= most;
      braces (between (1, 3), depth);
    }
  else
    {
      bool first = chance (60);
      line ("unsigned w%u = %s@1 %% %uu;", id, first ? "" : "1u + ", most);
      line ("%s", first ? str ("while (w%u-- > 0u)", id) : "do");
      repeated *= most;
      braces (between (1, 3), depth);
      if (!first)
	line ("while (--w%u > 0u);", id);
    }
  n_vars = outer_vars;
  repeated = outer_repeated;
  place = outer;
}

static void
do_switch (unsigned depth)
{
  unsigned n = between (2, 4);
  line ("switch (@1 %% %uu)", n + 1);
  open_brace ();
  for (unsigned i = 0; i < n; i++)
    {
      line ("case %uu:", i);
      braces (between (1, 2), depth);
      line (chance (75) ? "break;" : "/* Fall through.  */");
    }
  line ("default:");
  do_accumulate (depth);
  close_brace ();
}

static void
do_block (unsigned depth)
{
  braces (between (1, 4), depth);
}

/* A block that a goto inside it may leave.  */
static void
do_label (unsigned depth)
{
  char *outer = label;
  label = str ("out%u", fresh ());
  braces (between (2, 4), depth);
  line ("%s:;", label);
  label = outer;
}

static void
do_leave (unsigned depth)
{
  if (label && chance (60))
    line ("if (@c) goto %s;", label);
  else if (place.leave)
    {
      line ("if (@c)");
      line ("  %s", place.leave);
    }
  else
    do_accumulate (depth);
}

/* ---- Calls.  */

/* An array, or the address of a scalar, for a function that reads and writes
   elements of type unsigned; *LENGTH is how many there are.  */
static char *
some_elements (char **length)
{
  struct var *v = some_array (UNSIGNED, 1);
  if (v)
    {
      *length = v->length;
      return v->name;
    }
  for (unsigned i = n_vars; i-- > 0;)
    if (vars[i].kind == SCALAR && vars[i].type == UNSIGNED && vars[i].writable)
      {
	*length = "1u";
	return str ("&%s", vars[i].name);
      }
  return NULL;
}

static void
do_fold (unsigned depth)
{
  struct var *v = some_var (ARRAY);
  if (v)
    line ("r = r * 5u + fold%u (%s, %s);", v->type, v->name, v->length);
  else
    do_accumulate (depth);
}

static void
do_record (unsigned depth)
{
  struct var *v = some_var (RECORD), *w = some_var (RECORD);
  if (!v)
    do_assign (depth);
  else if (v->type == w->type && v != w && chance (50))
    line ("%s = @c ? %s : make_s%u (@1);", v->name, w->name, v->type);
  else if (v->type == w->type && chance (40))
    line ("%s = join_s%u (%s, %s);", v->name, v->type, v->name, w->name);
  else
    line (chance (50) ? "r += step_s%u (&%s, @1);"
	  : "r ^= mix_s%u (%s, @1);", v->type, v->name);
}

static void
do_copy (unsigned depth)
{
  struct var *v = some_var (ARRAY);
  struct var *w = v ? some_array (v->type, 1) : NULL;
  if (!w || v == w || !v->n)
    do_fold (depth);
  else
    line ("__builtin_memcpy (%s, %s, %u);", v->name, w->name,
	  type_sizes[v->type] * (v->n < w->n ? v->n : w->n));
}

static void
do_bump (unsigned depth)
{
  char *length, *p = some_elements (&length);
  if (!p)
    do_accumulate (depth);
  else if (cxx && chance (50))
    line ("r += bump_ref (*%s, @1);", p);
  else
    line ("r += bump (%s, @1);", p);
}

static void
do_body_call (unsigned depth)
{
  char *length, *p = some_elements (&length);
  if (!p || !n_bodies)
    do_accumulate (depth);
  else
    line ("r = r * 3u + g%u (@1, %s, %s);", rnd (n_bodies), p, length);
}

/* Functions with large or unknown frames; they are called in few places.  */
static void
do_far_call (unsigned depth)
{
  char *length, *p = some_elements (&length);
  unsigned id = fresh ();
  switch (rnd (p ? 6 : 3))
    {
    case 0:
      line ("r += grab (1u + @1 %% 30u, @1);");
      break;
    case 1:
      line ("{");
      line ("  double d%u = (double) @1;", id);
      line ("  int e%u;", id);
      line ("  r += (unsigned) (sin (d%u) * sin (d%u) + cos (d%u) * cos (d%u)"
	    " > 0.5);", id, id, id, id);
      line ("  r += (unsigned) (frexp (d%u + 1, &e%u) * 1024) * 64u;", id, id);
      line ("  r += (unsigned) e%u;", id);
      line ("}");
      break;
    case 2:
      if (place.in_simd && repeated <= 8)
	line ("r ^= nest (@1, 1u + @0 %% 40u);");
      else
	do_accumulate (depth);
      break;
    case 3:
      line ("r += walk (%s, %s, @1 %% 4u, @1);", p, length);
      break;
    default:
      line ("{");
      line ("  unsigned (*f%u) (unsigned *, unsigned) = @c ? op0 : @c ? op1"
	    " : op2;", id);
      line ("  r = r * 3u + f%u (%s, @1);", id, p);
      line ("}");
      break;
    }
}

/* Functions whose frames vary from lane to lane.  */
static void
do_varying (unsigned depth)
{
  if (!has_varying)
    do_far_call (depth);
  else if (chance (60))
    line ("r = r * 3u + vary (1u + @1 %% 9u, @1);");
  else
    line ("r ^= grow (@1 %% 3u, 1u + @0 %% 12u, @1);");
}

/* Objects, copied and assigned.  */
static void
do_object (unsigned depth)
{
  if (!has_objects || repeated > 8)
    do_record (depth);
  else
    line ("r = r * 5u + copies%u (@1, @0);", rnd (2));
}

/* newlib: text, sorting, printing.  */
static void
do_library (unsigned depth)
{
  struct var *v = some_array (UNSIGNED, 2);
  unsigned id = fresh ();
  (void) depth;
  switch (rnd (4))
    {
    case 0:
      line ("{");
      line ("  char t%u[30];", id);
      line ("  r += (unsigned) snprintf (t%u, sizeof t%u, \"%%u:%%d\", @1,"
	    " (int) (@0 & 4095u));", id, id);
      line ("  r = r * 7u + fold0 ((unsigned char *) t%u, (unsigned) strlen"
	    " (t%u));", id, id);
      line ("}");
      break;
    case 1:
      line ("{");
      line ("  char t%u[40] = \"lane\";", id);
      line ("  memset (t%u + 1, 'a' + (int) (@1 %% 26u), 1 + @1 %% 9u);", id);
      line ("  t%u[4 + @0 %% 7u] = 0;", id);
      line ("  strcat (t%u, @c ? \"+\" : \"-=-\");", id);
      line ("  r = r * 7u + (unsigned) strlen (t%u) + (unsigned) t%u[@0"
	    " %% 4u];", id, id);
      line ("}");
      break;
    case 2:
      if (repeated <= 4)
	line ("printf (\"# %%u %%u %%s %%u %%g %%u\\n\", x, @1, @c ? \"one\" :"
	      " \"other\", @1, (double) (@0 & 255u), @0);");
      break;
    default:
      if (v && v->n <= 100)
	line ("qsort (%s, %u, sizeof (unsigned), compare);", v->name, v->n);
      break;
    }
}

static void
do_lambda (unsigned depth)
{
  struct var *v = some_array (UNSIGNED, 1);
  unsigned id = fresh ();
  if (!cxx || !v)
    {
      do_if (depth);
      return;
    }
  line ("auto f%u = [&] (unsigned k) { %s[k %% %s] += k; return %s[0] ^ @1; };",
	id, v->name, v->length, v->name);
  line ("r += f%u (@1);", id);
  line ("r += f%u (@1) * 3u;", id);
}

/* ---- Bodies.  */

static const struct
{
  unsigned char weight;
  bool nests;
  void (*print) (unsigned depth);
} statements[] =
{
  { 20, false, do_assign },
  { 10, false, do_accumulate },
  { 12, true, do_if },
  { 12, true, do_loop },
  { 5, true, do_switch },
  { 6, true, do_block },
  { 4, true, do_label },
  { 6, false, do_leave },
  { 8, false, do_fold },
  { 10, false, do_record },
  { 4, false, do_copy },
  { 6, false, do_bump },
  { 10, false, do_body_call },
  { 4, false, do_far_call },
  { 4, false, do_varying },
  { 3, false, do_object },
  { 4, false, do_library },
  { 3, true, do_lambda }
};

static void
emit_statement (unsigned depth)
{
  enum { N = sizeof statements / sizeof *statements };
  unsigned char weights[N];
  for (unsigned i = 0; i < N; i++)
    weights[i] = depth || !statements[i].nests ? statements[i].weight : 0;
  statements[weighted (weights, N)].print (depth);
}

void
emit_body (unsigned fuel, unsigned depth)
{
  unsigned outer = n_vars;
  for (unsigned n = between (1, 3); n; n--)
    declare_var (true);
  for (; fuel; fuel--)
    emit_statement (depth);
  /* What was computed has to be seen.  */
  unsigned seen = 0;
  for (unsigned i = outer; i < n_vars && seen < 4; i++)
    if (chance (70))
      {
	char *value = value_of (&vars[i]);
	line ("r = r * 31u + %s;", value);
	seen++;
      }
  n_vars = outer;
}
