/* Files that are read whole.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <errno.h>
#include <stdlib.h>

#include "driver.h"

char *
file_read (const char *file, size_t *len)
{
  FILE *f = fopen (file, "rb");
  char *buf = NULL;
  size_t n = 0, alloc = 0;
  if (!f)
    return NULL;
  for (;;)
    {
      if (alloc - n < 65536)
	{
	  alloc = 2 * alloc + 65536;
	  char *more = realloc (buf, alloc);
	  if (!more)
	    break;
	  buf = more;
	}
      size_t got = fread (buf + n, 1, alloc - n - 1, f);
      n += got;
      if (!got)
	{
	  if (ferror (f))
	    break;
	  fclose (f);
	  buf[n] = '\0';
	  *len = n;
	  return buf;
	}
    }
  int err = errno;
  fclose (f);
  free (buf);
  errno = err;
  return NULL;
}
