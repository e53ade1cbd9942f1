/* Generator of random OpenMP and OpenACC programs: loops in one construct, and
   loops within each other.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"
#include "../directives.h"

#include <string.h>

/* Combined constructs, and what they may have.  */
static const struct form
{
  const char *text;
  unsigned weight : 8, schedule : 1, dist : 1, simd : 1, last : 1, atomic : 1,
    threads : 1, teams : 1;
} forms[] =
{
  { "target teams distribute parallel for", 40, 1, 1, 0, 1, 1, 1, 1 },
  { "target teams distribute parallel for simd", 20, 1, 1, 1, 1, 1, 1, 1 },
  { "target parallel for", 20, 1, 0, 0, 1, 1, 1, 0 },
  { "target parallel for simd", 10, 1, 0, 1, 1, 1, 1, 0 },
  { "target teams distribute", 8, 0, 1, 0, 1, 1, 0, 1 },
  { "target teams distribute simd", 8, 0, 1, 1, 1, 1, 0, 1 },
  { "target simd", 6, 0, 0, 1, 1, 0, 0, 0 },
  { "target teams loop", 6, 0, 0, 0, 0, 0, 0, 1 },
  { "target parallel loop", 4, 0, 0, 0, 0, 0, 0, 0 }
};

char *
schedule_clause (void)
{
  static const char *const kinds[] =
  {
    "static", "static", "dynamic", "guided", "auto", "runtime",
    "nonmonotonic: dynamic", "monotonic: static"
  };
  if (chance (45))
    return "";
  unsigned k = rnd (8);
  return k != 4 && k != 5 && chance (50)
	 ? str (" schedule(%s, %u)", kinds[k], between (1, 20))
	 : str (" schedule(%s)", kinds[k]);
}

/* What an iteration adds to the counters COUNT and the variable SUM, by
   atomics, and if CRITICAL by critical sections, which exclude threads of one
   team.  */

static void
shared_work (const char *count, const char *sum, bool critical)
{
  switch (rnd (critical ? 5 : 3))
    {
    case 0:
      line ("#pragma omp atomic update");
      line ("%s[r %% 8u] %s;", count,
	    chance (50) ? "+= r" : chance (50) ? "^= r" : "-= r % 50u");
      break;
    case 1:
      line ("#pragma omp atomic");
      line ("%s += (r %% 64u);", sum);
      break;
    case 2:
      open_brace ();
      line ("unsigned was;");
      line ("#pragma omp atomic capture%s", chance (30) ? " seq_cst" : "");
      line (chance (50) ? "{ was = %s[3]; %s[3]++; }" : "was = %s[3]++;",
	    count, count);
      line ("#pragma omp atomic");
      line ("%s[5] += was;", count);
      close_brace ();
      break;
    case 3:
      line ("#pragma omp critical%s", chance (50) ? " (name)" : "");
      line ("{ %s[1] += r; %s[2] = %s[2] ^ r; }", count, count, count);
      break;
    default:
      line ("if (r %% 5u == 0)");
      open_brace ();
      line ("#pragma omp critical");
      line ("%s[6] += r;", count);
      close_brace ();
    }
}

/* Clauses of F for sizes and schedules.  */

static char *
form_clauses (const struct form *f)
{
  char *text = "";
  if (f->schedule)
    text = schedule_clause ();
  text = str ("%s%s", text, size_clauses (f->dist, f->teams, f->threads));
  if (f->simd && chance (15))
    text = str ("%s %s", text, chance (50) ? "safelen(8)" : "simdlen(4)");
  if (chance (6))
    text = str ("%s if(target: go > 3)", text);
  return text;
}

/* The heads of DEPTH loops, of N[0] iterations with the variable i0 and so
   on.  */

static void
loop_heads (const unsigned *n, unsigned depth)
{
  for (unsigned k = 0; k < depth; k++)
    switch (rnd (4))
      {
      case 0:
	line ("for (unsigned i%u = 0; i%u < %uu; i%u++)", k, k, n[k], k);
	break;
      case 1:
	line ("for (int i%u = 0; i%u != %u; ++i%u)", k, k, n[k], k);
	break;
      case 2:
	line ("for (long long i%u = %u; i%u >= 0; i%u--)", k, n[k] - 1, k, k);
	break;
      default:
	line ("for (int i%u = 0; i%u <= %u; i%u += 1)", k, k, n[k] - 1, k);
      }
}

/* The same, of which the bounds of some depend on the variable of the loop outside.  All of
   them stay within the N[k] values.  */

