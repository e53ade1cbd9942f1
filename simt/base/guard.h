/* Copies that end with an error where the memory of a process cannot be used.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* A program that has a device's data copied to its own constants, or from
   memory that is not there, would die of a signal in the machine's library.
   This finds out where, and reports it.  */

#ifndef SIMT_GUARD_H
#define SIMT_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/* Copy N bytes, which may overlap.  False if some of them cannot be read or
   written; what is before them may have been copied.  Then WHY, of SIZE bytes,
   says what the matter is, as in "0x5555 is read-only memory: `tab' (60 bytes)
   of ./prog".  May be called by several threads.  */
extern bool simt_guarded_copy (void *to, const void *from, size_t n, char *why,
			       size_t size);

/* Say in BUF, of SIZE bytes, what object of the process ADDRESS is in, as in
   "`tab' (60 bytes) of ./prog"; false, with BUF empty, if that is not known.  */
extern bool simt_describe_host (const void *address, char *buf, size_t size);

#endif /* SIMT_GUARD_H */
