/* Notes about frames: what their files share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef FRAME_NOTES_H
#define FRAME_NOTES_H

/* frame-notes.cc.  Adds the comment TEXT, from malloc, behind *AFTER.  */
extern void frame_add_note (rtx_insn **after, char *text);
/* Adds the comment that DECL has SIZE bytes at OFFSET of WHERE, "frame" or "lane",
   if it has a name.  */
extern void frame_note_variable (rtx_insn **after, const char *where,
				 HOST_WIDE_INT offset, HOST_WIDE_INT size,
				 tree decl);

/* frame-lanes.cc.  Adds comments for the private variables of the function's simd
   loop behind *AFTER.  Returns how many gaps they have.  */
extern unsigned frame_note_lanes (rtx_insn **after);

/* atomic-notes.cc.  Adds a comment behind AFTER, where the function begins, and one
   ahead of each of its atomic accesses.  */
extern void note_atomics (rtx_insn *after);

#endif /* FRAME_NOTES_H */
