/* Places in the frame that belong to the lanes of SIMT regions.
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


#ifndef ACCELFIX_SIMD_FRAMES_H
#define ACCELFIX_SIMD_FRAMES_H

/* A variable in the frame that is each lane's own in a SIMT region, or all
   temporaries of the function.  While places are marked, the address of byte B
   of place N, counted from 0, is that of the frame and

     simd_place_distance * (N + 1) + start + B

   where START is that of a variable; the temporaries begin where the variables
   end.  */
struct simd_place
{
  HOST_WIDE_INT start;		/* Bytes from virtual-stack-vars.  */
  HOST_WIDE_INT size;		/* Bytes; of temporaries 0.  */
  unsigned align;		/* Bits; of temporaries 0.  */
};

const HOST_WIDE_INT simd_place_distance = HOST_WIDE_INT_1 << 40;

/* The number of the place that the marked OFFSET is of, from 1 on; 0 if it is
   not marked.  An address may lie outside its object by less than half the
   distance.  */
static inline HOST_WIDE_INT
simd_place_of (HOST_WIDE_INT offset)
{
  HOST_WIDE_INT half = simd_place_distance / 2;
  return offset < half ? 0 : (offset + half) / simd_place_distance;
}

/* The places of the current function; empty unless it has marked ones.  */
extern const vec<simd_place> &simd_places (void);

/* Bytes of the largest object that a statement of the current function has: no
   temporary that expand makes is larger.  */
extern unsigned HOST_WIDE_INT simd_largest_object (void);

/* If X is an address in the frame at a constant offset, puts that into
   *OFFSET.  */
extern bool simd_frame_address_p (const_rtx x, HOST_WIDE_INT *offset);

/* Makes frame_offset what it would be without marks.  There is no place
   then.  */
extern void simd_unmark (void);

#endif /* ACCELFIX_SIMD_FRAMES_H */
