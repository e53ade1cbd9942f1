/* Generator of random OpenMP and OpenACC programs: reductions.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <string.h>

static bool
floating_p (enum type type)
{
  return type == T_FLOAT || type == T_DOUBLE;
}

struct reduction
declare_reduction (bool arrays)
{
  static char *const ops[] =
  {
    "+", "-", "*", "min", "max", "&&", "||", "&", "|", "^"
  };
  struct reduction d;
  d.type = rnd (N_ARITHMETIC);
  d.op = chance (30) ? "+" : ops[rnd (floating_p (d.type) ? 7 : 10)];
  /* GCC fails on logical operators of floating-point numbers (fold_convert_loc,
     expand_expr_real_2), and amdgcn has no libatomic, which the result of one
     byte or two would be added by.  */
  if (floating_p (d.type) && strchr ("&|", *d.op))
    d.type = T_INT;
  if ((d.type == T_SCHAR || d.type == T_USHORT) && strchr ("+-&|^", *d.op)
      && !d.op[1])
    d.type = T_LLONG;
  /* OpenACC has no such operator.  */
  if (acc && !strcmp (d.op, "-"))
    d.op = "+";
  d.n = arrays && chance (15) ? between (2, 9) : 0;
  d.name = str ("s%u", fresh ());
  const char *start = !strcmp (d.op, "*") ? "1"
		      : !strcmp (d.op, "min") ? "100"
		      : !strcmp (d.op, "&&") ? "1"
		      : !strcmp (d.op, "||") ? "0"
		      : !strcmp (d.op, "&") ? "127" : "3";
  if (d.n)
    {
      line ("%s %s[%u];", type_names[d.type], d.name, d.n);
      line ("for (int i = 0; i < %u; i++) %s[i] = %s;", d.n, d.name, start);
    }
  else
    line ("%s %s = %s;", type_names[d.type], d.name, start);
  return d;
}

char *
reduction_clause (const struct reduction *d)
{
  return d->n ? str (" reduction(%s: %s[:%u])", d->op, d->name, d->n)
	 : str (" reduction(%s: %s)", d->op, d->name);
}

char *
reduction_section (const struct reduction *d)
{
  return d->n ? str ("%s[:%u]", d->name, d->n) : d->name;
}

void
reduce (const struct reduction *d, const char *i)
{
  const char *s = d->n ? str ("%s[(%s) %% %u]", d->name, i, d->n) : d->name;
  const char *type = type_names[d->type];
  if (strchr ("+-", *d->op))
    line ("%s %s= (%s) (r %% %uu);", s, d->op, type, between (2, 12));
  else if (!strcmp (d->op, "*"))
    {
      if (d->type == T_UNSIGNED || d->type == T_ULLONG)
	line ("%s *= r | 1u;", s);
      else if (d->type == T_USHORT)
	/* 65535 times 65535 is too much for the int that it would be.  */
	line ("%s = (%s) (%s * (r & 4u ? 1u : -1u));", s, type, s);
      else
	line ("%s *= (%s) (r & 4u ? 1 : -1);", s, type);
    }
  else if (!strcmp (d->op, "min"))
    line ("%s = %s < (%s) (r %% 113u + 5u) ? %s : (%s) (r %% 113u + 5u);", s, s,
	  type, s, type);
  else if (!strcmp (d->op, "max"))
    line ("if (%s < (%s) (r %% 120u)) %s = (%s) (r %% 120u);", s, type, s,
	  type);
  else if (!strcmp (d->op, "&&"))
    line ("%s = %s && r %% %uu != 3;", s, s, between (5, 900));
  else if (!strcmp (d->op, "||"))
    line ("%s = %s || r %% %uu == 3;", s, s, between (5, 900));
  else if (!strcmp (d->op, "&"))
    line ("%s &= (%s) (r | %uu);", s, type, 0xfff0 + rnd (16));
  else
    line ("%s %s= (%s) (r %s);", s, d->op, type,
	  *d->op == '|' ? "& 0x2050u" : "* 1u");
}

void
show_reduction (const struct reduction *d)
{
  if (d->n)
    {
      struct array a = { d->name, d->type, d->n, 0, d->n };
      show_array (&a);
    }
  else
    show (d->type, d->name);
}
