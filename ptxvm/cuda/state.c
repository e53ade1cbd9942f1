/* The state of the process that all parts of the driver look at.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "driver.h"

struct options driver_options;
struct simt_handles driver_handles = SIMT_HANDLES_INITIALIZER;
bool driver_initialised;
pthread_mutex_t stream_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t module_lock = PTHREAD_MUTEX_INITIALIZER;
_Thread_local bool in_callback;
