/* Generator of random OpenMP and OpenACC programs: regions of OpenACC.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <string.h>

/* A compute construct with its size, for a loop that LEVEL says the partition
   of.  */

static char *
construct (const char *level)
{
  char *text = chance (85) ? "parallel" : "serial";
  if (*text == 's')
    return text;
  /* Where no loop is, every gang does all.  */
  if (strcmp (level, "") && !strstr (level, "gang")
      && strcmp (level, "independent"))
    text = "parallel num_gangs(1)";
  else if (chance (40))
    text = str ("%s num_gangs(%u)", text, between (1, 9));
  if (chance (30))
    text = str ("%s num_workers(%u)", text, between (1, 8));
  if (chance (30))
    text = str ("%s vector_length(32)", text);
  return text;
}

/* A loop, or two collapsed.  */

void
acc_loop_region (void)
{
  static const char *const levels[] =
  {
    "", "", "gang", "gang vector", "gang worker vector", "worker", "vector",
    "gang worker", "worker vector", "seq", "independent"
  };
  unsigned n = between (1, 400), m = chance (30) ? between (1, 9) : 0;
  struct array in = declare_array (N_TYPES, between (1, 60), false);
  struct array out = declare_array (N_TYPES, m ? n * m : n, chance (60));
  struct reduction red;
  bool reduction = chance (50), priv = chance (30), first = chance (40);
  bool atomic = chance (25);
  const char *level = levels[rnd (11)];
  char *head = construct (level);
  bool serial = *head == 's';
  if (reduction)
    red = declare_reduction (false);
  line ("unsigned p = 1, pa[4] = { 0 }, f = %u, count[8] = { 0 };",
	rnd (999));
  line ("(void) p; (void) pa; (void) f; (void) count;");
  line ("#pragma acc %s copyin(%s) %s(%s)%s%s%s", head,
	section (&in), chance (40) ? "copyout" : "copy", section (&out),
	reduction ? str (" copy(%s)", red.name) : "",
	first && !serial ? " firstprivate(f)" : "",
	atomic ? " copy(count)" : "");
  line ("#pragma acc loop %s%s%s%s", serial ? "" : level,
	m ? " collapse(2)" : "", priv ? " private(p, pa)" : "",
	reduction ? reduction_clause (&red) : "");
  line ("for (int i0 = 0; i0 < %u; i0++)", n);
  if (m)
    line ("for (int i1 = 0; i1 < %u; i1++)", m);
  open_brace ();
  line ("unsigned x = %s;", m ? str ("i0 * %u + i1", m) : "i0");
  line ("unsigned r = x * 2654435761u;");
  add_value ("x");
  add_value ("r");
  add_array (&in);
  if (first)
    add_value ("f");
  if (priv)
    {
      line ("p = @1;");
      line ("for (int k = 0; k < 4; k++) pa[k] = p * k + x;");
      add_value ("p");
      add_value ("pa[x % 4u]");
    }
  emit_body (between (2, 6), 2, true);
  line ("%s[%u + x] = %s;", out.name, out.from, to_type (out.type, "r"));
  if (reduction)
    reduce (&red, "x");
  if (atomic)
    {
      line (chance (50) ? "#pragma acc atomic" : "#pragma acc atomic update");
      line ("count[r %% 8u] %s= r;", chance (50) ? "+" : "^");
    }
  close_brace ();
  forget_values (0);
  show_array (&out);
  if (reduction)
    show_reduction (&red);
  line ("for (int k = 0; k < 8; k++)");
  line ("  printf (\"%%s count %%u\\n\", __func__, count[k]);");
}

/* Gangs, and workers and vectors within.  */

