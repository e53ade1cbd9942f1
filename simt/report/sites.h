/* Places that have been reported.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_SITES_H
#define SIMT_SITES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct simt_sites
{
  pthread_mutex_t lock;
  struct simt_site { const void *where; uint32_t what; } *table;
  size_t n, size;		/* SIZE is 0 or a power of two.  */
};

extern void simt_sites_init (struct simt_sites *);
extern void simt_sites_destroy (struct simt_sites *);

/* True the first time for WHERE, which is not NULL, and WHAT; always, when out
   of memory.  */
extern bool simt_sites_first (struct simt_sites *, const void *where,
			      uint32_t what);

#endif /* SIMT_SITES_H */
