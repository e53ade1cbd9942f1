/* Types and state spaces: their names, sizes and kinds.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>
#include "ptx-int.h"

/* ---- Types ("State Spaces, Types, and Variables").  */

static const struct
{
  const char *name;
  uint8_t size;			/* Bytes.  */
  bool is_float, is_signed;
} types[PTX_N_TYPES] =
{
  [PTX_NONE] = { "none", 0, false, false },
  [PTX_B8] = { "b8", 1, false, false },
  [PTX_B16] = { "b16", 2, false, false },
  [PTX_B32] = { "b32", 4, false, false },
  [PTX_B64] = { "b64", 8, false, false },
  [PTX_B128] = { "b128", 16, false, false },
  [PTX_U8] = { "u8", 1, false, false },
  [PTX_U16] = { "u16", 2, false, false },
  [PTX_U32] = { "u32", 4, false, false },
  [PTX_U64] = { "u64", 8, false, false },
  [PTX_S8] = { "s8", 1, false, true },
  [PTX_S16] = { "s16", 2, false, true },
  [PTX_S32] = { "s32", 4, false, true },
  [PTX_S64] = { "s64", 8, false, true },
  [PTX_F16] = { "f16", 2, true, false },
  [PTX_F16X2] = { "f16x2", 4, true, false },
  [PTX_BF16] = { "bf16", 2, true, false },
  [PTX_BF16X2] = { "bf16x2", 4, true, false },
  [PTX_TF32] = { "tf32", 4, true, false },
  [PTX_F32] = { "f32", 4, true, false },
  [PTX_F64] = { "f64", 8, true, false },
  [PTX_U16X2] = { "u16x2", 4, false, false },
  [PTX_S16X2] = { "s16x2", 4, false, true },
  [PTX_PRED] = { "pred", 1, false, false },
  [PTX_E4M3] = { "e4m3", 1, true, false },
  [PTX_E5M2] = { "e5m2", 1, true, false },
  [PTX_E4M3X2] = { "e4m3x2", 2, true, false },
  [PTX_E5M2X2] = { "e5m2x2", 2, true, false },
  [PTX_E3M2X2] = { "e3m2x2", 2, true, false },
  [PTX_E2M3X2] = { "e2m3x2", 2, true, false },
  [PTX_E2M1X2] = { "e2m1x2", 1, true, false },
  [PTX_UE8M0X2] = { "ue8m0x2", 2, true, false },
  [PTX_B1] = { "b1", 1, false, false },
  [PTX_U4] = { "u4", 1, false, false },
  [PTX_S4] = { "s4", 1, false, true },
  [PTX_U2] = { "u2", 1, false, false },
  [PTX_S2] = { "s2", 1, false, true },
  [PTX_TEXREF] = { "texref", 8, false, false },
  [PTX_SAMPLERREF] = { "samplerref", 8, false, false },
  [PTX_SURFREF] = { "surfref", 8, false, false }
};

unsigned
ptx_type_size (enum ptx_type t)
{
  return types[t].size;
}

const char *
ptx_type_name (enum ptx_type t)
{
  return types[t].name;
}

bool
ptx_type_float_p (enum ptx_type t)
{
  return types[t].is_float;
}

bool
ptx_type_signed_p (enum ptx_type t)
{
  return types[t].is_signed;
}

const char *
ptx_space_name (enum ptx_space s)
{
  static const char *const names[] =
    { "generic", "reg", "sreg", "const", "global", "local", "param",
      "shared" };

  return names[s];
}
