/* What simd-hide.cc leaves for simd-temps.cc.
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


#ifndef ACCELFIX_SIMD_TEMPS_H
#define ACCELFIX_SIMD_TEMPS_H

/* The variables that may be in the frame of the current function, as a
   TREE_LIST; null if it has no SIMT region.  */
extern tree simd_frame_variables (void);

/* Bytes of the largest object that a statement of the current function has as
   a whole: no temporary that expand makes is larger.  0 if the function has no
   SIMT region.  */
extern unsigned HOST_WIDE_INT simd_largest_object (void);

#endif /* ACCELFIX_SIMD_TEMPS_H */
