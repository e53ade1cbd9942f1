/* The parser: what accelfix says of stack frames.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* GCC's PTX has one array for all variables of a frame.  The plugin, where it is
   asked to, says in comments what is where (plugin/frame-notes.cc):

     // accelfix: frame OFFSET SIZE LINE NAME [FILE]
     // accelfix: gap OFFSET SIZE
     // accelfix: lane OFFSET SIZE LINE NAME [FILE]
     // accelfix: lane-gap OFFSET SIZE
     // accelfix: reg NUMBER SIZE LINE NAME [FILE]
     // accelfix: ref NUMBER SIZE LINE NAME [FILE]
     // accelfix: shared OFFSET SIZE LINE NAME [FILE]

   and which accesses are atomic, which PTX does not always tell
   (plugin/atomic-notes.cc): that it says so in this function, and that the next
   instruction is one.

     // accelfix: atomics
     // accelfix: atomic

   Comments are nobody's duty to keep or to write well: one that does not read as
   above, or speaks of more than a frame can hold, is no note and no error.  */

#include <string.h>

#include "ptx-int.h"

/* The largest frame: a thread's local memory is at most 512 KiB, a soft stack of
   libgomp's 1 GiB here (cuda/stacks.c).  */
#define MOST_FRAME (1u << 30)

/* Read a number and the blank or the end behind it; false if there is none.  */

static bool
number (const char **s, const char *end, uint32_t *v)
{
  const char *p = *s;
  uint64_t n = 0;
  for (; p < end && *p >= '0' && *p <= '9'; p++)
    if ((n = n * 10 + (unsigned) (*p - '0')) > MOST_FRAME)
      return false;
  if (p == *s || (p < end && *p != ' '))
    return false;
  *v = (uint32_t) n;
  *s = p < end ? p + 1 : p;
  return true;
}

/* If [*S, END) begins with WORD, skip it.  */

static bool
word (const char **s, const char *end, const char *word)
{
  size_t n = strlen (word);
  if ((size_t) (end - *s) < n || memcmp (*s, word, n))
    return false;
  *s += n;
  return true;
}

void
ptx_p_note (struct ptx_parser *p, const char *s, const char *end)
{
  struct ptx_frame_note note = { 0 };
  s += sizeof PTX_COMMENT - 1;
  if (end > s && end[-1] == '\r')
    end--;
  if (end - s == 7 && !memcmp (s, "atomics", 7))
    {
      p->fn->atomics = true;
      return;
    }
  if (end - s == 6 && !memcmp (s, "atomic", 6))
    {
      p->atomic_line = p->line;
      return;
    }
  note.ref = word (&s, end, "ref ");
  bool reg = note.ref || word (&s, end, "reg ");
  bool shared = !reg && word (&s, end, "shared ");
  note.lane = !reg && !shared && word (&s, end, "lane");
  note.gap = (!reg && !shared
	      && word (&s, end, note.lane ? "-gap " : "gap "));
  if ((!reg && !shared && !note.gap && !word (&s, end, note.lane ? " " : "frame "))
      || !number (&s, end, &note.offset) || !number (&s, end, &note.size)
      || note.offset + note.size > MOST_FRAME
      || (note.lane && note.size > note.offset))
    return;
  if (note.gap)
    {
      if (s != end || !note.size)
	return;
      p->fn->n_gaps++;
    }
  else
    {
      if (!number (&s, end, &note.line) || s == end)
	return;
      const char *blank = memchr (s, ' ', (size_t) (end - s));
      const char *stop = blank ? blank : end;
      note.name = ptx_arena_strndup (p->arena, s, (size_t) (stop - s));
      if (blank && blank + 1 < end)
	note.file = ptx_arena_strndup (p->arena, blank + 1,
				       (size_t) (end - blank - 1));
    }
  const struct ptx_frame_note **list
    = (reg ? &p->fn->reg_notes : shared ? &p->fn->shared_notes
       : &p->fn->notes);
  struct ptx_frame_note *n = ptx_arena_alloc (p->arena, sizeof *n);
  note.next = *list;
  *n = note;
  *list = n;
  p->fn->notes_line = p->line;
}
