/* Text in memory, written as to a file.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


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
