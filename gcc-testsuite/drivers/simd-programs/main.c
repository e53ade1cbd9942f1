/* Generator of random programs with simd loops: the program and its loops.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: GENERATOR SEED [LANGUAGE], where LANGUAGE is c or c++ (by default
   that which the seed chooses), prints a program.  Compiled without -fopenmp
   it computes on the host what it should compute on the device; it prints the
   same lines, of which those with # in front come in any order.  */

#include "gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_LOOPS = 3 };

/* What a loop is written in.  */
enum form
{
  ALONE, PARALLEL, TEAMS, ROUNDS, INNER, FUNCTION, LOOP, COLLAPSED
};
static const unsigned char form_weights[] = { 25, 20, 20, 10, 8, 7, 5, 5 };

/* A loop's form, iterations and clauses, and what it has in common for all
   iterations.  The common variables follow its results in out[].  */
struct loop
{
  unsigned number, n;
  enum form form;
  char *clauses, *pragma, *ordered;
  enum { NO_REDUCTION, SUM, LARGER, JOINED } reduction;
  bool last, linear, atomic;
  bool mapped_step;		/* The step comes from the host.  */
  char *step;			/* Of the linear clause.  */
  char *head;			/* See choose_head.  */
  char *iteration;		/* Its number, computed from the counter at; null
				   if that is i, and the number.  */
  unsigned n_private, first_private;
};

static void
add_clause (struct loop *l, const char *clause)
{
  l->clauses = str ("%s %s", l->clauses, clause);
}

/* The names of the private variables that the loop has.  */
static void
private_clause (struct loop *l)
{
  char *list = "";
  for (unsigned i = 0; i < l->n_private; i++)
    list = str ("%s%s%s", list, i ? ", " : "",
		vars[l->first_private + i].name);
  if (l->n_private)
    add_clause (l, str ("private(%s)", list));
}

/* The linear clause of L: its variable, and a step that is a number, or that
   the compiler knows, or does not.  */
static void
linear_clause (struct loop *l)
{
  static const char *const types[] =
    { "unsigned", "unsigned long", "long long", "signed char", "short",
      "unsigned char", "unsigned short" };
  static const char *const values[] =
    { "4", "go + 1", "(int) stride (go)", "tab[2] & 7" };
  line ("%s lin = 7;", types[rnd (7)]);
  l->step = "3";
  if (chance (70))
    {
      if (!l->mapped_step)
	line ("int step = %s;", values[rnd (l->form == PARALLEL ? 2 : 4)]);
      l->step = "step";
    }
  add_clause (l, str ("linear(lin: %s)", l->step));
}

/* The reduction clause of L, with its variable.  */
static void
reduction_clause (struct loop *l)
{
  static const char *const clauses[] =
    { "", "reduction(+: sum)", "reduction(larger: sum)",
      "reduction(join: sum)" };
  if (l->reduction == JOINED)
    line ("struct pair sum = { 5, 6 };");
  else
    line ("unsigned sum = 5;");
  add_clause (l, clauses[l->reduction]);
}

/* Choose how L counts, by a pointer into an array or by a number, up or down, and
   declare what that names.  The counter may be declared before the loop.  A counter of
   a small type passes its end if it counts on behind the loop, and so does one that
   ends at the end of its type.  */
static void
choose_head (struct loop *l)
{
  static const char *const types[] =
    { "int", "long long", "short", "unsigned char", "unsigned long" };
  l->iteration = NULL;
  l->head = str ("for (unsigned i = 0; i < %u; i++)", l->n);
  if ((l->form > TEAMS && l->form != FUNCTION) || !chance (30))
    return;
  bool pointer = chance (50), before = chance (50);
  unsigned step = chance (50) ? 1 : between (2, 5), which = rnd (5);
  unsigned past = l->n * step;
  if (past >= 250 && which == 3)
    which = 0;
  bool down = (pointer || which < 3) && chance (30);
  char *type = pointer ? "unsigned *" : str ("%s ", types[which]);
  char *declared = before ? "" : type;
  char *by = step == 1 && chance (50) ? down ? "at--" : "++at"
	     : str ("at %c= %u", down ? '-' : '+', step);
  if (pointer)
    line ("unsigned slots[%u];", past + 1);
  if (before)
    line ("%sat;", type);
  /* Where the numbers begin: of a pointer that is left out.  */
  static const char *const most[] =
    { "2147483647", "9223372036854775807", "32767", "255",
      "18446744073709551615ul" };
  char *base = "0";
  if (!pointer && !down && chance (35))
    base = str ("(%s)(%s - %u%s)", type, most[which], past,
		chance (50) ? " + (go - go)" : "");
  /* A pointer that goes down ends at the array's first element.  */
  char *first = pointer ? down ? str ("&slots[%u]", step)
			: chance (50) ? "slots" : "&slots[0]"
		: chance (50) ? base : str ("%s + (go - go)", base);
  char *last = pointer ? str ("&slots[%u]", past)
	       : strcmp (base, "0") != 0
	       ? str ("(%s)%s%s", type, most[which],
		      chance (50) ? " + (go - go)" : "")
	       : str ("%u", down ? past - step : past);
  if (down)
    l->head = str ("for (%sat = %s; at >= %s; %s)", declared, last, first, by);
  else
    l->head = str ("for (%sat = %s; at %s %s; %s)", declared, first,
		   step == 1 && chance (30) ? "!=" : "<", last, by);
  l->iteration = str ("(unsigned) (at - %s) / %u%s", pointer ? "slots" : base, step,
		      pointer && down ? " - 1" : "");
}

