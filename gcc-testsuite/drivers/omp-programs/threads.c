/* Generator of random OpenMP and OpenACC programs: teams of threads, and
   tasks.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

/* A loop shared by the threads that reads FROM and writes TO, in a parallel
   region; LOCK: that has a lock.  Returns whether it ends with a barrier.  */

static bool
shared_loop (const struct array *from, const struct array *to, bool lock)
{
  bool ordered = chance (12), nowait = !ordered && chance (35);
  bool mine = chance (25);
  bool reduction = chance (30) && !nowait;
  char *clauses = schedule_clause ();
  if (ordered)
    clauses = chance (60) ? " ordered schedule(static, 3)" : " ordered";
  line ("#pragma omp for%s%s%s%s", clauses, nowait ? " nowait" : "",
	!ordered && chance (20) ? " private(tmp)" : "",
	reduction ? " reduction(+: total)" : "");
  line ("for (int i = 0; i < %u; i++)", to->n);
  open_brace ();
  line ("unsigned r = i * 31u + 5u;");
  unsigned mark = value_count ();
  add_value ("(unsigned) i");
  add_value ("r");
  add_array (from);
  emit_body (between (1, 4), 2, false);
  line ("%s[%u + i] = %s;", to->name, to->from, to_type (to->type, "r"));
  if (mine)
    line ("mine[omp_get_thread_num () %% 64] += r %% 99u;");
  if (reduction)
    line ("total += r %% 1000u;");
  if (ordered)
    {
      line ("#pragma omp ordered");
      line ("chain = chain * 5u + r;");
    }
  else
    switch (rnd (6))
      {
      case 0:
	if (!lock)
	  break;
	line ("omp_set_lock (&lock);");
	line ("count[0] += r; count[1] ^= r;");
	line ("omp_unset_lock (&lock);");
	break;
      case 1:
	line ("#pragma omp critical");
	line ("{ count[2] += r; count[3] ^= r >> 3; }");
	break;
      case 2:
	line ("#pragma omp atomic");
	line ("count[4] += r;");
	break;
      }
  close_brace ();
  forget_values (mark);
  return !nowait;
}

/* Something between two loops, which begins after a barrier and ends with
   one.  */

static void
between_loops (void)
{
  unsigned k = between (1, 99);
  switch (rnd (7))
    {
    case 0:
      line ("#pragma omp barrier");
      break;
    case 1:
      line ("#pragma omp single");
      line ("chain = chain * 3u + %uu;", k);
      break;
    case 2:
      line ("#pragma omp master");
      line ("chain = chain * 7u + %uu;", k);
      line ("#pragma omp barrier");
      break;
    case 3:
      line ("#pragma omp single copyprivate(tmp)");
      line ("{ tmp = chain + %uu; }", k);
      line ("#pragma omp for");
      line ("for (int i = 0; i < %uu; i++)", k);
      line ("  {");
      line ("    unsigned add = tmp * i;");
      line ("    #pragma omp atomic");
      line ("    count[5] += add;");
      line ("  }");
      break;
    case 4:
      line ("#pragma omp sections");
      open_brace ();
      line ("#pragma omp section");
      line ("count[6] += %uu;", k);
      line ("#pragma omp section");
      line ("chain ^= %uu;", k * 5);
      line ("#pragma omp section");
      line ("count[7] *= %uu;", k | 1);
      close_brace ();
      break;
    case 5:
      line ("#pragma omp barrier");
      line ("#pragma omp single");
      open_brace ();
      line ("for (unsigned t = 0; t < %uu; t++)", between (1, 9));
      line ("  {");
      line ("    #pragma omp task firstprivate(t)");
      line ("    {");
      line ("      #pragma omp atomic");
      line ("      count[5] += f0 (t, %uu);", k);
      line ("    }");
      line ("  }");
      close_brace ();
      break;
    default:
      line ("#pragma omp barrier");
      line ("#pragma omp flush");
    }
}

