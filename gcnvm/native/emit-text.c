/* Native code: registers, and how it is left and comes back, as C.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each SGPR and lane 0 of each VGPR is a variable.  Which of them differ from the
   wave's own registers is known (flow.c): these are written where native code is left,
   and before a handler is called.  What is known to be defined is not looked at
   again.  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "native/emit.h"

void
put (struct emit *e, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  vfprintf (e->f, format, ap);
  va_end (ap);
}

const char *
uop (const struct emit *e, uint32_t k)
{
  static _Thread_local char buf[4][32];
  static _Thread_local unsigned n;
  char *b = buf[n++ % 4];
  snprintf (b, sizeof *buf, "UOP (%u, %u)", e->t->ops[k].fn, e->t->ops[k].at);
  return b;
}

/* ---- Registers.  */

/* The variable of operand CODE, or its place, of one register; of a pair.  */

const char *
reg (unsigned code)
{
  static _Thread_local char buf[8][32];
  static _Thread_local unsigned n;
  char *b = buf[n++ % 8];
  int v = variable_of (code);
  if (v == SET_SCC)
    return "scc";
  if (v < 0)
    snprintf (b, sizeof *buf, "S[%u]", code);
  else
    snprintf (b, sizeof *buf, v < 128 ? "s%u" : "v%u",
	      v < 128 ? code : code - GCN_VGPR);
  return b;
}

const char *
pair (unsigned code)
{
  static _Thread_local char buf[4][80];
  static _Thread_local unsigned n;
  char *b = buf[n++ % 4];
  snprintf (b, sizeof *buf, "PAIR (%s, %s)", reg (code), reg (code + 1));
  return b;
}

/* Put what says of variable I that it is undefined.  */

static void
put_undefined (struct emit *e, unsigned i)
{
  if (i >= SET_VGPR)
    put (e, "(VU[%u] & 1)", i - SET_VGPR);
  else
    put (e, "SV[%u]", i == SET_SCC ? (unsigned) GCN_SCC : i);
}

/* Put " | ..." for each of WHICH that is not known to be defined.  */

void
put_unknown (struct emit *e, const struct set *which)
{
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (which, i) && !set_has (&e->known, i))
      {
	put (e, " | ");
	put_undefined (e, i);
      }
}

bool
all_known_p (const struct emit *e, const struct set *which)
{
  for (int j = 0; j < SET_WORDS; j++)
    if (which->w[j] & ~e->known.w[j])
      return false;
  return true;
}

/* Put stores that make those of DEFS defined.  */

void
put_defined (struct emit *e, const struct set *defs)
{
  for (unsigned i = 0; i < SET_N; i++)
    if (!set_has (defs, i) || set_has (&e->known, i))
      ;
    else if (i >= SET_VGPR)
      put (e, "VU[%u] &= ~(uint64_t) 1; ", i - SET_VGPR);
    else
      put (e, "SV[%u] = 0; ", i == SET_SCC ? (unsigned) GCN_SCC : i);
}

/* Put the store of VALUE to register CODE of lane 0 or to a scalar one, or to
   the pair.  */

void
put_store (struct emit *e, unsigned code, bool wide, const char *value)
{
  if (code >= GCN_VGPR)
    {
      unsigned r = code - GCN_VGPR;
      if (wide)
	put (e, "{ const uint64_t p_ = %s; v%u = (uint32_t) p_; "
	     "v%u = p_ >> 32; } ", value, r, r + 1);
      else
	put (e, "v%u = (uint32_t) (%s); ", r, value);
    }
  else if (code < 128 && wide)
    put (e, "{ const uint64_t p_ = %s; s%u = (uint32_t) p_; s%u = p_ >> 32; } ",
	 value, code, code + 1);
  else if (wide)
    put (e, "{ const uint64_t p_ = %s; S[%u] = (uint32_t) p_; "
	 "S[%u] = p_ >> 32; SV[%u] = SV[%u] = 0; } ", value, code, code + 1,
	 code, code + 1);
  else if (code < 128)
    put (e, "s%u = (uint32_t) (%s); ", code, value);
  else
    put (e, "S[%u] = %s; SV[%u] = 0; ", code, value, code);
}

/* ---- Leaving, and handlers.  */

/* Put the stores of what is dirty.  */

void
put_spill (struct emit *e)
{
  for (unsigned i = 0; i < SET_N; i++)
    if (!set_has (&e->dirty, i))
      ;
    else if (i >= SET_VGPR)
      put (e, "V[%u][0] = v%u; ", i - SET_VGPR, i - SET_VGPR);
    else if (i == SET_SCC)
      put (e, "S[%u] = scc; ", GCN_SCC);
    else
      put (e, "S[%u] = s%u; ", i, i);
}

void
put_leave (struct emit *e, uint32_t k, unsigned counted)
{
  put (e, "{ ");
  put_spill (e);
  put (e, "LEAVE (%s, %u); } ", uop (e, k), counted);
}

/* Put the loads of WHICH into their variables.  */

void
put_loads (struct emit *e, const struct set *which)
{
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (which, i))
      {
	if (i >= SET_VGPR)
	  put (e, "v%u = V[%u][0]; ", i - SET_VGPR, i - SET_VGPR);
	else if (i == SET_SCC)
	  put (e, "scc = S[%u]; ", GCN_SCC);
	else
	  put (e, "s%u = S[%u]; ", i, i);
      }
}

void
put_call (struct emit *e, const struct op *o)
{
  put_spill (e);
  put (e, "SETTLE; ");
  put (e, "CALL (%s, %u); ", uop (e, e->k), e->counted);
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
      put (e, ")) LEAVE (UOP (%u, %u), %u); ", o->fn, o->at + 1,
	   e->counted + o->counted);
      e->known = known;
    }
  put (e, "}\n");
}
