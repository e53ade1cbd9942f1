/* Generator of random Fortran programs with OpenMP or OpenACC: reductions.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <string.h>

static bool
is (const struct reduction *d, const char *op)
{
  return !strcmp (d->op, op);
}

struct reduction
declare_reduction (bool arrays)
{
  static char *const ops[] =
  {
    "+", "+", "*", "max", "min", ".and.", ".or.", ".eqv.", ".neqv.", "iand", "ior", "ieor"
  };
  static const enum type types[] = { T_INT4, T_INT8, T_REAL4, T_REAL8, T_COMPLEX };
  struct reduction d = { .op = ops[rnd (12)], .name = str ("s%u", fresh ()) };
  d.type = (*d.op == '.' ? T_LOGICAL : *d.op == 'i' ? types[rnd (2)]
	    : *d.op == 'm' ? types[rnd (4)] : types[rnd (5)]);
  d.n = arrays && chance (15) ? between (2, 6) : 0;
  const char *start = (is (&d, ".and.") || is (&d, ".eqv.") ? ".true."
		       : *d.op == '.' ? ".false." : is (&d, "iand") ? "127"
		       : is (&d, "*") ? "1" : is (&d, "min") ? "100" : "3");
  decl ("%s :: %s%s", type_names[d.type], d.name, d.n ? str ("(%u)", d.n) : "");
  code ("%s = %s", d.name, start);
  return d;
}

char *
reduction_clause (const struct reduction *d)
{
  return str (" reduction(%s: %s)", d->op, d->name);
}

void
reduce (const struct reduction *d, const char *i)
{
  const char *s = d->n ? str ("%s(1 + mod (abs (%s), %u))", d->name, i, d->n) : d->name;
  if (is (d, "+"))
    code ("%s = %s + %s", s, s, to_type (d->type, str ("mod (r, %u)", between (2, 12))));
  else if (is (d, "*"))
    code ("%s = %s * %s", s, s, d->type == T_COMPLEX
	  ? "merge ((1., 0.), (0., 1.), btest (r, 1))"
	  : to_type (d->type, "(1)"));
  else if (*d->op == 'm')
    code ("%s = %s (%s, %s)", s, d->op, s, to_type (d->type, "mod (r, 120)"));
  else if (*d->op == '.')
    code ("%s = %s %s (mod (r, %u) /= %u)", s, s, d->op, between (2, 700), rnd (2));
  else
    code ("%s = %s (%s, %s)", s, d->op, s,
	  to_type (d->type, is (d, "iand") ? "ior (r, 4088)" : "iand (r, 8272)"));
}

void
show_reduction (const struct reduction *d)
{
  if (d->n)
    {
      struct array a = { .name = d->name, .type = d->type, .rank = 1 };
      show_array (&a);
    }
  else
    show (d->type, d->name);
}