void
threads_region (void)
{
  unsigned n_loops = between (1, 4);
  struct array in = declare_array (N_TYPES, between (1, 60), false);
  struct array last = in, outs[4];
  char *maps = str (" map(to: %s)", section (&in));
  for (unsigned k = 0; k < n_loops; k++)
    {
      outs[k] = declare_array (N_TYPES, between (1, 200), false);
      maps = str ("%s map(tofrom: %s)", maps, section (&outs[k]));
    }
  line ("unsigned count[8] = { 0, 0, 0, 0, 0, 0, 0, 1 }, mine[64] = { 0 };");
  line ("unsigned chain = 1, total = 3, of_mine = 0;");
  bool apart = chance (40);
  char *threads = chance (60) ? str (" num_threads(%u)", between (1, 12)) : "";
  line ("#pragma omp target %s%s map(tofrom: count, mine, chain, total)",
	apart ? "" : str ("parallel%s", threads), maps);
  if (apart)
    {
      open_brace ();
      line ("omp_lock_t lock;");
      line ("omp_init_lock (&lock);");
      line ("#pragma omp parallel%s", threads);
    }
  open_brace ();
  line ("unsigned tmp = 0;");
  for (unsigned k = 0; k < n_loops; k++)
    {
      /* What a loop reads, an earlier one must have written as a whole.  */
      bool done = shared_loop (&last, &outs[k], apart);
      if (!done && chance (50))
	{
	  last = in;
	  continue;
	}
      if (!done)
	line ("#pragma omp barrier");
      if (chance (50))
	between_loops ();
      last = outs[k];
    }
  close_brace ();
  if (apart)
    {
      line ("omp_destroy_lock (&lock);");
      close_brace ();
    }
  line ("for (int k = 0; k < 64; k++) of_mine += mine[k];");
  for (unsigned k = 0; k < n_loops; k++)
    show_array (&outs[k]);
  line ("for (int k = 0; k < 8; k++)");
  line ("  printf (\"%%s count %%u\\n\", __func__, count[k]);");
  show (T_UNSIGNED, "chain");
  show (T_UNSIGNED, "total");
  show (T_UNSIGNED, "of_mine");
}

void
tasks_region (void)
{
  unsigned n = between (2, 40), kind = rnd (5);
  struct array in = declare_array (N_TYPES, between (1, 60), false);
  struct array out = declare_array (N_TYPES, n, chance (60));
  line ("unsigned a = 1, b = 2, c = 3;");
  line ("#pragma omp target map(to: %s) map(tofrom: %s, a, b, c)",
	section (&in), section (&out));
  line ("#pragma omp parallel%s", chance (60)
	? str (" num_threads(%u)", between (1, 9)) : "");
  line ("#pragma omp single");
  open_brace ();
  if (kind == 3)
    line ("#pragma omp taskgroup");
  if (kind == 4)
    line ("#pragma omp taskloop %s", chance (50) ? "grainsize(3)"
	  : "num_tasks(5)");
  line ("for (int i = 0; i < %u; i++)", n);
  open_brace ();
  if (kind < 4)
    {
      line ("#pragma omp task%s%s", chance (20) ? " untied" : "",
	    chance (20) ? " if(i % 3)" : "");
      open_brace ();
    }
  line ("unsigned r = i * 77u;");
  add_value ("(unsigned) i");
  add_value ("r");
  add_array (&in);
  emit_body (between (1, 4), 2, false);
  if (chance (40) && kind < 4)
    {
      line ("unsigned sub = r;");
      line ("#pragma omp task shared(sub)");
      line ("sub += f1 (sub, %uu);", rnd (50));
      line ("#pragma omp taskwait");
      line ("r ^= sub;");
    }
  line ("%s[%u + i] = %s;", out.name, out.from, to_type (out.type, "r"));
  line ("#pragma omp atomic");
  line ("a += r;");
  if (kind < 4)
    close_brace ();
  close_brace ();
  forget_values (0);
  if (kind < 3)
    {
      if (chance (60))
	line ("#pragma omp taskwait");
      line ("for (int i = 0; i < %u; i++)", between (1, 6));
      open_brace ();
      line ("#pragma omp task depend(out: b) firstprivate(i)");
      line ("b = b * 3u + i;");
      line ("#pragma omp task depend(in: b) depend(inout: c)");
      line ("c = c * 5u + b;");
      close_brace ();
    }
  close_brace ();
  show_array (&out);
  show (T_UNSIGNED, "a");
  show (T_UNSIGNED, "b");
  show (T_UNSIGNED, "c");
}