/* Choose clauses for the loop L and declare what they name.  */
static void
choose_clauses (struct loop *l)
{
  bool plain = l->form == ALONE || l->form == FUNCTION;
  bool any = plain || l->form == PARALLEL || l->form == TEAMS;
  l->clauses = "";
  choose_head (l);
  l->ordered = NULL;
  l->reduction = NO_REDUCTION;
  if ((any || l->form == LOOP) && chance (35))
    l->reduction = chance (60) ? SUM : chance (50) ? LARGER : JOINED;
  l->last = any && chance (20);
  l->linear = (l->mapped_step
	       || ((plain || l->form == PARALLEL) && chance (18)));
  l->atomic = any && chance (10);
  if (l->last)
    line ("unsigned last = 6;");
  if (l->atomic)
    line ("unsigned count = 8;");
  if (plain && chance (3))
    {
      line ("unsigned order = 9;");
      l->ordered = "order = order * 5u + x;";
    }
  l->n_private = 0;
  l->first_private = n_vars;
  if (l->form != ROUNDS && l->form != INNER && chance (40))
    for (l->n_private = between (1, 3); n_vars < l->first_private
	 + l->n_private;)
      declare_var (false);
  private_clause (l);
  if (l->reduction)
    reduction_clause (l);
  if (l->last)
    add_clause (l, "lastprivate(last)");
  if (l->linear)
    linear_clause (l);
  if (l->form != LOOP && chance (8))
    add_clause (l, chance (50) ? "safelen(16)" : "simdlen(8)");
  if (plain && chance (5))
    add_clause (l, "if(go > 3)");
}

/* What a combined construct maps for the clauses.  */
static char *
mapped (const struct loop *l)
{
  return str ("map(tofrom: out[:%u]%s%s%s%s%s)", l->n,
	      strstr (l->head, "slots") ? ", slots" : "",
	      l->reduction ? ", sum" : "", l->last ? ", last" : "",
	      l->linear ? ", lin" : "", l->atomic ? ", count" : "");
}

/* The body of the simd loop L, whose number of the iteration is X and whose
   result goes to STORE.  BEFORE is a statement at its beginning.  */
static void
loop_body (const struct loop *l, const char *x, const char *store,
	   const char *before)
{
  static struct var privates[8];
  memcpy (privates, vars + l->first_private, l->n_private * sizeof *vars);
  n_vars = 0;
  add_var (ARRAY, "tab", UNSIGNED, 16, false);
  add_var (SCALAR, "x", UNSIGNED, 0, false);
  open_brace ();
  if (l->iteration)
    line ("unsigned i = %s;", l->iteration);
  line ("unsigned x = %s, r = x;", x);
  if (*before)
    line ("%s", before);
  if (l->linear)
    {
      line ("r += lin * 3u;");
      line ("lin += %s;", l->step);
    }
  for (unsigned i = 0; i < l->n_private; i++)
    {
      set_whole (&privates[i]);
      vars[n_vars++] = privates[i];
    }
  if (l->last)
    line ("last = @2;");
  if (l->reduction == SUM)
    line ("sum += @2;");
  else if (l->reduction == LARGER)
    line ("sum = larger_of (sum, @2);");
  else if (l->reduction == JOINED)
    {
      line ("sum.n += @2;");
      line ("sum.m ^= @2;");
    }
  if (l->atomic)
    {
      puts ("#pragma omp atomic");
      line ("count += @1;");
    }
  if (l->ordered)
    {
      puts ("#pragma omp ordered simd");
      line ("{ %s }", l->ordered);
    }
  repeated = 1;
  /* One `unordered' statement of leaving is enough.  */
  place.leave = str ("{ %s = r; continue; }", store);
  place.in_simd = true;
  allow_vla = !cxx && (l->form == ALONE || l->form == FUNCTION
		       || l->form == ROUNDS);
  emit_body (between (2, 8), 3);
  line ("%s = r;", store);
  close_brace ();
  n_vars = 0;
}

