/* What instructions compute, as text.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

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
