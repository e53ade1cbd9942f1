/* Generator of random Fortran programs with OpenMP or OpenACC: loops in one construct, and
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
  unsigned weight : 8, schedule : 1, dist : 1, threads : 1, teams : 1;
}
omp_forms[] =
{
  { "target teams distribute parallel do", 40, 1, 1, 1, 1 },
  { "target teams distribute parallel do simd", 20, 1, 1, 1, 1 },
  { "target parallel do", 15, 1, 0, 1, 0 },
  { "target parallel do simd", 10, 1, 0, 1, 0 },
  { "target teams distribute", 8, 0, 1, 0, 1 },
  { "target teams distribute simd", 8, 0, 1, 0, 1 },
  { "target simd", 5, 0, 0, 0, 0 },
  { "target teams loop", 5, 0, 0, 0, 1 }
},
acc_forms[] =
{
  { "parallel loop", 30, 0, 0, 0, 0 },
  { "parallel loop gang vector", 15, 0, 0, 0, 0 },
  { "parallel loop gang worker", 10, 0, 0, 0, 0 },
  { "parallel loop gang worker vector", 10, 0, 0, 0, 0 },
  { "parallel loop vector", 8, 0, 0, 0, 0 },
  { "parallel loop worker", 8, 0, 0, 0, 0 },
  { "serial loop", 6, 0, 0, 0, 0 },
  { "kernels loop independent", 10, 0, 0, 0, 0 }
};

static char *
form_clauses (const struct form *f)
{
  static const char *const kinds[] = { "static", "dynamic", "guided", "auto" };
  char *text = "";
  if (acc)
    {
      /* Where no loop is shared by gangs, each gang would execute it.  */
      if (!strcmp (f->text, "parallel loop vector") || !strcmp (f->text, "parallel loop worker"))
	text = " num_gangs(1)";
      else if (strncmp (f->text, "serial", 6) && chance (30))
	text = str (" num_gangs(%u)", between (1, 6));
      if (strstr (f->text, "parallel") && chance (20))
	text = str ("%s num_workers(%u)", text, between (1, 4));
      if (strstr (f->text, "parallel") && chance (20))
	text = str ("%s vector_length(32)", text);
      return text;
    }
  if (f->schedule && chance (50))
    {
      unsigned k = rnd (4);
      text = str (" schedule(%s%s)", kinds[k], k < 3 && chance (50)
		  ? str (", %u", between (1, 20)) : "");
    }
  return str ("%s%s", text, size_clauses (f->dist, f->teams, f->threads));
}

static void
end_loops (unsigned n)
{
  for (; n; n--)
    {
      indent (-2);
      code ("end do");
    }
}

static char *
map (const char *kind, const struct array *a)
{
  const char *s = section (a);
  if (!acc)
    return str (" map(%s: %s)", kind, s);
  return str (" %s(%s)", !strcmp (kind, "to") ? "copyin" : "copy", s);
}

/* The element of A that belongs to the iteration of the loops over i1 and so on, which
   begin with LOW.  */

static char *
own_element (const struct array *a, const int *low)
{
  char *text = "";
  for (unsigned k = 0; k < a->rank; k++)
    {
      int offset = a->low[k] - low[k];
      text = str ("%s%si%u", text, k ? ", " : "", k + 1);
      if (offset)
	text = str ("%s %c %d", text, offset < 0 ? '-' : '+', offset < 0 ? -offset : offset);
    }
  return str ("%s(%s)", a->name, text);
}

/* The head of a loop over N values from LOW of the variable iK, in one of several forms.
   BOUND: the end is a variable.  STEPS: not each value is taken, perhaps.  */

static void
loop_head (unsigned k, int low, unsigned n, bool bound, bool steps)
{
  char *high = str ("%d", low + (int) n - 1);
  if (bound)
    {
      char *m = str ("m%u", fresh ());
      decl ("integer :: %s = %s", m, high);
      high = m;
    }
  switch (rnd (steps ? 5 : 4))
    {
    case 0:
      code ("do i%u = %s, %d, -1", k, high, low);
      break;
    case 4:
      code ("do i%u = %d, %s, %u", k, low, high, between (1, 3));
      break;
    default:
      code ("do i%u = %d, %s", k, low, high);
    }
}

