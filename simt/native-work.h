/* Native code: who compiles, and when.
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

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
/* A job is a function that may become native code.  It counts how often it could have
   been entered; when that is worth it, a thread of its own looks for it in the cache,
   and compiles it later.  */

#ifndef SIMT_NATIVE_WORK_H
#define SIMT_NATIVE_WORK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct simt_native_job
{
  /* Make it: by a compiler if COMPILE, else of what is in the cache.  Called by the
     thread, or with `always' by who counts, but by one at a time.  */
  void (*make) (struct simt_native_job *, bool compile);
  _Atomic uint32_t heat;	/* How often it could have been entered.  */
  _Atomic uint32_t stage;	/* Of what was asked for.  */
  struct simt_native_job *next;	/* In the queue.  */
  bool compile;
};

/* J could have been entered.  With ALWAYS, it is made now.  */
extern void simt_native_count (struct simt_native_job *j, bool always);
/* J is made no more, nor about to be.  */
extern void simt_native_cancel (struct simt_native_job *j);

#endif /* SIMT_NATIVE_WORK_H */
