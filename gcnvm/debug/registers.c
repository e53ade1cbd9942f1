/* The debugger of amdgcn code: registers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug-int.h"

static const struct simt_type word
  = { .kind = SIMT_T_INT, .name = "int", .size = 4, .is_signed = true };
static const struct simt_type mask
  = { .kind = SIMT_T_UNSIGNED, .name = "unsigned long", .size = 8 };

/* Scalar registers with names of their own.  */
static const struct { const char *name; unsigned code; bool wide; } named[] =
{
  { "exec", GCN_EXEC, true }, { "vcc", GCN_VCC, true }, { "m0", GCN_M0, false },
  { "scc", GCN_SCC, false }
};
enum { N_NAMED = sizeof named / sizeof named[0] };

const struct simt_type *
register_value (const struct place *p, const char *name, uint8_t bytes[16])
{
  const struct wave *w = p->wave;
  char *end;
  unsigned long n = strtoul (name + 1, &end, 10);
  memset (bytes, 0, 16);
  if (!strcmp (name, "pc"))
    {
      memcpy (bytes, &p->pc, 8);
      return &mask;
    }
  for (unsigned k = 0; k < N_NAMED; k++)
    if (!strcmp (name, named[k].name))
      {
	memcpy (bytes, &w->s[named[k].code], named[k].wide ? 8 : 4);
	return named[k].wide ? &mask : &word;
      }
  if (!name[0] || end == name + 1 || *end)
    return NULL;
  if ((name[0] == 's' && n < 102) || (name[0] == 'v' && n < w->n_vgprs))
    {
      struct frame f;
      uint32_t value;
      frame_find (p, &f);
      if (!frame_register (&f, dwarf_of (name[0] == 'v', n), p->lane, &value))
	return NULL;
      memcpy (bytes, &value, 4);
    }
  else if (name[0] == 'a' && n < w->n_agprs)
    memcpy (bytes, &w->v[VGPRS + n][p->lane], 4);
  else
    return NULL;
  return &word;
}

const char *
register_name (const struct place *p, unsigned k)
{
  static char name[12];
  const struct wave *w = p->wave;
  unsigned s = w->launch->n_sgprs < 102 ? w->launch->n_sgprs : 102;
  if (k == 0)
    return "pc";
  if (--k < N_NAMED)
    return named[k].name;
  k -= N_NAMED;
  if (k < s)
    snprintf (name, sizeof name, "s%u", k);
  else if ((k -= s) < w->n_vgprs)
    snprintf (name, sizeof name, "v%u", k);
  else if ((k -= w->n_vgprs) < w->n_agprs)
    snprintf (name, sizeof name, "a%u", k);
  else
    return NULL;
  return name;
}