/* N, sizes of a shape with about MOST elements.  */

static void
choose_shape (unsigned *n, unsigned rank, unsigned most)
{
  for (unsigned k = 0; k < rank; k++)
    n[k] = between (1, rank == 1 ? most : rank == 2 ? 13 : 6);
}

/* Up to two arrays that iterations read; the clauses for them.  */

static char *
declare_sources (bool dummy)
{
  char *text = "";
  for (unsigned k = rnd (3); k; k--)
    {
      unsigned rank = between (1, 2), n[MOST_RANK];
      choose_shape (n, rank, 40);
      struct array a = declare_array (N_TYPES, rank, n, dummy && chance (70));
      text = str ("%s%s", text, a.fixed && chance (25)
		  ? str (" firstprivate(%s)", a.name) : map ("to", &a));
      add_array (&a);
    }
  return text;
}

/* Begin the procedure that has the construct, if it is to be another one than the region;
   the name of that, or NULL.  */

static char *
begin_inner (void)
{
  char *name = NULL;
  if (chance (60))
    {
      name = str ("work%u", fresh ());
      begin_procedure ("subroutine %s", name);
      decl ("integer :: k1, k2, k3");
      decl ("integer(8) :: digest");
    }
  decl ("integer :: r, i1, i2, i3, i4");
  return name;
}

static void
end_inner (const char *name)
{
  if (!name)
    return;
  call_from_outside (name);
  end_procedure ("end subroutine");
}

static void
add_index (unsigned k)
{
  add_value (str ("iand (i%u, 65535)", k));
}

void
loop_region (void)
{
  const struct form *f = (acc ? PICK (acc_forms, N_OF (acc_forms))
			  : PICK (omp_forms, N_OF (omp_forms)));
  char *name = begin_inner ();
  unsigned count = value_count (), rank = between (1, 3), n[MOST_RANK];
  choose_shape (n, rank, 150);
  char *clauses = declare_sources (name);
  struct array out[2];
  unsigned n_out = between (1, 2), n_sums = chance (50) ? between (1, 2) : 0;
  int low[MOST_RANK];
  for (unsigned k = 0; k < n_out; k++)
    {
      out[k] = declare_array (N_TYPES, rank, n, name && chance (70));
      clauses = str ("%s%s", clauses, map ("tofrom", &out[k]));
    }
  for (unsigned k = 0; k < rank; k++)
    low[k] = chance (50) ? out[0].low[k] : (int) rnd (9) - 4;
  struct reduction sums[2];
  for (unsigned k = 0; k < n_sums; k++)
    {
      sums[k] = declare_reduction (!acc);
      clauses = str ("%s%s", clauses, reduction_clause (&sums[k]));
      if (!acc && strncmp (f->text, "target p", 8) && chance (50))
	clauses = str ("%s map(tofrom: %s)", clauses, sums[k].name);
    }
  decl ("integer :: w = %u", rnd (300));
  add_value ("w");
  unsigned collapse = between (1, rank);
  /* GCC fails on other steps of collapsed simd loops (gfc_trans_omp_do).  */
  bool steps = collapse == 1 || !strstr (f->text, "simd");
  size_t at = mark ();
  for (unsigned k = 0; k < collapse; k++)
    {
      loop_head (k + 1, low[k], n[k], chance (30), steps);
      indent (2);
      add_index (k + 1);
    }
  take_private ();
  add_private ("r");
  for (unsigned k = collapse; k < rank; k++)
    add_private (str ("i%u", k + 1));
  code ("r = @1");
  add_value ("r");
  emit_body (between (1, 4), 2);
  for (unsigned k = collapse; k < rank; k++)
    {
      loop_head (k + 1, low[k], n[k], false, true);
      indent (2);
      add_index (k + 1);
    }
  if (collapse < rank)
    code ("r = @2");
  for (unsigned k = 0; k < n_out; k++)
    code ("%s = %s", own_element (&out[k], low), to_type (out[k].type, k ? "@1" : "r"));
  for (unsigned k = 0; k < n_sums; k++)
    reduce (&sums[k], "i1");
  end_loops (rank);
  if (collapse > 1)
    clauses = str ("%s collapse(%u)", clauses, collapse);
  code_at (at, "!$%s %s%s%s%s", acc ? "acc" : "omp", f->text, form_clauses (f), clauses,
	   take_private ());
  for (unsigned k = 0; k < n_out; k++)
    show_array (&out[k]);
  for (unsigned k = 0; k < n_sums; k++)
    show_reduction (&sums[k]);
  forget_values (count);
  end_inner (name);
}

