/* Memory for lists of objects (mem.h), apart from what else is allocated.
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

/* These lists are small and stay for long.  From malloc, each would be cut from
   the large blocks that a launch allocates and frees, which then no longer fit
   there: 20 KiB more for each launch.  */

#ifndef SIMT_OBJECT_POOL_H
#define SIMT_OBJECT_POOL_H

#include "mem.h"

/* Room for N objects; NULL when out of memory.  */
extern struct simt_object *simt_objects_new (size_t n);
/* Give back P, which has room for N, or is NULL.  */
extern void simt_objects_free (struct simt_object *p, size_t n);

/* objects.c: from now on what is behind an object in its last word of BYTES, a
   power of two or 0, is no error.  */
extern void simt_mem_set_word (unsigned bytes);

#endif /* SIMT_OBJECT_POOL_H */