/* The heads of loops; the pragma starts in the first column.  */
static void
simd_loop (const struct loop *l, const char *pragma)
{
  printf ("#pragma omp %s%s\n", pragma, l->clauses);
  line ("%s", l->head);
}

/* Results of the clauses, after the loop.  */
static void
store_common (const struct loop *l)
{
  if (l->reduction)
    line ("out[%u] = %s;", l->n,
	  l->reduction == JOINED ? "sum.n * 3u + sum.m" : "sum");
  if (l->last)
    line ("out[%u] = last;", l->n + 1);
  if (l->linear)
    line ("out[%u] = (unsigned) lin;", l->n + 2);
  if (l->atomic)
    line ("out[%u] = count;", l->n + 3);
  if (l->ordered)
    line ("out[%u] = order;", l->n + 4);
}

/* Outer rounds of two loops each; what one writes the next one reads
   elsewhere.  */
static void
rounds (struct loop *l)
{
  unsigned n = l->n;
  printf ("#pragma omp target map(tofrom: out[:%u])\n", n);
  open_brace ();
  line ("unsigned shared[%u];", n);
  line ("for (unsigned i = 0; i < %u; i++)", n);
  line ("  shared[i] = i * 7u + 3u;");
  line ("for (unsigned round = 0; round < %u; round++)", between (1, 3));
  open_brace ();
  line ("unsigned own[%u];", n);
  choose_clauses (l);
  simd_loop (l, "simd");
  loop_body (l, "i", "own[i]",
	     str ("r += shared[(i + %u) %% %u] + round;", rnd (n), n));
  l->clauses = "";
  simd_loop (l, "simd");
  loop_body (l, "i", "shared[i]",
	     str ("r ^= own[(i * 3 + %u) %% %u];", rnd (n), n));
  close_brace ();
  line ("for (unsigned i = 0; i < %u; i++)", n);
  line ("  out[i] = shared[i];");
  close_brace ();
}

/* A simd loop inside a parallel loop, and two loops collapsed.  */
static void
two_loops (struct loop *l)
{
  static const char *const pragmas[] =
    { "simd", "parallel for simd", "teams distribute parallel for simd" };
  unsigned columns = between (2, 40), rows = l->n / columns + 1;
  l->n = rows * columns;
  char *x = str ("i * %uu + j", columns), *store = str ("out[%s]", x);
  if (l->form == INNER)
    {
      choose_clauses (l);
      printf ("#pragma omp target parallel for %s\n", mapped (l));
      line ("for (unsigned i = 0; i < %u; i++)", rows);
      open_brace ();
      line ("unsigned row[%u];", between (1, 30));
      line ("fill5 (row, sizeof row / sizeof *row, i);");
      printf ("#pragma omp simd%s\n", l->clauses);
      line ("for (unsigned j = 0; j < %u; j++)", columns);
      loop_body (l, x, store, "r += row[j % (sizeof row / sizeof *row)];");
      close_brace ();
      return;
    }
  unsigned which = rnd (3);
  if (which == 0)
    {
      printf ("#pragma omp target %s\n", mapped (l));
      open_brace ();
    }
  choose_clauses (l);
  printf ("#pragma omp %s%s collapse(2)%s %s\n", which ? "target " : "",
	  pragmas[which], l->clauses, which ? mapped (l) : "");
  line ("for (unsigned i = 0; i < %u; i++)", rows);
  line ("for (unsigned j = 0; j < %u; j++)", columns);
  loop_body (l, x, store, "");
  if (which == 0)
    close_brace ();
}

