/* A program is started again, in the same process.
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
