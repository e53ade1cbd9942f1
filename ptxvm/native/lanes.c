/* Native code: operations that each lane does with values of its own.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "unit.h"

/* A function that is the same for all lanes but for a few operations, such as GCC's
   choice of the lane that does an atomic operation outside of simd loops, would be left
   at each of them.  Here they are loops over the lanes, which the compiler makes vector
   instructions of.  Registers that differ are in memory.  */

/* Write the value of lane `i' in the register OFF, a T, for the operand NAME.  */
static void
write_operand (struct unit_func *g, char name, const char *t, uint32_t off)
{
  FILE *o = g->unit->o;
  fprintf (o, "const CT_%s %c = ", t, name);
  if (native_var (g, off, native_class (t)))
    fprintf (o, "%s; ", native_read (g, off, t, 0));
  else
    {
      native_memory (g, off);
      fprintf (o, "(CT_%s) LANE (%s, %u, i); ", t, t, off);
    }
}

/* Write the operands and the value, which is in R.  */
static void
write_value (struct unit_func *g, const struct uop *u, const struct row *r)
{
  FILE *o = g->unit->o;
  switch (r->kind)
    {
    case ROW_LI:
      fprintf (o, "const CT_%s r = %s; ", r->d,
	       native_constant (g, r->d, (uint64_t) u->imm));
      return;
    case ROW_SLI:
      fprintf (o, "const CT_%s r = %s >> i & 1 ? %uu : %uu; ", r->d,
	       native_pred (g, u->a, 0), u->c, u->e);
      return;
    case ROW_SL:
      write_operand (g, 'a', r->d, u->a);
      write_operand (g, 'b', r->d, u->b);
      fprintf (o, "const CT_%s r = %s >> i & 1 ? a : b; ", r->d,
	       native_pred (g, u->c, 0));
      return;
    default:
      break;
    }
  write_operand (g, 'a', r->a, u->a);
  if (r->kind == ROW_L2I || r->kind == ROW_L3I || r->kind == ROW_SPI)
    fprintf (o, "const CT_%s b = %s; ", r->b,
	     native_constant (g, r->b, native_immediate (u, r)));
  else if (r->b)
    write_operand (g, 'b', r->b, u->b);
  if (r->c)
    write_operand (g, 'c', r->c, u->c);
  if (r->d)
    fprintf (o, "const CT_%s r = (CT_%s) (%s); ", r->d, r->d, r->text);
}

void
native_lanes (struct unit_func *g, uint32_t k)
{
  const struct uop *u = &g->code[k];
  const struct row *r = &native_rows[plain_op (u)];
  FILE *o = g->unit->o;
  if (!r->kind)
    {
      native_memory (g, u->d);
      fprintf (o, "for (int i = 0; i < 32; i++) LANE (u32, %u, i) = %s;", u->d,
	       u->n == PTX_SREG_LANEID ? "i" : "x->tid_x[i]");
      return;
    }
  if (!r->d)
    {
      fputs ("{ uint32_t t = 0; for (int i = 0; i < 32; i++) { ", o);
      write_value (g, u, r);
      fprintf (o, "t |= (uint32_t) ((%s) ? 1 : 0) << i; } %s = t; }", r->text,
	       native_pred (g, u->d, 0));
      return;
    }
  fputs ("for (int i = 0; i < 32; i++) { ", o);
  write_value (g, u, r);
  native_memory (g, u->d);
  fprintf (o, "LANE (%s, %u, i) = (ST_%s) r; }", r->d, u->d, r->d);
}
