/* Objects that were given to the program.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A driver interface gives pointers to the program.  All of them are known here, so
   that a pointer that is not, or is no longer, a handle is an error and not a
   crash.  */

#ifndef SIMT_HANDLES_H
#define SIMT_HANDLES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct simt_handle_slot;

struct simt_handles
{
  pthread_mutex_t lock;
  struct simt_handle_slot *slots;
  size_t n_slots, n_used;	/* N_SLOTS is zero or a power of two.  */
};

#define SIMT_HANDLES_INITIALIZER { PTHREAD_MUTEX_INITIALIZER, NULL, 0, 0 }

/* Make P a living handle of KIND, a small number of the caller's.  False when
   out of memory.  */
extern bool simt_handle_add (struct simt_handles *, const void *p,
			     unsigned kind);
/* P is no handle any more; false if it was not one of KIND.  */
extern bool simt_handle_remove (struct simt_handles *, const void *p,
				unsigned kind);
extern bool simt_handle_valid_p (struct simt_handles *, const void *p,
				 unsigned kind);

#endif /* SIMT_HANDLES_H */
