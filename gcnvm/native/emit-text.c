/* Native code: registers as C.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each SGPR and lane 0 of each VGPR is a variable, or half of one.  Which of them differ
   from the wave's own registers is known (flow.c): these are written where native code is
   left, and before a handler is called.  What is known to be defined is not looked at
   again.  */

#include <stdarg.h>

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

/* Two registers that are used as a pair mostly are one variable, pN, N being the lower
   one's number in sets (pairs.c).  */

const char *
variable (const struct emit *e, unsigned i)
{
  static _Thread_local char buf[8][40];
  static _Thread_local unsigned n;
  char *b = buf[n++ % 8];
  if (i == SET_SCC)
    return "scc";
  if (low_p (e->t, i))
    snprintf (b, sizeof *buf, "(uint64_t) (uint32_t) p%u", i);
  else if (half_p (e->t, i))
    snprintf (b, sizeof *buf, "(p%u >> 32)", i - 1);
  else if (i < 128)
    snprintf (b, sizeof *buf, "s%u", i);
  else
    snprintf (b, sizeof *buf, "v%u", i - SET_VGPR);
  return b;
}

const char *
reg (const struct emit *e, unsigned code)
{
  static _Thread_local char buf[8][32];
  static _Thread_local unsigned n;
  char *b = buf[n++ % 8];
  int v = variable_of (code);
  if (v >= 0)
    {
      weigh_access (e, (unsigned) v, ACCESS_READ);
      return variable (e, (unsigned) v);
    }
  snprintf (b, sizeof *buf, "S[%u]", code);
  return b;
}

const char *
pair (const struct emit *e, unsigned code)
{
  static _Thread_local char buf[4][100];
  static _Thread_local unsigned n;
  char *b = buf[n++ % 4];
  int v = variable_of (code);
  if (v < 0 || variable_of (code + 1) != v + 1)
    {
      snprintf (b, sizeof *buf, "PAIR (%s, %s)", reg (e, code), reg (e, code + 1));
      return b;
    }
  weigh_access (e, (unsigned) v, ACCESS_PAIR);
  if (low_p (e->t, (unsigned) v))
    snprintf (b, sizeof *buf, "p%u", (unsigned) v);
  else
    snprintf (b, sizeof *buf, "PAIR (%s, %s)", variable (e, (unsigned) v),
	      variable (e, (unsigned) v + 1));
  return b;
}

void
put_set (struct emit *e, unsigned i, const char *value)
{
  weigh_access (e, i, ACCESS_WRITE);
  if (low_p (e->t, i))
    put (e, "p%u = (p%u & HIGH_HALF) | (uint32_t) (%s); ", i, i, value);
  else if (half_p (e->t, i))
    put (e, "p%u = (uint32_t) p%u | (uint64_t) (%s) << 32; ", i - 1, i - 1, value);
  else
    put (e, "%s = (uint32_t) (%s); ", variable (e, i), value);
}

static const char *
place (unsigned i)
{
  static _Thread_local char buf[32];
  if (i >= SET_VGPR)
    snprintf (buf, sizeof buf, "V[%u][0]", i - SET_VGPR);
  else
    snprintf (buf, sizeof buf, "S[%u]", i == SET_SCC ? (unsigned) GCN_SCC : i);
  return buf;
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
  return set_within (which, &e->known);
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
  int v = variable_of (code);
  if (v < 0 && wide)
    put (e, "{ const uint64_t p_ = %s; S[%u] = (uint32_t) p_; "
	 "S[%u] = p_ >> 32; SV[%u] = SV[%u] = 0; } ", value, code, code + 1,
	 code, code + 1);
  else if (v < 0)
    put (e, "S[%u] = %s; SV[%u] = 0; ", code, value, code);
  else if (!wide)
    put_set (e, (unsigned) v, value);
  else
    {
      weigh_access (e, (unsigned) v, ACCESS_PAIR);
      if (low_p (e->t, (unsigned) v))
	{
	  put (e, "p%u = %s; ", (unsigned) v, value);
	  return;
	}
      int64_t *weights = e->weights;
      e->weights = NULL;
      put (e, "{ const uint64_t p_ = %s; ", value);
      put_set (e, (unsigned) v, "p_");
      put_set (e, (unsigned) v + 1, "p_ >> 32");
      put (e, "} ");
      e->weights = weights;
    }
}

/* Whether variable I and the next one are both in WHICH, and are a pair of SGPRs, which
   are side by side in the wave.  */

static bool
both_p (const struct emit *e, const struct set *which, unsigned i)
{
  return i < 128 && low_p (e->t, i) && set_has (which, i + 1);
}

/* Put the stores of what is dirty.  */

void
put_spill (struct emit *e)
{
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (&e->dirty, i) && both_p (e, &e->dirty, i))
      {
	put (e, "PUT64 (&S[%u], p%u); ", i, i);
	i++;
      }
    else if (set_has (&e->dirty, i))
      put (e, "%s = %s; ", place (i), variable (e, i));
}

/* Put the loads of WHICH into their variables.  */

void
put_loads (struct emit *e, const struct set *which)
{
  int64_t *weights = e->weights;
  e->weights = NULL;
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (which, i) && low_p (e->t, i) && set_has (which, i + 1))
      {
	if (i < SET_SCC)
	  put (e, "p%u = PAIR_AT (&S[%u]); ", i, i);
	else
	  {
	    put (e, "p%u = PAIR (%s, ", i, place (i));
	    put (e, "%s); ", place (i + 1));
	  }
	i++;
      }
    else if (set_has (which, i))
      put_set (e, i, place (i));
  e->weights = weights;
}
