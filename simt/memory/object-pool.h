/* Memory for lists of objects (mem.h), apart from what else is allocated.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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

/* objects.c: from now on what is after an object in its last word of BYTES, a
   power of two or 0, is no error.  */
extern void simt_mem_set_word (unsigned bytes);

#endif /* SIMT_OBJECT_POOL_H */
