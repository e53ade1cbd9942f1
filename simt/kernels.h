/* What each kernel has done.
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

/* With --stats, simt/report.c prints a table of kernels at exit, the one that
   took longest first, and puts a JSON object for each into the file of
   --json.  */

#ifndef SIMT_KERNELS_H
#define SIMT_KERNELS_H

#include <stdint.h>
#include <stdio.h>

/* What a machine calls these: the heads of the columns, and names in JSON.  */
struct simt_kernel_words
{
  const char *launches, *groups, *waves, *insns;
};

/* One launch, or the sum of several.  */
struct simt_kernel_run
{
  uint64_t launches, groups, waves, insns;
  double seconds;
};

/* Kernel NAME has done R.  By any host thread.  */
extern void simt_kernels_add (const char *name,
			      const struct simt_kernel_run *r);
/* Seconds of a clock to measure launches with.  */
extern double simt_kernels_clock (void);

/* Call LINE with CLOSURE for each kernel, the longest first; their names are at
   most WIDTH bytes long.  */
typedef void simt_kernel_fn (void *closure, const char *name, int width,
			     const struct simt_kernel_run *r);
extern void simt_kernels_each (simt_kernel_fn *line, void *closure);

#endif /* SIMT_KERNELS_H */
