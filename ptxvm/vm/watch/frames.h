/* The PTX machine: variables and gaps of stack frames.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef VM_FRAMES_H
#define VM_FRAMES_H

#include "vm-int.h"

/* The variable of A's frame that ADDR, a generic address of LANE, is in, or whose
   neighbour it is; NULL if the frame is not known.  *OFFSET: bytes from its
   start.  */
extern const struct ptx_frame_note *
frame_variable (const struct warp *, const struct act *a, unsigned lane,
		uint64_t addr, int64_t *offset);

/* If A's frame has a variable at ADDR of LANE whose name is known, return it, and say in
   BUF, of N bytes, which one, as in "byte 8 of f's local variable `a' (40 bytes,
   f.c:9)".  */
extern const struct ptx_frame_note *
frame_named (const struct warp *, const struct act *a, unsigned lane,
	     uint64_t addr, char *buf, size_t n);

/* Say in BUF, of N bytes, which variable in a frame of B's threads ADDR is in; false if that is not known.
   None of B's warps may run on another host thread.  */
extern bool frame_holder (const struct block *b, uint64_t addr, char *buf,
			  size_t n);

/* Say in BUF, of N bytes, which of OpenACC's gang-private variables OFF in W's shared
   memory is in, as its functions see it; false if that is not known.  */
extern bool frame_shared (const struct warp *w, uint64_t off, char *buf,
			  size_t n);

/* Where V of A, which has a frame in LANE, begins, in generic addresses; 0 if that is
   not known.  */
extern uint64_t frame_place (const struct warp *, const struct act *a,
			     unsigned lane, const struct ptx_frame_note *v);

/* Say in BUF, of N bytes, which one V is, as in "`a' (40 bytes, f.c:9)".  */
extern void frame_name (const struct ptx_frame_note *v, char *buf, size_t n);

/* Where a gap is, do not return: the access WHAT ("4-byte load") of SIZE bytes at
   ADDR of SPACE by LANE is wrong.  */
extern void frame_check (struct warp *, const struct uop *, unsigned lane,
			 uint64_t addr, unsigned size, enum ptx_space space,
			 const char *what);

/* Before and after access.c looks at local memory: its bounds are what they would
   be without gaps, on a stack that is not deep.  */
static inline void
frame_whole_window (struct warp *w, bool whole)
{
  w->window_size = whole ? w->whole_window : 0;
  w->local_size = whole ? w->whole_local : 0;
}

#endif /* VM_FRAMES_H */
