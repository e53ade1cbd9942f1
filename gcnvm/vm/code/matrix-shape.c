/* Which matrices the rows of matrix instructions multiply, by their names.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "vm-int.h"
#include "code/handlers.h"
#include "code/matrix-shape.h"

struct matrix_shape
matrix_shape_of (enum gcn_op op)
{
  static const struct { const char *name; enum matrix_kind kind; unsigned bits; } t[] =
  {
    { "bf16_1k", KIND_BF16, 16 }, { "bf16", KIND_BF16, 16 },
    { "f16", KIND_F16, 16 }, { "f32", KIND_F32, 32 }, { "f64", KIND_F64, 64 },
    { "i8", KIND_I8, 8 }
  };
  const struct gcn_row *r = &gcn_rows[op];
  struct matrix_shape s = { KIND_NONE, 0, 0, 0, 0 };
  const char *p = strncmp (r->name, "v_mfma_", 7) == 0 ? r->name + 11 : "";
  char *end;
  s.m = strtoul (p, &end, 10);
  if (*end != 'x')
    return s;
  p = strchr (end + 1, 'x');
  if (!p)
    return s;
  s.k = strtoul (p + 1, &end, 10);
  /* "_2b_" says what follows from the rest.  */
  p = strstr (end, "b_");
  p = end[0] == '_' && p && p - end <= 3 ? p + 2 : end[0] == '_' ? end + 1 : end;
  for (size_t i = 0; i < sizeof t / sizeof *t; i++)
    if (strcmp (p, t[i].name) == 0)
      {
	unsigned regs = gcn_type_regs ((enum gcn_type) r->s[0], GCN_GFX90A);
	s.per = regs * 32 / t[i].bits;
	s.blocks = s.k ? LANES * s.per / (s.m * s.k) : 0;
	if (s.blocks)
	  s.kind = t[i].kind;
	break;
      }
  return s;
}

bool
matrix_done_p (enum gcn_op op)
{
  return matrix_shape_of (op).kind != KIND_NONE;
}
