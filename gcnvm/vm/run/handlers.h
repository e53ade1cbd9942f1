/* The handlers of micro-operations.
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

#ifndef GCNVM_RUN_HANDLERS_H
#define GCNVM_RUN_HANDLERS_H

#include "code/handlers.h"

#define H(N) extern uop_fn N;
EACH_HANDLER (H)
#undef H

#endif /* GCNVM_RUN_HANDLERS_H */
