/* Native code: handlers that follow one another.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "native/emit.h"

bool
call_p (const struct emit *e, const struct op *o)
{
  return o->kind == K_CALL || (o->one_lane && e->exec == EXEC_OTHER);
}

/* Whether O does nothing to registers, so that it may come between calls.  */

static bool
between_p (const struct op *o)
{
  return o->kind == K_WAIT || o->kind == K_WAITCNT || o->kind == K_NOP;
}

/* What handlers read and write is in the wave from the first of them on; so the variables
   are loaded after the last one.  */

void
put_calls (struct emit *e)
{
  struct set loads = { { 0 } };
  unsigned counted = e->counted;
  const struct op *o = &e->t->ops[e->k];
  struct saves saves;
  put_forced (e);
  put_accesses (e);
  put_spill (e);
  put (e, "CALLS; ");
  do
    {
      if (call_p (e, o))
	{
	  put (e, "CALL (%s, %u);\n", uop (e, e->k), counted);
	  set_join (&loads, &o->clobbers);
	  e->counted += o->counted;
	}
      else
	{
	  put_op (e, o);
	  put_accesses (e);
	}
      op_done (e, o);
      o = &e->t->ops[++e->k];
    }
  while (e->k < e->b->end && !e->force && (call_p (e, o) || between_p (o))
	 && !saves_find (e->t, e->k, e->b->end, &saves));
  put_loads (e, &loads);
  /* The handlers have counted these.  */
  if (e->counted > counted)
    put (e, "vi -= %u;\n", e->counted - counted);
}