/* A loop over teams or gangs with loops over threads, workers or lanes in it.  */

void
nested_region (void)
{
  static const char *const omp_inner[] = { "parallel do", "parallel do simd", "simd" };
  static const char *const acc_inner[] = { "loop worker", "loop vector", "loop worker vector",
					   "loop seq", "loop" };
  char *name = begin_inner ();
  unsigned count = value_count (), n[2] = { between (1, 40), between (1, 12) };
  char *clauses = declare_sources (name);
  struct array a = declare_array (N_TYPES, 2, n, name && chance (70));
  struct array b = declare_array (N_TYPES, 1, n + 1, name && chance (70));
  clauses = str ("%s%s%s", clauses, map ("tofrom", &a), map ("tofrom", &b));
  struct reduction s = declare_reduction (false);
  const char *inner = acc ? acc_inner[rnd (5)] : omp_inner[rnd (3)];
  size_t at = mark ();
  loop_head (2, a.low[1], n[1], chance (30), true);
  indent (2);
  add_index (2);
  take_private ();
  add_private ("r");
  code ("r = @1");
  add_value ("r");
  emit_body (between (0, 2), 1);
  char *t = str ("t%u", fresh ());
  decl ("integer :: %s", t);
  code ("%s = r", t);
  add_private (t);
  char *outer_privates = take_private ();
  forget_values (count);
  add_index (2);
  add_value (t);
  size_t inner_at = mark ();
  loop_head (1, a.low[0], n[0], chance (30), true);
  indent (2);
  add_index (1);
  add_private ("r");
  code ("r = @2");
  add_value ("r");
  emit_body (between (1, 3), 1);
  code ("%s = %s", own_element (&a, a.low), to_type (a.type, "r"));
  reduce (&s, "i1");
  end_loops (1);
  char *reduction = reduction_clause (&s);
  code_at (inner_at, "!$%s %s%s%s", acc ? "acc" : "omp", inner, take_private (), reduction);
  code ("%s = %s", str ("%s(i2 + %d)", b.name, b.low[0] - a.low[1]), to_type (b.type, t));
  end_loops (1);
  if (acc)
    code_at (at, "!$acc parallel loop gang%s%s%s copy(%s)%s", chance (40)
	     ? str (" num_workers(%u)", between (1, 6)) : "", clauses, outer_privates, s.name,
	     reduction);
  else
    code_at (at, "!$omp target teams distribute%s%s map(tofrom: %s)%s", clauses,
	     outer_privates, s.name, reduction);
  show_array (&a);
  show_array (&b);
  show_reduction (&s);
  forget_values (count);
  end_inner (name);
}

/* A loop over A, which reads the arrays that are known; no data clauses.  */

static void
loop_over (const struct array *a, const char *clauses)
{
  unsigned count = value_count ();
  size_t at = mark ();
  for (unsigned k = a->rank; k; k--)
    {
      loop_head (k, a->low[k - 1], a->n[k - 1], false, true);
      indent (2);
      add_index (k);
    }
  add_private ("r");
  code ("r = @2");
  add_value ("r");
  emit_body (1, 1);
  char *e = own_element (a, a->low);
  code ("%s = %s", e, to_type (a->type, str ("iand (r + %s, 65535)", from_type (a->type, e))));
  end_loops (a->rank);
  if (a->rank > 1)
    clauses = str ("%s collapse(%u)", clauses, a->rank);
  code_at (at, "!$%s%s%s", acc ? "acc parallel loop"
	   : chance (50) ? "omp target teams distribute parallel do" : "omp target parallel do",
	   clauses, take_private ());
  forget_values (count);
}

/* Bring S to the device, or to the host.  */

