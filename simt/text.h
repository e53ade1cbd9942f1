/* Text in memory, written as to a file.
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


/* As open_memstream, but for this: glibc's says nothing where memory for the text
   is missing, neither by ferror nor when it is closed.  */

#ifndef SIMT_TEXT_H
#define SIMT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct simt_text
{
  FILE *out;			/* Where to write.  */
  char *p;			/* After simt_text_close: N bytes, to be
				   freed.  */
  size_t n, alloc;
  bool failed;
};

/* False, with errno set, if there is no memory.  */
extern bool simt_text_open (struct simt_text *);

/* Close OUT.  False, with errno set, if not all that was written is in P.  */
extern bool simt_text_close (struct simt_text *);

#endif /* SIMT_TEXT_H */
