/* Text in memory, written as to a file.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "text.h"

static ssize_t
add (void *closure, const char *from, size_t n)
{
  struct simt_text *t = closure;
  if (t->n + n + 1 > t->alloc)
    {
      size_t alloc = 2 * t->alloc + n + 256;
      char *more = realloc (t->p, alloc);
      if (!more)
	{
	  t->failed = true;
	  errno = ENOMEM;
	  return 0;
	}
      t->p = more;
      t->alloc = alloc;
    }
  memcpy (t->p + t->n, from, n);
  t->n += n;
  t->p[t->n] = '\0';
  return (ssize_t) n;
}

bool
simt_text_open (struct simt_text *t)
{
  static const cookie_io_functions_t functions = { .write = add };
  memset (t, 0, sizeof *t);
  t->out = fopencookie (t, "w", functions);
  return t->out != NULL;
}

bool
simt_text_close (struct simt_text *t)
{
  bool bad = ferror (t->out) != 0;
  bad |= fclose (t->out) != 0;
  t->out = NULL;
  if (!bad && !t->failed)
    return true;
  errno = ENOMEM;
  return false;
}
