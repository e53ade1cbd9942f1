/* The handlers of micro-operations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_RUN_HANDLERS_H
#define GCNVM_RUN_HANDLERS_H

#include "code/handlers.h"

#define H(N) extern uop_fn N;
EACH_HANDLER (H)
#undef H

#endif /* GCNVM_RUN_HANDLERS_H */
