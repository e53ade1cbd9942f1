/* Simd loops that the lanes of a warp meet each by itself.
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


#ifndef ACCELFIX_SIMD_NESTED_H
#define ACCELFIX_SIMD_NESTED_H

#include "simd-loops.h"

/* Makes LOOP run its copy for targets without SIMT.  The caller cleans up the
   control flow graph.  */
extern void simd_take_plain_copy (simd_loop *loop);

/* Makes LOOP run that copy where the warp is in a SIMT region already.  */
extern void simd_ask_warp (simd_loop *loop);

/* Notes what LOOP's regions call, for simd_may_be_nested_p.  */
extern void simd_note_calls (simd_loop *loop);

/* Whether the function of NODE may be called in a SIMT region.  */
extern bool simd_may_be_nested_p (cgraph_node *node);

#endif /* ACCELFIX_SIMD_NESTED_H */
