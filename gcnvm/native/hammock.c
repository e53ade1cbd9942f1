/* Native code: short blocks that a branch goes around are part of what is ahead.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* In a loop over the bits of a quotient, as libgcc's divisions of floating-point numbers
   are, each turn has a branch around a subtraction.  The host cannot guess where that
   goes, and a wrong guess takes as long as twenty operations.  So a block of a few
   scalar operations is done always, and what it writes is taken, or is as before.  */

#include <string.h>

#include "native/emit.h"

enum { MOST_MERGED = 6 };

/* Whether O has neither a condition nor another effect than writing variables that are
   KNOWN.  */

static bool
plain_p (const struct op *o, const struct set *known)
{
  const struct native_row *r = o->row;
  if (o->kind != K_SCALAR || o->makes_exec)
    return false;
  for (int i = 0; i < 2; i++)
    {
      const char *type = i ? r->b : r->a;
      if (!(i ? o->u->kb : o->u->ka) && strcmp (type, "none") != 0
	  && strncmp (type, "old", 3) != 0
	  && variable_of ((i ? o->u->b : o->u->a) / 4) < 0)
	return false;
    }
  if (strcmp (r->d, "none") != 0 && variable_of (o->u->d / 4) < 0)
    return false;
  return set_within (&o->uses, known) && set_within (&o->defs, known);
}

/* Whether block B of T, which ends in a branch, goes around the next one and that has no
   other way to it and is to be merged.  */

static bool
hammock_p (const struct unit *t, uint32_t b)
{
  const struct block *q = &t->blocks[b], *h = q + 1;
  const struct op *branch = &t->ops[q->end - 1], *last = &t->ops[h->end - 1];
  if (!q->reached || branch->kind != K_IF || branch->target != (int32_t) h->end
      || last->kind != K_COUNT || h->end - h->first > MOST_MERGED
      || q->enters_loop[0] || q->enters_loop[1] || h->enters_loop[0]
      || h->enters_loop[1] || b + 2 >= t->n_blocks)
    return false;
  for (uint32_t k = 0; k < t->n_blocks; k++)
    for (int i = 0; i < 2; i++)
      if (k != b && t->blocks[k].succ[i] == (int32_t) b + 1)
	return false;
  for (uint32_t k = h->first; k + 1 < h->end; k++)
    if (!plain_p (&t->ops[k], &h->known))
      return false;
  struct set dirty = q->dirty;
  uint8_t exec = q->exec;
  struct set known = q->known;
  for (uint32_t k = q->first; k < h->end; k++)
    {
      if (block_spills_p (q, 0, &dirty))
	return false;
      op_dirty (&t->ops[k], exec, &dirty);
      op_known (&t->ops[k], &known, &exec);
    }
  return !block_spills_p (h, 1, &dirty);
}

void
find_hammocks (struct unit *t)
{
  for (uint32_t b = 0; b + 1 < t->n_blocks; b++)
    t->blocks[b + 1].merged = hammock_p (t, b);
}

void
put_merged (struct emit *e, const char *condition)
{
  const struct block *h = e->b + 1;
  struct set defs = { { 0 } };
  e->known = h->known;
  for (uint32_t k = h->first; k < h->end; k++)
    set_join (&defs, &e->t->ops[k].defs);
  /* By a mask: the compiler would make a branch of a condition again.  */
  put (e, "{ const uint64_t around = OPAQUE (-(uint64_t) !!(%s)); ", condition);
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (&defs, i))
      put (e, "const uint64_t o%u = %s; ", i, variable (e, i));
  for (e->k = h->first; e->k + 1 < h->end; e->k++)
    {
      const struct op *o = &e->t->ops[e->k];
      put_scalar (e, o);
      op_done (e, o);
    }
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (&defs, i))
      {
	char value[100];
	snprintf (value, sizeof value, "(o%u & around) | (%s & ~around)", i,
		  variable (e, i));
	put_set (e, i, value);
      }
  const struct uop *u = e->t->ops[h->end - 1].u;
  put (e, "END (%u & ~around, %u & ~around, 0); if (UNLIKELY (bu <= 0)) ", u->n,
       u->states);
  put_slice (e, "1", h->end, h->end);
  put (e, "goto L%u; }\n", h->end);
}