static void
update (bool device, const char *s)
{
  if (acc)
    code ("!$acc update %s(%s)", device ? "device" : "self", s);
  else
    code ("!$omp target update %s(%s)", device ? "to" : "from", s);
}

void
data_region (void)
{
  char *name = begin_inner ();
  unsigned count = value_count (), n[MOST_RANK];
  struct array a[3];
  char *gone[3];		/* What "exit data" calls them.  */
  bool block = chance (50);
  for (unsigned k = 0; k < 3; k++)
    {
      unsigned rank = between (1, 3);
      bool dummy = name && chance (70);
      choose_shape (n, rank, 80);
      /* Of a section of a dummy argument GCC 14 leaves the descriptor mapped.  */
      a[k] = (dummy && !block ? declare_whole : declare_array) (N_TYPES, rank, n, dummy);
      gone[k] = dummy ? a[k].name : section (&a[k]);
    }
  if (acc)
    code ("!$acc %sdata copyin(%s) %s(%s) copyin(%s)", block ? "" : "enter ",
	  section (&a[0]), block ? "copy" : "copyin", section (&a[1]), section (&a[2]));
  else
    code ("!$omp target %sdata map(to: %s) map(%s: %s) map(to: %s)", block ? "" : "enter ",
	  section (&a[0]), block ? "tofrom" : "to", section (&a[1]), section (&a[2]));
  for (unsigned k = between (2, 4); k; k--)
    {
      unsigned i = rnd (3);
      switch (rnd (4))
	{
	case 0:
	  update (false, section (&a[i]));
	  break;
	case 1:
	  {
	    char *index = "";
	    for (unsigned d = 0; d < a[i].rank; d++)
	      index = str ("%s%s%d", index, d ? ", " : "", a[i].low[d]
			   + (int) rnd (a[i].n[d]));
	    char *s = section (&a[i]);
	    update (false, s);
	    code ("%s(%s) = %s", a[i].name, index, to_type (a[i].type, "(77)"));
	    update (true, s);
	    break;
	  }
	default:
	  forget_values (count);
	  add_array (&a[(i + 1) % 3]);
	  /* Whether what is part of an array is there is known by the section.  */
	  loop_over (&a[i], str (acc ? " present(%s, %s)" : " map(alloc: %s, %s)",
				 section (&a[i]), section (&a[(i + 1) % 3])));
	}
    }
  forget_values (count);
  update (false, section (&a[2]));
  if (block)
    code (acc ? "!$acc end data" : "!$omp end target data");
  else if (acc)
    code ("!$acc exit data copyout(%s) delete(%s, %s)", gone[1], gone[0], gone[2]);
  else
    code ("!$omp target exit data map(from: %s) map(%s: %s, %s)", gone[1],
	  chance (50) ? "release" : "delete", gone[0], gone[2]);
  show_array (&a[1]);
  show_array (&a[2]);
  end_inner (name);
}

/* Statements about whole arrays.  */

