/* Generator of random programs with simd loops: the types and functions that
   a program has before its loops.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <stdio.h>
#include <string.h>

bool cxx, has_varying, has_objects;
unsigned n_bodies;

/* A field of a structure: an element, an array of N, a bit-field of N bits, or
   an earlier record, whose number is TYPE.  */
struct field
{
  enum { ELEMENT, SEVERAL, BITS, NESTED } what;
  unsigned type, n;
};
enum { MAX_FIELDS = 6 };
static struct record
{
  unsigned n;
  struct field fields[MAX_FIELDS];
} records[N_RECORDS];

/* How a function is declared: never, always or perhaps inlined.  */
static const char *
linkage (void)
{
  static const char *const words[] =
    { "static NOIPA", "static inline ALWAYS", "static" };
  static const unsigned char weights[] = { 40, 25, 35 };
  return words[weighted (weights, 3)];
}

char *
record_field (unsigned r, const char *text, unsigned *type)
{
  unsigned i = rnd (records[r].n);
  const struct field *f = &records[r].fields[i];
  *type = f->type;
  switch (f->what)
    {
    case SEVERAL:
      return str ("%s.f%u[@0 %% %uu]", text, i, f->n);
    case NESTED:
      return record_field (f->type, str ("%s.f%u", text, i), type);
    default:
      return str ("%s.f%u", text, i);
    }
}

/* Choose the fields of record R and print its definition.  One field makes it
   larger than 16 bytes: smaller ones the host and the device return in ways
   that do not agree.  */
static void
emit_record (unsigned r)
{
  struct record *p = &records[r];
  p->n = between (2, MAX_FIELDS);
  unsigned large = rnd (p->n);
  line ("struct s%u", r);
  open_brace ();
  for (unsigned i = 0; i < p->n; i++)
    {
      static const unsigned char weights[] = { 40, 30, 15, 15 };
      struct field *f = &p->fields[i];
      f->what = i == large ? SEVERAL : weighted (weights, 4);
      if (f->what == NESTED && r == 0)
	f->what = ELEMENT;
      f->type = f->what == NESTED ? rnd (r) : rnd (N_TYPES);
      f->n = between (2, 5);
      if (f->what == BITS || i == large)
	f->type = UNSIGNED;
      if (i == large)
	f->n = between (5, 7);
      switch (f->what)
	{
	case ELEMENT:
	  line ("%s f%u;", type_names[f->type], i);
	  break;
	case SEVERAL:
	  line ("%s f%u[%u];", type_names[f->type], i, f->n);
	  break;
	case BITS:
	  f->n = between (1, 20);
	  line ("unsigned f%u : %u;", i, f->n);
	  break;
	case NESTED:
	  line ("struct s%u f%u;", f->type, i);
	  break;
	}
    }
  close_brace ();
  line (";");
}

void
emit_types (void)
{
  line ("typedef unsigned V4 __attribute__ ((vector_size (16)));");
  line ("typedef unsigned V8 __attribute__ ((vector_size (32)));");
  line ("union u { unsigned long l[2]; unsigned u[4]; unsigned short s[8];"
	" unsigned char c[16]; };");
  for (unsigned r = 0; r < N_RECORDS; r++)
    emit_record (r);
}

/* Begin a function declared as WORDS; HEAD is its result, name and arguments.
   In it there is the variable x alone.  */
static void
begin_as (const char *words, const char *head)
{
  line ("%s %s", words, head);
  open_brace ();
  n_vars = 0;
  add_var (SCALAR, "x", UNSIGNED, 0, false);
}

static void
begin (const char *head)
{
  begin_as (linkage (), head);
}

/* A function as a whole, whose statements are TEXT, parted by newlines.  */
static void
whole (const char *head, const char *text)
{
  begin (head);
  while (*text)
    {
      int n = (int) strcspn (text, "\n");
      line ("%.*s", n, text);
      text += n + (text[n] != 0);
    }
  close_brace ();
}

static void
emit_array_functions (void)
{
  for (unsigned t = 0; t < N_TYPES; t++)
    {
      const char *name = type_names[t];
      whole (str ("void fill%u (%s *a, unsigned n, unsigned x)", t, name),
	     str ("for (unsigned k = 0; k < n; k++)\n  a[k] = %s;",
		  to_type (t, str ("(x * %uu + k * %uu)", 1 + rnd (9), 3u))));
      whole (str ("unsigned fold%u (const %s *a, unsigned n)", t, name),
	     str ("unsigned x = n;\nfor (unsigned k = 0; k < n; k++)\n"
		  "  x = x * 3u + %s;\nreturn x;", from_type (t, "a[k]")));
    }
}

