/* A program is started again, in the same process.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* This is a shared object of its own, start-again.so, which the debugger loads: what
   executes code for GPUs has nothing to start programs with.  */

#include <unistd.h>

/* Start the program of this process again, with the arguments ARGS; returns only if that
   cannot be done, with the reason in errno.  */
extern void simt_start_again (char *const *args)
  __attribute__ ((visibility ("default")));

void
simt_start_again (char *const *args)
{
  execv ("/proc/self/exe", args);
}
