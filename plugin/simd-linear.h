/* Linear variables of simd loops.
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


#ifndef ACCELFIX_SIMD_LINEAR_H
#define ACCELFIX_SIMD_LINEAR_H

#include "simd-loops.h"

/* Finds the linear variables of R's loop, which the lanes all start with the
   same value, and puts their PHIs into PHIS.  Returns why they cannot be
   repaired, or null.  Loops must be known.  */
extern const char *simd_find_linear (simt_region *r, vec<gphi *> *phis);

/* Makes PHI, one of those, start with the lane's own value and step over what
   the other lanes do.  Edges get statements, which the caller commits.  */
extern void simd_repair_linear (gphi *phi);

#endif /* ACCELFIX_SIMD_LINEAR_H */