void
array_region (void)
{
  char *name = begin_inner ();
  unsigned n[2] = { between (1, 9), between (1, 9) };
  enum type t = rnd (T_REAL8 + 1);
  struct array a = declare_whole (t, 2, n, name && chance (70));
  struct array b = declare_whole (t, 2, n, name && chance (70));
  struct array c = declare_whole (t, 1, n, name && chance (70));
  /* With a or a(:, :) on the left, GCC frees an allocatable array and takes the memory that
     the function allocated, which a region must not do to what is mapped.  */
  const char *x = a.name, *y = b.name, *z = c.name;
  char *to_x = all_of (&a), *to_y = all_of (&b), *to_z = all_of (&c);
  code ("!$%s%s%s%s", acc ? "acc serial" : "omp target", map ("tofrom", &a),
	map ("tofrom", &b), map ("tofrom", &c));
  /* A pointer that is mapped and not used makes libgomp end the program.  */
  code ("%s = mod (%s, %s)", to_z, z, to_type (t, "50"));
  code ("%s = mod (%s, %s) + mod (%s, %s)", to_x, x, to_type (t, "60"), y, to_type (t, "60"));
  for (unsigned k = between (2, 4); k; k--)
    switch (rnd (8))
      {
      case 0:
	code ("%s = mod (mod (%s, %s) + mod (%s, %s), %s)", x, x, to_type (t, "60"), y,
	      to_type (t, "60"), to_type (t, "91"));
	break;
      case 1:
	code ("where (%s > %s) %s = mod (%s, %s)", y, to_type (t, "20"), x, y,
	      to_type (t, "17"));
	break;
      case 2:
	code ("%s = mod (sum (mod (%s, %s), 2), %s)", to_z, x, to_type (t, "7"),
	      to_type (t, "101"));
	break;
      case 3:
	code ("%s = maxval (%s, 2)", to_z, y);
	break;
      case 4:
	code ("%s = spread (%s, 2, %u)", to_y, z, n[1]);
	break;
      case 5:
	/* Where one matrix cannot be multiplied by the other, parts of them.  */
	if (n[0] == n[1])
	  code ("%s = mod (matmul (mod (%s, %s), mod (transpose (%s), %s)), %s)", to_x, x,
		to_type (t, "4"), y, to_type (t, "3"), to_type (t, "99"));
	else
	  code ("%s(:, %d:%d) = mod (matmul (%s(:, %d:%d), mod (%s(%d:%d, %d:%d), %s)), %s)",
		x, a.low[1], a.low[1], x, a.low[1], a.low[1], y, b.low[0], b.low[0], b.low[1],
		b.low[1], to_type (t, "1"), to_type (t, "99"));
	break;
      case 6:
	code ("%s = reshape (%s, shape (%s))", to_x, y, x);
	break;
      default:
	code ("%s = cshift (%s, %u, %u)", to_y, y, rnd (4), between (1, 2));
      }
  code (acc ? "!$acc end serial" : "!$omp end target");
  show_array (&a);
  show_array (&b);
  show_array (&c);
  end_inner (name);
}

/* Components of a structure.  */

void
record_region (void)
{
  char *name = begin_inner ();
  unsigned count = value_count (), n = between (2, 40);
  char *type = str ("type%u", fresh ()), *v = str ("x%u", fresh ());
  decl ("type %s", type);
  decl ("  integer :: k");
  decl ("  integer(8) :: u(%u)", n);
  decl ("  real(8), pointer :: p(:)");
  decl ("  integer, pointer :: q(:, :)");
  decl ("end type");
  decl ("type(%s) :: %s", type, v);
  code ("%s%%k = %u", v, between (1, 99));
  code ("%s%%u = [(int (i1 * 7, 8), i1 = 1, %u)]", v, n);
  code ("allocate (%s%%p(%u), source = 3._8)", v, n);
  code ("allocate (%s%%q(2, %u), source = 5)", v, n);
  add_value (str ("iand (%s%%k, 65535)", v));
  size_t at = mark ();
  code ("do i1 = 1, %u", n);
  indent (2);
  add_index (1);
  add_private ("r");
  code ("r = @2");
  add_value ("r");
  emit_body (1, 1);
  code ("%s%%u(i1) = %s%%u(i1) + r", v, v);
  code ("%s%%p(i1) = %s%%p(i1) + real (iand (r, 511), 8)", v, v);
  code ("%s%%q(1 + mod (r, 2), i1) = r", v);
  end_loops (1);
  if (acc)
    {
      code_at (at, "!$acc parallel loop copy(%s%%p, %s%%q)%s", v, v, take_private ());
      code_at (at, "!$acc data copy(%s)", v);
      code ("!$acc end data");
    }
  else
    code_at (at, "!$omp target teams distribute parallel do map(tofrom: %s%%u, %s%%p, %s%%q) "
	     "map(to: %s%%k)%s", v, v, v, v, take_private ());
  const char *parts[] = { "u", "p" };
  for (unsigned k = 0; k < 2; k++)
    {
      struct array a = { .name = str ("%s%%%s", v, parts[k]), .rank = 1,
			 .type = k ? T_REAL8 : T_INT8 };
      show_array (&a);
    }
  struct array q = { .name = str ("%s%%q", v), .rank = 2, .type = T_INT4 };
  show_array (&q);
  forget_values (count);
  end_inner (name);
}
