/* What instructions compute, as text.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "native/unit.h"

const struct native_row native_rows[GCN_N_OPS] =
{
#define SOP(ID, D, A, B, RULE, ...) \
  [GCN_OP_##ID] = { #D, #A, #B, "none", #__VA_ARGS__, false },
#include "code/sops.def"
#define K(ID, D, A, B, C, RULE, ...) \
  [GCN_OP_##ID] = { #D, #A, #B, #C, #__VA_ARGS__, false },
#define CMP(ID, A, B, ...) \
  [GCN_OP_##ID] = { "none", #A, #B, "none", #__VA_ARGS__, true },
#include "code/kernels-int.def"
#define F(ID, D, A, B, C, ...) \
  [GCN_OP_##ID] = { #D, #A, #B, #C, #__VA_ARGS__, false },
#define G F
#define H F
#define FCMP(ID, A, ...) \
  [GCN_OP_##ID] = { "none", #A, #A, "none", #__VA_ARGS__, true },
#include "code/kernels-float.def"
};
