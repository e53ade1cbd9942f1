/* The state of the process that all parts of the driver look at.
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

#include "driver.h"

struct options driver_options;
struct simt_handles driver_handles = SIMT_HANDLES_INITIALIZER;
bool driver_initialised;
pthread_mutex_t stream_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t module_lock = PTHREAD_MUTEX_INITIALIZER;
_Thread_local bool in_callback;
