/* Memory for groups and waves, which one launch after another has.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_ROOMS_H
#define GCNVM_ROOMS_H

#include "vm-int.h"

/* SIZE bytes of R, aligned to a page.  Null when out of memory.  */
extern void *room_take (struct rooms *r, size_t size);
/* Give back P, or null, of SIZE bytes.  */
extern void room_give (struct rooms *r, void *p, size_t size);
/* The same, all of it zero; if more than the first *CLEAR bytes of it are written, this
   is BEYOND.  */
extern void *room_take_clear (struct rooms *r, size_t size, size_t *clear);
extern void room_give_clear (struct rooms *r, void *p, size_t size, bool beyond);
/* Free what R keeps.  */
extern void rooms_end (struct rooms *r);

#endif /* GCNVM_ROOMS_H */
