/* What kernels print.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A device keeps what its kernels print until the host synchronises, so that it
   comes after what the host printed before that ("Limitations" of formatted
   output in the CUDA C++ Programming Guide).  */

#ifndef SIMT_OUTPUT_H
#define SIMT_OUTPUT_H

#include <pthread.h>
#include <stddef.h>

struct simt_output
{
  pthread_mutex_t lock;
  char *p;
  size_t n, alloc;
};

extern void simt_output_init (struct simt_output *);
/* Write what is kept, and forget it.  */
extern void simt_output_destroy (struct simt_output *);

/* Keep N bytes at P.  If more than MAX are kept then, or there is no memory to
   keep them, write them at once.  */
extern void simt_output_add (struct simt_output *, const char *p, size_t n,
			     size_t max);
/* Write what is kept to standard output.  */
extern void simt_output_flush (struct simt_output *);

#endif /* SIMT_OUTPUT_H */
