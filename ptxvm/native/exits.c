/* Native code: how it is left.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <string.h>

#include "unit.h"

/* Where native code is left, what is live has to be in registers in memory.  What that is
   differs little from one operation to the next, and a text that names all of it at each
   place grows with the square of a function's length.  So a way to leave writes what
   another one does not, and goes on as that does.  */

/* A way to leave: before the operation K or, AFTER, in what K calls.  SET are the N
   variables that are written.  */
struct leaving
{
  uint32_t k;
  bool after;
  uint32_t n;
  uint64_t *set;
};

/* How many of the last ones are looked at.  */
#define MOST_OTHERS 32

struct leavings
{
  struct leaving v[MOST_OTHERS];
  uint32_t n;			/* That there were; number I is in I % MOST_OTHERS.  */
};

/* Write the variable V, from 0, to the registers at R (SPILL of prelude.h).  */
static void
spill_one (struct unit_func *g, uint32_t v)
{
  static const char *const macro[2][2][3] = {
    { { " SPILL_P (", " SPILL_4 (", " SPILL_8 (" },
      { " SPILL_P (", " SPILL_F4 (", " SPILL_F8 (" } },
    { { " SPILL_P (", " SPILL_A4 (", " SPILL_A8 (" },
      { " SPILL_P (", " SPILL_AF4 (", " SPILL_AF8 (" } }
  };
  const struct var *x = &g->var[v];
  char number[12], *p = number + sizeof number;
  uint32_t off = x->off;
  *--p = '\0';
  do
    *--p = (char) ('0' + off % 10);
  while (off /= 10);
  fputs (macro[!x->once][x->flt][x->cls], g->unit->o);
  fputs (p, g->unit->o);
  fputs (");", g->unit->o);
}

/* True if V of G has to be in memory where the operation K is next: a temporary only if
   native code has written it for the same PTX instruction.  */
static bool
needed_p (struct unit_func *g, uint32_t k, uint32_t v)
{
  if (!native_live (g, k, v))
    return false;
  if (g->var[v].off < g->f->temp_off)
    return true;
  for (uint32_t j = k; j-- > 0 && g->code[j].insn == g->code[k].insn;)
    if (native_writes (g, j, v))
      return true;
  return false;
}

static bool
in_set_p (const struct leaving *l, uint32_t v)
{
  return l->set[v / 64] >> v % 64 & 1;
}

static void
find_set (struct unit_func *g, struct leaving *l)
{
  for (uint32_t v = 0; v < g->n_var; v++)
    if (l->after ? (native_live (g, l->k + 1, v) && g->var[v].off < g->f->temp_off
		    && !native_writes (g, l->k, v))
	: needed_p (g, l->k, v))
      {
	l->set[v / 64] |= (uint64_t) 1 << v % 64;
	l->n++;
      }
}

/* The one of ALL that writes most of what L does, and nothing else; NULL if there is
   none.  */
static const struct leaving *
find_other (const struct unit_func *g, const struct leavings *all,
	    const struct leaving *l)
{
  const struct leaving *best = NULL;
  for (uint32_t i = 0; i < all->n && i < MOST_OTHERS; i++)
    {
      const struct leaving *o = &all->v[i];
      uint64_t more = 0;
      for (uint32_t k = 0; k < g->words; k++)
	more |= o->set[k] & ~l->set[k];
      if (!more && o->n && (!best || o->n > best->n))
	best = o;
    }
  return best;
}

static void
write_name (FILE *o, const struct leaving *l)
{
  fprintf (o, "%c%u", l->after ? 'z' : 'y', l->k);
}

/* Write how G is left by L, once `pc' is set and there is an activation.  */
static void
write_way (struct unit_func *g, const struct leavings *all, const struct leaving *l)
{
  FILE *o = g->unit->o;
  const struct leaving *other = find_other (g, all, l);
  fputc (' ', o);
  write_name (o, l);
  fputs (": __attribute__ ((unused));", o);
  for (uint32_t v = 0; v < g->n_var; v++)
    if (in_set_p (l, v) && !(other && in_set_p (other, v)))
      spill_one (g, v);
  if (other)
    {
      fputs (" goto ", o);
      write_name (o, other);
      fputs (";\n", o);
    }
  else
    fprintf (o, " *x0->budget = bu; %s\n",
	     g->index ? "x0->pc = pc; return 1;" : "return pc;");
}

/* The text after which G, which is called, has the registers of its activation.  */
static const char *
to_activation (const struct unit_func *g)
{
  static _Thread_local char buf[120];
  if (!g->index)
    return "";
  if (g->own_lo == g->own_hi)
    return " R = fr->R;";
  snprintf (buf, sizeof buf, " R = __builtin_memcpy (fr->R + %u, own, %u) - %u;",
	    g->own_lo, g->own_hi - g->own_lo, g->own_lo);
  return buf;
}

/* Write how G is left at the operation K, or AFTER it was begun, and add that to ALL.
   False if there is no memory.  */
static bool
leave_at (struct unit_func *g, struct leavings *all, uint32_t k, bool after)
{
  FILE *o = g->unit->o;
  struct leaving l = { k, after, 0, calloc (g->words, sizeof *l.set) };
  if (!l.set)
    return false;
  find_set (g, &l);
  if (after)
    fprintf (o, " c%u: __attribute__ ((cold)); bu = *x0->budget;%s pc = %s;\n", k,
	     to_activation (g), g->index ? "x0->pc" : "NATIVE_FRAMES");
  else
    for (int slice = 1; slice >= 0; slice--)
      if (g->how[k] & (slice ? HOW_SLICE : HOW_EXIT))
	fprintf (o, " %c%u: __attribute__ ((cold)); pc = %u%s;%s%s goto y%u;\n",
		 slice ? 's' : 'x', k, k, slice ? " | NATIVE_SLICE" : "",
		 g->index ? " x0->frames (x0, fr);" : "", to_activation (g), k);
  write_way (g, all, &l);
  struct leaving *to = &all->v[all->n++ % MOST_OTHERS];
  free (to->set);
  *to = l;
  return true;
}

bool
native_exits (struct unit_func *g)
{
  struct leavings all;
  memset (&all, 0, sizeof all);
  bool ok = true;
  for (uint32_t k = 0; k < g->n && ok; k++)
    {
      if (g->how[k] & (HOW_SLICE | HOW_EXIT))
	ok = leave_at (g, &all, k, false);
      if (ok && g->how[k] & HOW_AFTER)
	ok = leave_at (g, &all, k, true);
    }
  for (uint32_t i = 0; i < MOST_OTHERS; i++)
    free (all.v[i].set);
  return ok;
}