static void
emit_record_functions (unsigned r)
{
  const struct record *p = &records[r];
  begin (str ("struct s%u make_s%u (unsigned x)", r, r));
  line ("struct s%u s;", r);
  for (unsigned i = 0; i < p->n; i++)
    {
      const struct field *f = &p->fields[i];
      if (f->what == NESTED)
	line ("s.f%u = make_s%u (@1);", i, f->type);
      else if (f->what == SEVERAL)
	line ("fill%u (s.f%u, %u, @1);", f->type, i, f->n);
      else
	line ("s.f%u = %s;", i, to_type (f->type, "@1"));
    }
  line ("return s;");
  close_brace ();
  begin (str ("unsigned value_s%u (const struct s%u *s)", r, r));
  n_vars = 0;
  line ("unsigned x = 7;");
  for (unsigned i = 0; i < p->n; i++)
    {
      const struct field *f = &p->fields[i];
      if (f->what == NESTED)
	line ("x = x * 5u + value_s%u (&s->f%u);", f->type, i);
      else if (f->what == SEVERAL)
	line ("x = x * 5u + fold%u (s->f%u, %u);", f->type, i, f->n);
      else
	line ("x = x * 5u + %s;", from_type (f->type, str ("s->f%u", i)));
    }
  line ("return x;");
  close_brace ();
  unsigned type;
  begin (str ("unsigned step_s%u (struct s%u *s, unsigned x)", r, r));
  for (unsigned i = 0; i < 3; i++)
    {
      char *text = record_field (r, "(*s)", &type);
      line ("%s = %s;", text, to_type (type, str ("(%s + @1)",
						  from_type (type, text))));
    }
  char *last = record_field (r, "(*s)", &type);
  line ("return %s;", from_type (type, last));
  close_brace ();
  begin (str ("unsigned mix_s%u (struct s%u a, unsigned x)", r, r));
  line ("x += step_s%u (&a, x);", r);
  line ("return x ^ value_s%u (&a);", r);
  close_brace ();
  begin (str ("struct s%u join_s%u (struct s%u a, struct s%u b)", r, r, r, r));
  n_vars = 0;
  line ("unsigned x = step_s%u (&b, value_s%u (&a));", r, r);
  line ("x += step_s%u (&a, x);", r);
  line ("return x & 1u ? a : b;");
  close_brace ();
}

/* Vectors, complex numbers of whole numbers below 64, 128-bit integers.  */
static void
emit_wide_functions (void)
{
  for (unsigned n = 4; n <= 8; n += 4)
    {
      whole (str ("V%u make_v%u (unsigned x)", n, n),
	     str ("V%u a;\nfor (unsigned k = 0; k < %u; k++)\n"
		  "  a[k] = x * (k + 1u);\nreturn a;", n, n));
      whole (str ("V%u mix_v%u (V%u a, V%u b)", n, n, n, n),
	     "return a * 3u + (b ^ 5u);");
      whole (str ("unsigned fold_v%u (V%u a)", n, n),
	     str ("unsigned x = 1;\nfor (unsigned k = 0; k < %u; k++)\n"
		  "  x = x * 3u + a[k];\nreturn x;", n));
    }
  for (unsigned d = 0; d < 2; d++)
    {
      const char *name = d ? "_Complex double" : "_Complex float";
      char c = "fd"[d];
      whole (str ("%s make_c%c (unsigned x)", name, c),
	     str ("%s z;\n__real__ z = (int) (x & 63u);\n"
		  "__imag__ z = (int) (x >> 6 & 31u) - 9;\nreturn z;", name));
      whole (str ("%s mix_c%c (%s a, %s b)", name, c, name, name),
	     str ("%s z = a * b;\n__real__ z = (int) __real__ z %% 64;\n"
		  "__imag__ z = (int) __imag__ z %% 64;\nreturn z;", name));
    }
  whole ("unsigned __int128 make_wide (unsigned x)",
	 "return ((unsigned __int128) x << 77) ^ (x * 0x123456789abcdefUL);");
  whole ("unsigned __int128 mix_wide (unsigned __int128 a, unsigned x)",
	 "return a * (x | 1u) + (a >> 64);");
  whole ("unsigned low_wide (unsigned __int128 a)",
	 "return (unsigned) (a ^ (a >> 60) ^ (a >> 100));");
}

/* Functions with frames of their own: recursive ones, those called through
   pointers, and the like.  What nobody can know the frames of stays within
   1024 bytes.  */
