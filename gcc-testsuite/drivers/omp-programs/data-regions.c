/* Generator of random OpenMP and OpenACC programs: data that stays on the
   device, structures with pointers, and regions that run beside the host.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

/* A target region that sets all of the section of TO, with the clauses MORE.
   HERE: FROM and TO are on the device.  Their sections are named nevertheless:
   a pointer alone would be looked up as an address, and an array alone mapped
   as a whole.  */

static void
simple_loop (const char *more, bool here, const struct array *from,
	     const struct array *to)
{
  line ("#pragma omp target %s%s%s", chance (60)
	? "teams distribute parallel for" : chance (50) ? "parallel for"
	: "teams distribute parallel for simd",
	here ? str (" map(alloc: %s, %s)", section (from), section (to)) : "",
	more);
  line ("for (int i = 0; i < %u; i++)", to->n);
  open_brace ();
  line ("unsigned r = i + global;");
  add_value ("(unsigned) i");
  add_value ("r");
  add_value ("global");
  add_array (from);
  emit_body (between (1, 4), 2, false);
  line ("%s[%u + i] = %s;", to->name, to->from, to_type (to->type, "r"));
  close_brace ();
  forget_values (0);
}

/* A part of the section of A, as an update clause has it; *FROM and *N are its
   place.  */

static char *
part (const struct array *a, unsigned *from, unsigned *n)
{
  *n = between (1, a->n);
  *from = a->from + rnd (a->n - *n + 1);
  return str ("%s[%u:%u]", a->name, *from, *n);
}

void
data_region (void)
{
  struct array a = declare_array (N_TYPES, between (2, 150), false);
  struct array b = declare_array (N_TYPES, between (2, 150), false);
  struct array c = declare_array (N_TYPES, between (2, 150), false);
  unsigned from, n;
  bool block = chance (50);
  line ("#pragma omp target %sdata map(to: %s) map(%s: %s)%s",
	block ? "" : "enter ", section (&a), block ? "tofrom" : "to",
	section (&b), block ? str (" map(from: %s)", section (&c))
	: str (" map(alloc: %s)", section (&c)));
  open_brace ();
  simple_loop ("", true, &a, &b);
  if (chance (60))
    {
      char *p = part (&a, &from, &n);
      line ("for (unsigned i = %u; i < %u; i++)", from, from + n);
      line ("  %s[i] = %s;", a.name, to_type (a.type, "(i * 3u)"));
      line ("#pragma omp target update to(%s)", p);
    }
  if (chance (50))
    {
      line ("global += %uu;", between (1, 50));
      line ("table[%u] = %uu;", rnd (16), rnd (100));
      line ("#pragma omp target update to(global, table)");
    }
  if (chance (40))
    {
      line ("#pragma omp target map(tofrom: global)");
      line ("global = global * 3u + 1u;");
      line ("#pragma omp target update from(global)");
      show (T_UNSIGNED, "global");
    }
  simple_loop ("", true, chance (50) ? &a : &b, &c);
  if (chance (50))
    {
      line ("#pragma omp target update from(%s)", part (&c, &from, &n));
      line ("unsigned sum = 0;");
      line ("for (unsigned i = %u; i < %u; i++)", from, from + n);
      line ("  sum += %s;", from_type (c.type, str ("%s[i]", c.name)));
      show (T_UNSIGNED, "sum");
    }
  close_brace ();
  if (!block)
    line ("#pragma omp target exit data map(from: %s, %s) map(%s: %s)",
	  section (&b), section (&c), chance (50) ? "release" : "delete",
	  section (&a));
  show_array (&b);
  show_array (&c);
}

void
struct_region (void)
{
  struct array out = declare_array (N_TYPES, between (1, 150), chance (60));
  unsigned n = between (3, 60);
  line ("struct { unsigned n, *p; double w; struct record rec; } box;");
  line ("box.n = %u; box.w = %u; box.rec = make_record (%uu);", n, rnd (99),
	rnd (9999));
  line ("box.p = malloc (%u * sizeof *box.p);", n);
  line ("for (unsigned i = 0; i < %uu; i++) box.p[i] = i * i;", n);
  bool apart = chance (50);
  line ("#pragma omp target %s map(to: box) "
	"map(tofrom: box.p[:%u]) map(tofrom: %s)",
	apart ? "" : "parallel for", n, section (&out));
  if (apart)
    {
      open_brace ();
      line ("unsigned *q = box.p;");
      line ("q[0] += 1u; q[box.n - 1] ^= (unsigned) box.w;");
      line ("#pragma omp parallel for");
    }
  line ("for (int i = 0; i < %u; i++)", out.n);
  open_brace ();
  line ("unsigned r = box.p[1 + i %% (box.n - 2)] + (unsigned) box.w;");
  add_value ("(unsigned) i");
  add_value ("r");
  add_value ("box.rec.b[1]");
  add_value ("box.p[1]");
  emit_body (between (1, 4), 2, false);
  line ("%s[%u + i] = %s;", out.name, out.from, to_type (out.type, "r"));
  close_brace ();
  if (apart)
    close_brace ();
  forget_values (0);
  show_array (&out);
  line ("printf (\"%%s box %%u %%u\\n\", __func__, box.p[0], box.p[%u]);",
	n - 1);
}

void
async_region (void)
{
  struct array a = declare_array (N_TYPES, between (2, 100), false);
  struct array b = declare_array (N_TYPES, between (2, 100), false);
  struct array c = declare_array (N_TYPES, between (2, 100), false);
  bool data = chance (60);
  if (data)
    line ("#pragma omp target data map(to: %s) map(from: %s, %s)",
	  section (&a), section (&b), section (&c));
  open_brace ();
  char *maps = data ? "" : str (" map(to: %s) map(tofrom: %s, %s)",
				section (&a), section (&b), section (&c));
  line ("int token = 0, other = 0;");
  simple_loop (str ("%s nowait depend(out: token)", maps), data, &a, &b);
  if (chance (50))
    {
      line ("#pragma omp task depend(out: other) shared(other)");
      line ("other = 5;");
    }
  simple_loop (str ("%s nowait depend(in: token) depend(inout: other)", maps),
	       data, &b, &c);
  line ("#pragma omp taskwait");
  line ("(void) token;");
  show (T_INT, "other");
  close_brace ();
  show_array (&b);
  show_array (&c);
}