static void
dependent_heads (const unsigned *n, unsigned depth)
{
  static const char *const types[] = { "int", "unsigned", "long long" };
  const char *t = types[rnd (3)];
  line ("for (%s i0 = 0; i0 < %u; i0++)", t, n[0]);
  for (unsigned k = 1; k < depth; k++)
    {
      unsigned kind = rnd (6);
      if (kind == 1 && n[k - 1] <= n[k])
	line ("for (%s i%u = 0; i%u <= i%u; i%u++)", t, k, k, k - 1, k);
      else if (kind == 2 && 2 * n[k - 1] + 2 <= n[k])
	line ("for (%s i%u = 2 * i%u; i%u < 2 * i%u + 4; i%u++)", t, k, k - 1, k, k - 1, k);
      else if (kind == 3)
	/* The factor must be a multiple of the step.  */
	line ("for (%s i%u = 2 * i%u + 1; i%u < %u; i%u += %u)", t, k, k - 1, k, n[k], k,
	      between (1, 2));
      else if (kind == 4 && *t != 'u')
	line ("for (%s i%u = %u; i%u >= i%u; i%u--)", t, k, n[k] - 1, k, k - 1, k);
      else if (kind == 5)
	line ("for (%s i%u = 0; i%u < %u; i%u++)", t, k, k, n[k], k);
      else
	line ("for (%s i%u = i%u; i%u < %u; i%u++)", t, k, k - 1, k, n[k], k);
    }
}

void
loop_region (void)
{
  const struct form *f = PICK (forms, N_OF (forms));
  unsigned depth = chance (65) ? 1 : between (2, 3), n[3], all = 1;
  for (unsigned k = 0; k < depth; k++)
    all *= n[k] = depth == 1 ? between (1, 400) : between (1, depth == 2 ? 20
							       : 7);
  unsigned n_in = between (1, 3), n_out = between (1, 2), n_red;
  struct array in[3], out[2];
  struct reduction red[2];
  char *maps = "", *clauses = form_clauses (f);
  bool loop = !f->last && !f->schedule && !f->dist;
  /* With simd, GCC 11 and 12 do not get three loops right of which bounds depend on others.
     There must be no schedule.  */
  bool dependent = depth > 1 && !loop && (depth == 2 || !f->simd) && chance (50);
  while (dependent && strstr (clauses, "schedule"))
    clauses = form_clauses (f);
  for (unsigned k = 0; k < n_in; k++)
    {
      in[k] = declare_array (N_TYPES, between (1, 60), false);
      maps = str ("%s map(to: %s)", maps, section (&in[k]));
    }
  for (unsigned k = 0; k < n_out; k++)
    {
      out[k] = declare_array (N_TYPES, all, chance (60));
      maps = str ("%s map(%s: %s)", maps, chance (50) && !dependent ? "from" : "tofrom",
		  section (&out[k]));
    }
  n_red = chance (50) ? between (1, 2) : 0;
  for (unsigned k = 0; k < n_red; k++)
    {
      red[k] = declare_reduction (!f->simd);
      clauses = str ("%s%s", clauses, reduction_clause (&red[k]));
      maps = str ("%s map(tofrom: %s)", maps, reduction_section (&red[k]));
    }
  bool last = f->last && !dependent && chance (25), shared = f->atomic && chance (35);
  bool priv = chance (30), first = chance (40), record = chance (25);
  if (last)
    {
      line ("unsigned last = 1;");
      clauses = str ("%s lastprivate(last)", clauses);
      maps = str ("%s map(tofrom: last)", maps);
    }
  if (shared)
    {
      line ("unsigned count[8] = { 1, 2, 3 };");
      line ("%s sum = 5;", chance (50) ? "double" : "unsigned long long");
      maps = str ("%s map(tofrom: count, sum)", maps);
    }
  if (priv)
    {
      line ("unsigned p = 77, pa[5] = { 1 };");
      clauses = str ("%s private(p, pa)", clauses);
    }
  first &= !loop && strcmp (f->text, "target simd");
  record &= first;
  if (first)
    {
      line ("unsigned f = %u, fa[3] = { 4, %u, 6 };", rnd (999), rnd (999));
      clauses = str ("%s firstprivate(f, fa)", clauses);
    }
  if (record)
    {
      line ("struct record fr = make_record (%uu);", rnd (99999));
      clauses = str ("%s firstprivate(fr)", clauses);
    }
  line ("#pragma omp %s%s%s%s", f->text, maps, clauses,
	depth > 1 ? str (" collapse(%u)", depth) : "");
  if (dependent)
    dependent_heads (n, depth);
  else
    loop_heads (n, depth);
  open_brace ();
  line ("unsigned x = %s;", depth == 1 ? "i0" : depth == 2
	? str ("i0 * %u + i1", n[1])
	: str ("(i0 * %u + i1) * %u + i2", n[1], n[2]));
  line ("unsigned r = x * 2654435761u;");
  add_value ("x");
  add_value ("r");
  for (unsigned k = 0; k < n_in; k++)
    add_array (&in[k]);
  if (first)
    {
      add_value ("f");
      add_value (str ("fa[%u]", rnd (3)));
    }
  if (record)
    add_value ("(unsigned) fr.d");
  if (priv)
    {
      line ("p = @1;");
      line ("for (int k = 0; k < 5; k++) pa[k] = p * k + x;");
      add_value ("p");
      add_value ("pa[x % 5u]");
    }
  emit_body (between (2, 6), 2, !f->simd && !loop);
  for (unsigned k = 0; k < n_out; k++)
    line ("%s[%u + x] = %s;", out[k].name, out[k].from,
	  to_type (out[k].type, k ? "(r ^ x)" : "r"));
  for (unsigned k = 0; k < n_red; k++)
    reduce (&red[k], "x");
  if (shared)
    shared_work ("count", "sum", !f->simd && f->threads && !f->teams);
  if (last)
    line ("last = r;");
  close_brace ();
  forget_values (0);
  for (unsigned k = 0; k < n_out; k++)
    show_array (&out[k]);
  for (unsigned k = 0; k < n_red; k++)
    show_reduction (&red[k]);
  if (last)
    show (T_UNSIGNED, "last");
  if (shared)
    {
      line ("for (int k = 0; k < 8; k++)");
      line ("  printf (\"%%s count %%u\\n\", __func__, count[k]);");
      line ("printf (\"%%s sum %%g\\n\", __func__, (double) sum);");
    }
}