void
acc_nested_region (void)
{
  unsigned n = between (1, 20), m = between (1, 40), w = between (1, 70);
  struct array in = declare_array (N_TYPES, between (1, 60), false);
  struct array out = declare_array (N_TYPES, n * m, chance (60));
  struct array rows = declare_array (N_TYPES, n, chance (60));
  struct reduction mid, inner;
  bool three = chance (50), own = chance (40);
  line ("unsigned own[4] = { 0 };");
  line ("(void) own;");
  line ("#pragma acc parallel%s copyin(%s) copy(%s, %s)",
	chance (40) ? str (" num_gangs(%u)", between (1, 9)) : "",
	section (&in), section (&out), section (&rows));
  line ("#pragma acc loop gang%s", own ? " private(own)" : "");
  line ("for (int i = 0; i < %u; i++)", n);
  open_brace ();
  line ("unsigned r = i * 40503u, keep;");
  add_value ("(unsigned) i");
  add_array (&in);
  mid = declare_reduction (false);
  if (own)
    line ("for (int k = 0; k < 4; k++) own[k] = i * k;");
  /* No arrays, structures or calls here: on amdgcn GCC puts a gang's variables
     that have an address into LDS, and all workers execute a store to them,
     with no barrier before what worker 0 alone does to them next.  */
  line ("r = r * 5u + @2;");
  line ("keep = r;");
  add_value ("keep");
  line ("#pragma acc loop %s%s", three ? "worker" : chance (50) ? "vector"
	: "worker vector", reduction_clause (&mid));
  line ("for (int j = 0; j < %u; j++)", m);
  open_brace ();
  line ("unsigned r = keep + j * 77u%s;", own ? " + own[j % 4]" : "");
  unsigned mark = value_count ();
  add_value ("(unsigned) j");
  add_value ("r");
  emit_body (between (1, 3), 2, false);
  if (three)
    {
      line ("unsigned outer = r;");
      inner = declare_reduction (false);
      line ("#pragma acc loop vector%s", reduction_clause (&inner));
      line ("for (int k = 0; k < %u; k++)", w);
      open_brace ();
      line ("unsigned r = outer ^ k * 5u;");
      add_value ("(unsigned) k");
      emit_body (between (0, 2), 1, false);
      reduce (&inner, "k");
      close_brace ();
      line ("r += (unsigned) (int) %s;", inner.name);
    }
  line ("%s[%u + i * %u + j] = %s;", out.name, out.from, m,
	to_type (out.type, "r"));
  reduce (&mid, "j");
  close_brace ();
  forget_values (mark);
  line ("r = keep ^ (unsigned) (int) %s;", mid.name);
  line ("%s[%u + i] = %s;", rows.name, rows.from, to_type (rows.type, "r"));
  close_brace ();
  forget_values (0);
  show_array (&out);
  show_array (&rows);
}

/* Data that stays on the device, updates and queues.  */

void
acc_data_region (void)
{
  struct array a = declare_array (N_TYPES, between (2, 150), false);
  struct array b = declare_array (N_TYPES, between (2, 150), false);
  struct array c = declare_array (N_TYPES, between (2, 150), false);
  const struct array *from = &a, *to = &b;
  bool block = chance (50), queue = chance (40);
  const char *async = queue ? " async(1)" : "";
  if (block)
    line ("#pragma acc data copyin(%s) copy(%s) copyout(%s)", section (&a),
	  section (&b), section (&c));
  else
    line ("#pragma acc enter data copyin(%s, %s) create(%s)", section (&a),
	  section (&b), section (&c));
  open_brace ();
  for (int turn = 0; turn < 2; turn++)
    {
      line ("#pragma acc %s loop%s present(%s, %s)", chance (75) ? "parallel"
	    : "kernels", async, section (from), section (to));
      line ("for (int i = 0; i < %u; i++)", to->n);
      open_brace ();
      line ("unsigned r = i + 3u;");
      add_value ("(unsigned) i");
      add_value ("r");
      add_array (from);
      emit_body (between (1, 4), 2, false);
      line ("%s[%u + i] = %s;", to->name, to->from, to_type (to->type, "r"));
      close_brace ();
      forget_values (0);
      if (!turn && chance (60))
	{
	  if (queue)
	    line ("#pragma acc wait(1)");
	  line ("for (unsigned i = %u; i < %u; i++)", a.from, a.from + a.n);
	  line ("  %s[i] = %s;", a.name, to_type (a.type, "(i * 3u)"));
	  line ("#pragma acc update device(%s)", section (&a));
	}
      from = chance (50) ? &a : &b;
      to = &c;
    }
  if (queue)
    line ("#pragma acc wait");
  close_brace ();
  if (!block)
    line ("#pragma acc exit data copyout(%s, %s) delete(%s)", section (&b),
	  section (&c), section (&a));
  show_array (&b);
  show_array (&c);
}
