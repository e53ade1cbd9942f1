/* Gaps between the variables that a construct maps.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_HOST_GAPS_H
#define SIMT_HOST_GAPS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/host/host-call.h"

/* Copies of so many entries fit onto the stack.  */
#define MOST_ENTRIES 4096

/* Bytes between variables, at least; 0: no gaps are wanted.  */
extern uint64_t gap_redzone;

/* The program sees libgomp's blocks.  */
extern _Atomic bool gap_profiled;

extern bool gap_placed_p (const struct simt_host_call *c, size_t i,
			  uint64_t *size);
extern void gap_spread (struct simt_host_call *c, uint64_t table,
			unsigned short *to);
extern bool gap_wanted_p (const struct simt_host_call *c);
extern bool gap_ask_p (const struct simt_host_call *c);

#endif /* SIMT_HOST_GAPS_H */
