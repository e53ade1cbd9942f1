/* Types, from debug information.
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
