/* Native code: registers as C.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each SGPR and lane 0 of each VGPR is a variable.  Which of them differ from the
   wave's own registers is known (flow.c): these are written where native code is left,
   and before a handler is called.  What is known to be defined is not looked at
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

/* The variable that is number I of a set; its place in the wave.  */

const char *
variable (unsigned i)
{
  return reg (i < 128 ? i : i == SET_SCC ? GCN_SCC : GCN_VGPR + i - SET_VGPR);
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

/* Put the stores of what is dirty.  */

void
put_spill (struct emit *e)
{
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (&e->dirty, i))
      put (e, "%s = %s; ", place (i), variable (i));
}

/* Put the loads of WHICH into their variables.  */

void
put_loads (struct emit *e, const struct set *which)
{
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (which, i))
      put (e, "%s = %s; ", variable (i), place (i));
}
