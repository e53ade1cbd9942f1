/* The PTX machine: the table of operations that are done less often.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "vm-int.h"

uop_fn *const rare_table[OP_N_FN] = {
#define RARE(ID, ...) [OP_##ID] = rare_##ID,
#include "code/rare-ops.def"
};
