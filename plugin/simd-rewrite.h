/* Let a SIMT region refer to a variable by its place in the lane's record.
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


#ifndef ACCELFIX_SIMD_REWRITE_H
#define ACCELFIX_SIMD_REWRITE_H

#include "simd-vars.h"

/* Makes all that refers to V in region R refer to DECL, which is V's own or
   one of the same type, by a pointer that is set at R's start.  DECL is to be
   an argument of R's GOMP_SIMT_ENTER.  Edges may get statements, which the
   caller commits (gsi_commit_edge_inserts).  */
extern void simd_rewrite (simt_region *r, simd_var *v, tree decl);

/* Whether "ompdevlow" cannot handle V, one of the arguments of R's
   GOMP_SIMT_ENTER, as it is.  */
extern bool simd_needs_rewrite_p (simt_region *r, const simd_var *v);

/* Whether STMT calls what stands for a lane's variable from simd_rewrite up to
   simd-hide.cc, and returns its argument.  */
extern bool simd_lane_call_p (gimple *stmt);

#endif /* ACCELFIX_SIMD_REWRITE_H */
