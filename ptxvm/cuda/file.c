/* Files that are read whole.
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