/* Teams, iterations of teams, and threads or lanes in each.  */

void
nested_region (void)
{
  unsigned n = between (1, 24), m = between (1, 70);
  struct array in = declare_array (N_TYPES, between (1, 60), false);
  struct array out = declare_array (N_TYPES, n * m, chance (60));
  struct array rows = declare_array (N_TYPES, n, chance (60));
  struct reduction inner, outer;
  bool total = chance (40), second = chance (40);
  if (total)
    outer = declare_reduction (false);
  line ("#pragma omp target teams%s%s map(to: %s) map(tofrom: %s, %s%s%s)%s",
	chance (60) ? str (" num_teams(%u)", between (1, 6)) : "",
	chance (30) ? str (" thread_limit(%u)", between (1, 12)) : "",
	section (&in), section (&out), section (&rows), total ? ", " : "",
	total ? reduction_section (&outer) : "",
	total ? reduction_clause (&outer) : "");
  open_brace ();
  line ("unsigned own[6] = { 1, 2, %u };", rnd (100));
  line ("#pragma omp distribute%s", chance (40)
	? str (" dist_schedule(static, %u)", between (1, 5)) : "");
  line ("for (int i = 0; i < %u; i++)", n);
  open_brace ();
  line ("unsigned r = i * 40503u, keep = 0;");
  line ("for (int k = 3; k < 6; k++) own[k] = i * k;");
  add_value ("(unsigned) i");
  add_value ("own[i % 6]");
  add_array (&in);
  inner = declare_reduction (false);
  emit_body (between (0, 2), 1, false);
  line ("keep = r;");
  add_value ("keep");
  line ("#pragma omp parallel for%s%s%s%s", chance (25) ? " simd" : "",
	chance (30) ? str (" num_threads(%u)", between (1, 9)) : "",
	schedule_clause (), reduction_clause (&inner));
  line ("for (int j = 0; j < %u; j++)", m);
  open_brace ();
  line ("unsigned r = keep + j * 77u;");
  unsigned mark = value_count ();
  add_value ("(unsigned) j");
  add_value ("r");
  emit_body (between (1, 4), 2, false);
  line ("%s[%u + i * %u + j] = %s;", out.name, out.from, m,
	to_type (out.type, "r"));
  reduce (&inner, "j");
  close_brace ();
  forget_values (mark);
  line ("r = keep ^ (unsigned) (int) %s;", inner.name);
  if (second)
    {
      line ("unsigned most = 0;");
      line ("#pragma omp parallel for reduction(max: most)");
      line ("for (int j = 0; j < %u; j++)", m);
      open_brace ();
      line ("unsigned e = (@2 + j) %% 1000u;");
      line ("if (e > most) most = e;");
      close_brace ();
      line ("r += most;");
    }
  line ("%s[%u + i] = %s;", rows.name, rows.from, to_type (rows.type, "r"));
  if (total)
    reduce (&outer, "i");
  close_brace ();
  close_brace ();
  forget_values (0);
  show_array (&out);
  show_array (&rows);
  if (total)
    show_reduction (&outer);
}
