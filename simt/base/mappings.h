/* The memory that this process has mapped.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_MAPPINGS_H
#define SIMT_MAPPINGS_H

#include <stdbool.h>
#include <stdint.h>

/* True if each of SIZE bytes at ADDR is memory of the process that can be read and, with
   WRITE, written (/proc/self/maps, proc(5)).  What the process has given back is only
   noticed after simt_mapped_again.  Any thread may call these.  */
extern bool simt_mapped_p (uint64_t addr, uint64_t size, bool write);

/* What this thread has found last by simt_mapped_p, as SIMT_MAPPED_RECENT times three
   numbers: the first address, the one after the last, and 1 if it can be written.  The
   array is the thread's, and changes with each call of the former by it; what may be
   no more is not in it when this is called.  */
#define SIMT_MAPPED_RECENT 4
extern const uint64_t *simt_mapped_recent (void);

/* What was mapped may be so no more.  */
extern void simt_mapped_again (void);

#endif /* SIMT_MAPPINGS_H */
