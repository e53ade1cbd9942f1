/* Types, from debug information.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_DW_TYPES_H
#define SIMT_DW_TYPES_H

#include "dw.h"
#include "host-vars.h"

/* The type of what DIE declares, without typedefs and qualifiers.  Each is made once and
   never freed.  By one thread at a time.  */
extern const struct simt_type *simt_dw_type_of (const struct simt_dw *,
						struct simt_die *die);
/* Whether DIE has the attribute NAME.  */
extern bool simt_dw_has (const struct simt_dw *, struct simt_die *die,
			 unsigned name);

/* One more of SIZE bytes in *P, which has N of them and room for *ROOM.  */
extern void *simt_one_more (void *p, size_t n, size_t *room, size_t size);

#endif /* SIMT_DW_TYPES_H */
