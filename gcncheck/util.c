/* Memory and files, for gcncheck and gcn-code-object.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
