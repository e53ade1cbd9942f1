/* What each kernel has done.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* With --stats, simt/report/report.c prints a table of kernels at exit, the one that
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