static void
emit_call_functions (void)
{
  whole ("unsigned bump (unsigned *p, unsigned x)",
	 "*p = *p * 3u + x;\nreturn *p >> 3;");
  /* Recursive ones and those with alloca cannot always be inlined.  */
  begin_as (chance (50) ? "static" : "static NOIPA",
	    "unsigned walk (unsigned *p, unsigned n, unsigned depth,"
	    " unsigned x)");
  line ("unsigned a[%u];", between (1, 12));
  line ("fill5 (a, sizeof a / sizeof *a, x);");
  line ("if (!depth)");
  line ("  return fold5 (a, sizeof a / sizeof *a) + p[x %% n];");
  line ("p[x %% n] += a[0];");
  line ("return walk (p, n, depth - 1u, x / 2u + 1u) * 3u + a[x %% (sizeof a"
	" / sizeof *a)];");
  close_brace ();
  for (unsigned f = 0; f < 3; f++)
    {
      begin_as (chance (50) ? "static" : "static NOIPA",
		str ("unsigned op%u (unsigned *p, unsigned x)", f));
      line ("unsigned a[%u], r = x;", between (1, 60));
      line ("fill5 (a, sizeof a / sizeof *a, x + *p);");
      line ("*p ^= a[x %% (sizeof a / sizeof *a)];");
      line ("r += fold5 (a, sizeof a / sizeof *a);");
      line ("return r + @1;");
      close_brace ();
    }
  begin_as ("static NOIPA", "unsigned grab (unsigned n, unsigned x)");
  line ("unsigned *a = (unsigned *) __builtin_alloca (n * sizeof *a);");
  line ("fill5 (a, n, x);");
  line ("return fold5 (a, n);");
  close_brace ();
  begin_as ("static", "int compare (const void *p, const void *q)");
  line ("unsigned a = *(const unsigned *) p, b = *(const unsigned *) q;");
  line ("return a < b ? -1 : a > b;");
  close_brace ();
  line ("static NOIPA unsigned nest (unsigned x, unsigned n)");
  open_brace ();
  line ("unsigned a[40];");
  puts ("#pragma omp simd");
  line ("for (unsigned k = 0; k < n; k++)");
  open_brace ();
  line ("unsigned c[%u];", between (2, 50));
  line ("fill5 (c, sizeof c / sizeof *c, x + k);");
  line ("a[k] = fold5 (c, sizeof c / sizeof *c);");
  close_brace ();
  line ("return fold5 (a, n);");
  close_brace ();
}

/* Functions with a frame whose size each lane chooses, which call others with
   frames of their own.  */
static void
emit_varying_functions (void)
{
  line ("static NOIPA unsigned vary (unsigned n, unsigned x)");
  open_brace ();
  if (chance (50))
    line ("unsigned a[n];");
  else
    line ("unsigned *a = (unsigned *) __builtin_alloca (n * sizeof *a);");
  line ("fill5 (a, n, x);");
  line ("unsigned r = op%u (a, x) + op%u (a + n / 2u, n);", rnd (3), rnd (3));
  line ("return r * 3u + walk (a, n, x %% 3u, x) + fold5 (a, n);");
  close_brace ();
  line ("static NOIPA unsigned grow (unsigned depth, unsigned n, unsigned x)");
  open_brace ();
  line ("unsigned *a = (unsigned *) __builtin_alloca (n * sizeof *a);");
  line ("fill5 (a, n, x);");
  line ("unsigned r = depth ? grow (depth - 1u, 1u + x %% 7u, x / 3u + n)"
	" : op%u (a, x);", rnd (3));
  line ("return r * 5u + fold5 (a, n);");
  close_brace ();
}

/* What user-declared reductions combine by: the larger of two numbers, and a
   structure.  */
static void
emit_reductions (void)
{
  line ("struct pair { unsigned n, m; };");
  begin_as (linkage (), "unsigned larger_of (unsigned x, unsigned y)");
  line ("return x > y ? x : y;");
  close_brace ();
  begin_as (linkage (), "void join_pair (struct pair *p, const struct pair *q)");
  line ("p->n += q->n;");
  line ("p->m ^= q->m;");
  close_brace ();
  puts ("#pragma omp declare reduction (larger: unsigned:"
	" omp_out = larger_of (omp_out, omp_in)) initializer (omp_priv = 0)");
  puts ("#pragma omp declare reduction (join: struct pair:"
	" join_pair (&omp_out, &omp_in)) initializer (omp_priv = { 0, 0 })");
  line ("static NOIPA unsigned stride (unsigned x) { return x * 2u + 1u; }");
}

