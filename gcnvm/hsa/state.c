/* State of the process.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "runtime.h"

struct options hsa_options;
struct simt_mem memory;
struct simt_handles handles = SIMT_HANDLES_INITIALIZER;
_Atomic bool runtime_up;
