/* Native code: where an operation's own C is not to be had.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* It is for defined operands, one lane, memory that there is.  A condition looks at what is
   not known of these; else the handler is called, or native code is left.  */

#include <string.h>

#include "native/emit.h"

static void
put_call (struct emit *e, const struct op *o)
{
  put_spill (e);
  put (e, "CALLS; CALL (%s, %u); ", uop (e, e->k), e->counted);
  put_loads (e, &o->clobbers);
}

/* Put the beginning of O's own C: where that is not to be had for all cases,
   under a condition, with EXTRA, an expression for the common case, or null.  */

bool
put_begin (struct emit *e, const struct op *o, const char *extra)
{
  bool maybe_many = o->one_lane && e->exec != EXEC_ONE;
  struct set strict = o->uses;
  if (o->kind != K_STORE)
    for (int j = 0; j < SET_WORDS; j++)
      strict.w[j] &= ~o->loose.w[j];
  bool known = all_known_p (e, &strict);
  if (!maybe_many && known && !extra)
    {
      put (e, "{ ");
      return false;
    }
  put (e, "if (LIKELY (%s", maybe_many ? "(s126 == 1 & s127 == 0)" : "1");
  if (!known)
    {
      put (e, " && !(0");
      put_unknown (e, &strict);
      put (e, ")");
    }
  put (e, "%s%s)) { ", extra ? " && " : "", extra ? extra : "");
  return true;
}

/* Put the end of it; COND is what put_begin gave.  Where it is not as usual, its handler
   is called if that is usual too, with EXEC for several lanes; else native code is
   left, so that what follows has one way to it and is compiled for that.  */

void
put_end (struct emit *e, const struct op *o, bool cond)
{
  put_defined (e, &o->defs);
  put (e, "}\n");
  if (!cond)
    return;
  put (e, "else { ");
  if (!o->one_lane || e->exec == EXEC_ONE)
    {
      put_leave (e, e->k, e->counted);
      put (e, "}\n");
      return;
    }
  put_call (e, o);
  if (o->counted)
    put (e, "vi--; ");
  struct set left;
  for (int j = 0; j < SET_WORDS; j++)
    left.w[j] = ((o->uses.w[j] & ~o->loose.w[j] & ~e->known.w[j])
		 | o->defs.w[j]);
  struct set nothing = { { 0 } }, known = e->known;
  if (memcmp (&left, &nothing, sizeof left) != 0)
    {
      e->known = nothing;
      put (e, "if (UNLIKELY (0");
      put_unknown (e, &left);
      put (e, ")) LEAVE (UOP (%u, %u), %u, out); ", o->fn, o->at + 1,
	   e->counted + o->counted);
      e->known = known;
    }
  put (e, "}\n");
}