/* A class whose copies are simd loops, and one with members of it, for which
   the compiler makes the copies.  */
static void
emit_objects (void)
{
  line ("template <unsigned n> struct row");
  open_brace ();
  line ("unsigned v[n];");
  line ("ALWAYS explicit row (unsigned x) { for (unsigned k = 0; k < n; k++)"
	" v[k] = x + 3u * k; }");
  /* At -Os a constructor is an alias, which GCC 11 to 13 have none of in
     PTX.  */
  puts ("#ifndef __OPTIMIZE_SIZE__");
  line ("row (const row &o)");
  open_brace ();
  puts ("#pragma omp simd");
  line ("for (unsigned k = 0; k < n; k++) v[k] = o.v[k];");
  close_brace ();
  puts ("#endif");
  line ("row &operator= (const row &o)");
  open_brace ();
  puts ("#pragma omp simd");
  line ("for (unsigned k = 0; k < n; k++) v[k] = o.v[k];");
  line ("return *this;");
  close_brace ();
  close_brace ();
  line (";");
  line ("struct table");
  open_brace ();
  line ("row<%u> p; unsigned k; row<%u> q; row<%u> s;", between (30, 50),
	between (2, 40), between (1, 60));
  line ("ALWAYS explicit table (unsigned x) : p (x), k (x), q (x * 3u), s (x ^ 5u)"
	" {}");
  line ("NOIPA unsigned sum () const { return k * 7u"
	" + fold5 (p.v, sizeof p / 4u) * 5u + fold5 (q.v, sizeof q / 4u) * 3u"
	" + fold5 (s.v, sizeof s / 4u); }");
  close_brace ();
  line (";");
  line ("static NOIPA void exchange (table &a, table &b)"
	" { table t (a); a = b; b = t; }");
  /* GCC's host compilers fail on such an object in the loop itself.  */
  for (unsigned f = 0; f < 2; f++)
    {
      begin (str ("unsigned copies%u (unsigned x, unsigned y)", f));
      add_var (SCALAR, "y", UNSIGNED, 0, false);
      line ("table t (x), u (y);");
      if (chance (50))
	line ("exchange (t, u);");
      line ("if (@c) u = t;");
      line ("table w (u);");
      line ("w.k += t.k;");
      line ("t = w;");
      line ("return t.sum () * 3u + u.sum () + @1;");
      close_brace ();
    }
}

static void
emit_cxx (void)
{
  line ("static inline unsigned bump_ref (unsigned &p, unsigned x)"
	" { p = p * 5u + x; return p >> 2; }");
  line ("template <typename E, unsigned n> struct box");
  open_brace ();
  line ("E v[n];");
  line ("ALWAYS explicit box (unsigned x) { for (unsigned k = 0; k < n; k++)"
	" v[k] = (E) (x + 3u * k); }");
  line ("%s unsigned sum () const { unsigned r = n; for (unsigned k = 0; k < n;"
	" k++) r = r * 3u + (unsigned) v[k]; return r; }",
	chance (50) ? "NOIPA" : "");
  line ("%s void put (unsigned x) { v[x %% n] = (E) (v[(x + 1u) %% n] + x); }",
	chance (50) ? "NOIPA" : "");
  close_brace ();
  line (";");
}

/* The functions g0, g1...: each a random body, which may call those before
   it.  P points to N elements.  */
static void
emit_bodies (void)
{
  for (n_bodies = 0; n_bodies < N_BODIES; n_bodies++)
    {
      begin (str ("unsigned g%u (unsigned x, unsigned *p, unsigned n)",
		  n_bodies));
      add_var (ARRAY, "tab", UNSIGNED, 16, false);
      add_var (ARRAY, "p", UNSIGNED, 0, true)->length = "n";
      line ("unsigned r = x;");
      bytes_left = (int) between (0, 400);
      allow_vla = !cxx && chance (20);
      repeated = 4;
      place.leave = "return r;";
      place.in_simd = false;
      emit_body (between (2, 4), 2);
      line ("return r;");
      close_brace ();
    }
}

void
emit_helpers (void)
{
  emit_array_functions ();
  for (unsigned r = 0; r < N_RECORDS; r++)
    emit_record_functions (r);
  emit_wide_functions ();
  emit_call_functions ();
  has_varying = chance (25);
  if (has_varying)
    emit_varying_functions ();
  emit_reductions ();
  if (cxx)
    emit_cxx ();
  has_objects = cxx && chance (60);
  if (has_objects)
    emit_objects ();
  emit_bodies ();
}
