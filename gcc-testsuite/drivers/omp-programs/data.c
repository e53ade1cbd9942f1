/* Generator of random OpenMP and OpenACC programs: types and arrays.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <stdio.h>

const char *const type_names[N_TYPES] =
{
  "signed char", "unsigned short", "int", "unsigned", "long long",
  "unsigned long long", "float", "double", "struct record"
};

char *
to_type (enum type type, const char *value)
{
  switch (type)
    {
    case T_SCHAR:
      return str ("(signed char) ((int) ((%s) %% 201u) - 100)", value);
    case T_USHORT:
      return str ("(unsigned short) (%s)", value);
    case T_INT:
      return str ("(int) ((%s) & 0x3fffffffu)", value);
    case T_LLONG:
      return str ("(long long) (%s) * 3 - 5", value);
    case T_ULLONG:
      return str ("((%s) * 0x10003ull) << 13", value);
    case T_FLOAT:
      return str ("(float) ((%s) %% 4096u)", value);
    case T_DOUBLE:
      return str ("(double) ((%s) %% 1000000u)", value);
    case T_RECORD:
      return str ("make_record (%s)", value);
    default:
      return str ("%s", value);
    }
}

char *
from_type (enum type type, const char *text)
{
  switch (type)
    {
    case T_UNSIGNED:
      return str ("%s", text);
    case T_RECORD:
      switch (rnd (4))
	{
	case 0:
	  return str ("(unsigned) %s.a", text);
	case 1:
	  return str ("%s.b[%u]", text, rnd (3));
	case 2:
	  return str ("(unsigned) %s.d", text);
	default:
	  return str ("(unsigned) %s.c", text);
	}
    default:
      return str ("(unsigned) %s", text);
    }
}

struct array
declare_array (enum type type, unsigned n, bool whole)
{
  struct array a;
  if (type == N_TYPES)
    type = rnd (N_TYPES);
  a.name = str ("x%u", fresh ());
  a.type = type;
  a.n = n;
  a.from = whole || chance (60) ? 0 : between (1, 9);
  a.size = a.from + n + (whole || chance (60) ? 0 : between (1, 9));
  if (chance (25))
    line ("%s *%s = malloc (%u * sizeof *%s);", type_names[type], a.name,
	  a.size, a.name);
  else
    line ("%s%s %s[%u];", chance (15) ? "static " : "", type_names[type],
	  a.name, a.size);
  line ("for (unsigned i = 0; i < %uu; i++)", a.size);
  char *value = to_type (type, str ("(i * %uu + %uu)", rnd (100000),
				    rnd (1000)));
  line ("  %s[i] = %s;", a.name, value);
  return a;
}

char *
section (const struct array *a)
{
  return str ("%s[%u:%u]", a->name, a->from, a->n);
}

/* The expression that adds TEXT, of TYPE, to the digest h.  */

static char *
digest (enum type type, const char *text)
{
  return type == T_RECORD ? str ("mix_record (h, %s)", text)
	 : type == T_FLOAT || type == T_DOUBLE
	 ? str ("mix (h, (unsigned long long) (long long) (%s * 4))", text)
	 : str ("mix (h, (unsigned long long) %s)", text);
}

void
show_array (const struct array *a)
{
  open_brace ();
  line ("unsigned long long h = 7;");
  line ("for (unsigned i = 0; i < %uu; i++)", a->size);
  line ("  h = %s;", digest (a->type, str ("%s[i]", a->name)));
  line ("printf (\"%%s %s %s %%llx\\n\", __func__, h);", a->name,
	type_names[a->type]);
  close_brace ();
}

void
show (enum type type, const char *name)
{
  open_brace ();
  line ("unsigned long long h = 7;");
  line ("h = %s;", digest (type, name));
  line ("printf (\"%%s %s %s %%llx\\n\", __func__, h);", name,
	type_names[type]);
  close_brace ();
}

void
emit_program_head (void)
{
  const char *begin = acc ? "" : "#pragma omp declare target";
  const char *end = acc ? "" : "#pragma omp end declare target";
  const char *routine = acc ? "#pragma acc routine seq" : "";
  line ("#include <stdio.h>");
  line ("#include <stdlib.h>");
  line ("#include <string.h>");
  line ("#include <math.h>");
  if (!acc)
    line ("#include <omp.h>");
  line ("struct record { int a; unsigned b[3]; double d; short c; };");
  line ("static volatile int go = 5;");
  line ("%s", begin);
  line ("unsigned table[16] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, "
	"%u };", rnd (100));
  line ("const unsigned short fixed[8] = { 1, 10, 100, 1000, 7, 77, 777, %u "
	"};", rnd (100));
  line ("unsigned global = %u;", rnd (1000));
  if (acc)
    line ("#pragma acc declare copyin (table, fixed, global)");
  line ("%s", routine);
  line ("static struct record");
  line ("make_record (unsigned v)");
  open_brace ();
  line ("struct record s = { (int) (v & 0xffffff), { v, v * 3u, v ^ 5u }, "
	"v %% 1000000u, (short) (v %% 1000u) };");
  line ("return s;");
  close_brace ();
  line ("%s", routine);
  line ("static unsigned long long");
  line ("mix (unsigned long long h, unsigned long long v)");
  open_brace ();
  line ("h = (h ^ v) * 0x9e3779b97f4a7c15ull;");
  line ("return h ^ h >> 29;");
  close_brace ();
  line ("%s", end);
  line ("static unsigned long long");
  line ("mix_record (unsigned long long h, struct record s)");
  open_brace ();
  line ("h = mix (h, (unsigned long long) s.a);");
  line ("for (int i = 0; i < 3; i++)");
  line ("  h = mix (h, s.b[i]);");
  line ("return mix (mix (h, (unsigned long long) s.d), "
	"(unsigned long long) s.c);");
  close_brace ();
}
