/* Native code: how it is left.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Where native code is left, what is dirty has to be in the wave's registers.  That differs
   little from one place to the next, and a text that names all of it at each place grows
   with the square of a function's length.  So a way to leave, which all places with the
   same dirty registers take, writes what another one does not, and goes on as that
   does.  */

#include <stdlib.h>
#include <string.h>

#include "native/emit.h"

/* The number of the way to leave that writes what is dirty.  */

static uint32_t
way_out (struct emit *e)
{
  struct exits *x = e->exits;
  for (uint32_t i = x->n; i-- > 0;)
    if (memcmp (&x->dirty[i], &e->dirty, sizeof e->dirty) == 0)
      return i;
  if ((x->n & (x->n - 1)) == 0)
    {
      struct set *more = realloc (x->dirty, (x->n ? 2 * x->n : 1) * sizeof *more);
      if (!more)
	{
	  x->failed = true;
	  return 0;
	}
      x->dirty = more;
    }
  x->dirty[x->n] = e->dirty;
  return x->n++;
}

void
put_leave (struct emit *e, uint32_t k, unsigned counted)
{
  put (e, "{ ");
  put_accesses_here (e);
  put (e, "LEAVE (%s, %u, X%u); }\n", uop (e, k), counted, way_out (e));
}

void
put_jump_there (struct emit *e)
{
  put (e, "u = there; goto X%u; ", way_out (e));
}

void
put_slice (struct emit *e, const char *condition, uint32_t k, uint32_t otherwise)
{
  if (k == otherwise)
    put (e, "SLICE (%s, X%u); ", uop (e, k), way_out (e));
  else
    put (e, "SLICE (%s ? %s : %s, X%u); ", condition, uop (e, k),
	 uop (e, otherwise), way_out (e));
}

/* The way of X that writes most of what way I does, and nothing else; -1 if there is
   none.  */

static int64_t
shorter_way (const struct exits *x, uint32_t i)
{
  int64_t best = -1;
  int most = 0;
  for (uint32_t k = 0; k < x->n; k++)
    {
      uint64_t more = 0;
      for (int j = 0; j < SET_WORDS; j++)
	more |= x->dirty[k].w[j] & ~x->dirty[i].w[j];
      int n = more || k == i ? 0 : set_size (&x->dirty[k]);
      if (n > most)
	{
	  most = n;
	  best = k;
	}
    }
  return best;
}

bool
put_exits (struct emit *e)
{
  struct exits *x = e->exits;
  for (uint32_t i = 0; i < x->n; i++)
    {
      int64_t to = shorter_way (x, i);
      e->dirty = x->dirty[i];
      for (int j = 0; to >= 0 && j < SET_WORDS; j++)
	e->dirty.w[j] &= ~x->dirty[to].w[j];
      put (e, "X%u: ", i);
      put_spill (e);
      if (to >= 0)
	put (e, "goto X%u;\n", (uint32_t) to);
      else
	put (e, "goto out;\n");
    }
  free (x->dirty);
  return !x->failed;
}