/* Loops in one construct, or in a target region.  */
static void
one_loop (struct loop *l)
{
  static const char *const pragmas[] =
    { "simd", "target parallel for simd",
      "target teams distribute parallel for simd" };
  if (l->form == ALONE || l->form == FUNCTION)
    {
      if (l->form == ALONE)
	{
	  l->mapped_step = chance (4);
	  if (l->mapped_step)
	    line ("int step = %u;", between (1, 9));
	  printf ("#pragma omp target map(tofrom: out[:%u])%s\n", l->n + 5,
		  l->mapped_step ? " map(to: step)" : "");
	}
      open_brace ();
      choose_clauses (l);
      simd_loop (l, "simd");
      loop_body (l, "i", "out[i]", "");
      store_common (l);
      close_brace ();
      return;
    }
  choose_clauses (l);
  simd_loop (l, str ("%s %s", l->form == LOOP ? "target teams loop"
		     : pragmas[l->form], mapped (l)));
  loop_body (l, "i", "out[i]", "");
  store_common (l);
}

/* The function loopN, which fills out[] by a loop; the number of results.  */
static unsigned
emit_loop (unsigned number)
{
  static const unsigned least[] = { 1, 30, 40 }, most[] = { 8, 35, 100 };
  static const unsigned char weights[] = { 10, 20, 70 };
  struct loop l = { .number = number, .clauses = "", .head = "" };
  unsigned w = weighted (weights, 3);
  l.form = weighted (form_weights, sizeof form_weights);
  l.n = between (least[w], most[w]);
  n_vars = 0;
  add_var (ARRAY, "tab", UNSIGNED, 16, false);
  bytes_left = chance (60) ? 400 : 6000;
  repeated = 1;
  allow_vla = false;
  if (l.form == FUNCTION)
    {
      puts ("#pragma omp declare target");
      line ("static NOIPA void inside%u (unsigned *out, int go)", number);
      one_loop (&l);
      puts ("#pragma omp end declare target");
    }
  line ("static NOIPA void loop%u (unsigned *out, int go)", number);
  open_brace ();
  if (l.form == FUNCTION)
    {
      printf ("#pragma omp target map(tofrom: out[:%u])\n", l.n + 5);
      line ("inside%u (out, go);", number);
    }
  else if (l.form == ROUNDS)
    rounds (&l);
  else if (l.form == INNER || l.form == COLLAPSED)
    two_loops (&l);
  else
    one_loop (&l);
  close_brace ();
  return l.n + 5;
}

static void
emit_main (const unsigned *results)
{
  line ("int main ()");
  open_brace ();
  line ("static unsigned out[1000];");
  line ("setvbuf (stdout, 0, _IOLBF, 0);");
  puts ("#ifdef _OPENMP");
  line ("int host = 1;");
  puts ("#pragma omp target map(tofrom: host)");
  line ("host = omp_is_initial_device ();");
  line ("if (host) { puts (\"there is no device\"); return 2; }");
  puts ("#endif");
  for (unsigned i = 0; i < N_LOOPS; i++)
    {
      line ("memset (out, 0, sizeof out);");
      line ("loop%u (out, %u);", i, chance (50) ? 2 : 5);
      line ("for (unsigned i = 0; i < %u; i++)", results[i]);
      line ("  printf (\"loop %u, %%u: %%08x\\n\", i, out[i]);", i);
    }
  line ("return 0;");
  close_brace ();
}

int
main (int argc, char **argv)
{
  char *end;
  unsigned long seed = argc > 1 ? strtoul (argv[1], &end, 10) : 0;
  if (argc < 2 || argc > 3 || *end || end == argv[1]
      || (argc == 3 && strcmp (argv[2], "c") && strcmp (argv[2], "c++")))
    {
      fprintf (stderr, "usage: %s SEED [c|c++]\n", argv[0]);
      return 2;
    }
  gen_seed (seed);
  cxx = argc == 3 ? argv[2][1] == '+' : seed % 5 == 4;
  line ("/* Random program %lu, %s.  */", seed, cxx ? "C++" : "C");
  line ("#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>");
  line ("#include <string.h>\n#ifdef _OPENMP\n#include <omp.h>\n#endif");
  line ("#define NOIPA __attribute__ ((noipa))");
  line ("#define ALWAYS __attribute__ ((always_inline))");
  emit_types ();
  puts ("#pragma omp declare target");
  line ("unsigned tab[16] = { 3, 14, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26,"
	" 43, 38, 32, 79 };");
  emit_helpers ();
  puts ("#pragma omp end declare target");
  unsigned results[N_LOOPS];
  for (unsigned i = 0; i < N_LOOPS; i++)
    results[i] = emit_loop (i);
  emit_main (results);
  return fflush (stdout) || ferror (stdout);
}
