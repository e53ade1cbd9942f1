/* Objects that were given to the program.
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

/* A driver interface gives pointers to the program.  All of them are known
   here, so that a pointer that is none, or is no longer, is an error and not a
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
/* P is no handle any more; false if it was none of KIND.  */
extern bool simt_handle_remove (struct simt_handles *, const void *p,
				unsigned kind);
extern bool simt_handle_valid_p (struct simt_handles *, const void *p,
				 unsigned kind);

#endif /* SIMT_HANDLES_H */
