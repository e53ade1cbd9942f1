/* Native code: registers and constants as text.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <inttypes.h>
#include <string.h>

#include "unit.h"

void
native_memory (const struct unit_func *g, uint32_t off)
{
  struct native_unit *u = g->unit;
  uint32_t end = off + 8 * WARP_SIZE;
  if (u->memory_lo >= u->memory_hi || off < u->memory_lo)
    u->memory_lo = off;
  if (end > u->memory_hi)
    u->memory_hi = end;
}

void
native_name (const struct unit_func *g, uint32_t v, char *buf)
{
  sprintf (buf, "v%u_%d", g->var[v - 1].off, (int) g->var[v - 1].cls);
}

static bool
float_type_p (const char *t)
{
  return t[0] == 'f';
}

const char *
native_read (const struct unit_func *g, uint32_t off, const char *t, int buffer)
{
  static _Thread_local char buf[4][96];
  char *b = buf[buffer], name[32];
  enum var_class cls = native_class (t);
  uint32_t v = native_var (g, off, cls);
  if (!v)
    {
      native_memory (g, off);
      sprintf (b, "GET (%s, %u)", t, off);
      return b;
    }
  native_name (g, v, name);
  bool f = g->var[v - 1].flt;
  if (f && !float_type_p (t))
    sprintf (b, "(CT_%s) f%s_bits (%s)", t, cls == VAR_8 ? "64" : "32", name);
  else if (!f && float_type_p (t))
    sprintf (b, "bits_f%s (%s)", cls == VAR_8 ? "64" : "32", name);
  else
    sprintf (b, "(CT_%s) %s", t, name);
  return b;
}

void
native_put (const struct unit_func *g, uint32_t off, const char *t, const char *value)
{
  FILE *o = g->unit->o;
  char name[32];
  enum var_class cls = native_class (t);
  uint32_t v = native_var (g, off, cls);
  if (!v)
    {
      native_memory (g, off);
      fprintf (o, "PUT_ALL (%s, %u, %s);", t, off, value);
      return;
    }
  native_name (g, v, name);
  bool f = g->var[v - 1].flt;
  const char *bits = cls == VAR_8 ? "64" : "32";
  if (f && !float_type_p (t))
    fprintf (o, "%s = bits_f%s ((ST_%s) (%s));", name, bits, t, value);
  else if (!f && float_type_p (t))
    fprintf (o, "%s = f%s_bits (%s);", name, bits, value);
  else
    fprintf (o, "%s = (ST_%s) (%s);", name, t, value);
}

const char *
native_pred (const struct unit_func *g, uint32_t off, int buffer)
{
  static _Thread_local char buf[4][48];
  uint32_t v = native_var (g, off, VAR_PRED);
  if (v)
    native_name (g, v, buf[buffer]);
  else
    {
      native_memory (g, off);
      sprintf (buf[buffer], "PRED (%u)", off);
    }
  return buf[buffer];
}

/* An address in the arena, which is elsewhere in each process, is relative to that.  */
const char *
native_constant (const struct unit_func *g, const char *t, uint64_t bits)
{
  static _Thread_local char buf[96];
  const struct simt_mem *m = &g->f->module->vm->mem;
  if (float_type_p (t))
    sprintf (buf, "bits_%s (0x%" PRIx64 "u%s)", t, t[1] == '6' ? bits : (uint32_t) bits,
	     t[1] == '6' ? "ll" : "");
  else if (bits - m->arena < m->arena_size && native_class (t) == VAR_8)
    sprintf (buf, "(CT_%s) (x->m.arena + 0x%" PRIx64 "ull)", t, bits - m->arena);
  else
    sprintf (buf, "(CT_%s) 0x%" PRIx64 "ull", t, bits);
  return buf;
}

uint64_t
native_immediate (const struct uop *u, const struct row *r)
{
  if (r->kind != ROW_L3I)
    return (uint64_t) u->imm;
  if (!strcmp (r->b, "f64"))
    return (uint64_t) u->e << 32;
  return float_type_p (r->b) ? u->e : (uint64_t) (int64_t) (int32_t) u->e;
}
