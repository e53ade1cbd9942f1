/* Memory and files, for gcncheck and gcn-code-object.
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
#include <string.h>

#include "gcncheck.h"

/* What messages begin with.  */
const char *program_name = "gcncheck";

static void *
checked (void *p)
{
  if (!p)
    {
      fprintf (stderr, "%s: out of memory\n", program_name);
      exit (2);
    }
  return p;
}

/* Zeroed memory for COUNT objects of SIZE bytes; never null.  */

void *
xalloc (size_t count, size_t size)
{
  return checked (calloc (count ? count : 1, size));
}

/* P, grown to COUNT objects of SIZE bytes; never null.  */

void *
xgrow (void *p, size_t count, size_t size)
{
  return checked (realloc (p, (count ? count : 1) * size));
}

/* A copy of up to LENGTH characters of S.  */

char *
xcopy (const char *s, size_t length)
{
  size_t n = strnlen (s, length);
  char *copy = xalloc (n + 1, 1);
  memcpy (copy, s, n);
  return copy;
}

/* Reads FILE whole; returns null after printing an error.  */

unsigned char *
read_file (const char *file, size_t *size)
{
  FILE *f = fopen (file, "rb");
  unsigned char *data = NULL;
  size_t room = 0;
  *size = 0;
  if (!f)
    {
      fprintf (stderr, "%s: %s: %s\n", program_name, file, strerror (errno));
      return NULL;
    }
  for (;;)
    {
      if (*size == room)
	{
	  room = room ? room * 2 : 65536;
	  data = xgrow (data, room, 1);
	}
      size_t n = fread (data + *size, 1, room - *size, f);
      if (n == 0)
	break;
      *size += n;
    }
  if (ferror (f))
    {
      fprintf (stderr, "%s: %s: %s\n", program_name, file, strerror (errno));
      free (data);
      data = NULL;
    }
  fclose (f);
  return data;
}
