/* Arena allocation, and allocation that cannot fail.
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


#include <stdlib.h>
#include <string.h>

#include "ptx-int.h"

struct chunk
{
  struct chunk *next;
  size_t used, size;
};

struct ptx_arena
{
  struct chunk *chunks;		/* The first has room.  */
};

#define ALIGNMENT 16
#define HEADER ((sizeof (struct chunk) + ALIGNMENT - 1) \
		& ~(size_t) (ALIGNMENT - 1))
#define CHUNK (64 * 1024 - HEADER)

static void *
check (void *p)
{
  if (!p)
    {
      fputs ("ptxvm: out of memory\n", stderr);
      exit (2);
    }
  return p;
}

void *
ptx_xrealloc (void *p, size_t size)
{
  return check (realloc (p, size ? size : 1));
}

void *
ptx_xcalloc (size_t n, size_t size)
{
  return check (calloc (n ? n : 1, size ? size : 1));
}

struct ptx_arena *
ptx_arena_new (void)
{
  return ptx_xcalloc (1, sizeof (struct ptx_arena));
}

void
ptx_arena_free (struct ptx_arena *a)
{
  struct chunk *next;

  if (!a)
    return;
  for (struct chunk *c = a->chunks; c; c = next)
    {
      next = c->next;
      free (c);
    }
  free (a);
}

void *
ptx_arena_alloc (struct ptx_arena *a, size_t size)
{
  struct chunk *c = a->chunks;

  size = (size + ALIGNMENT - 1) & ~(size_t) (ALIGNMENT - 1);
  if (!c || c->size - c->used < size)
    {
      size_t room = size > CHUNK / 4 ? size : CHUNK;

      c = ptx_xcalloc (1, HEADER + room);
      c->size = room;
      if (room != CHUNK && a->chunks)
	{
	  /* A large piece has a chunk of its own, behind the one that
	     small ones are taken from.  */
	  c->next = a->chunks->next;
	  a->chunks->next = c;
	}
      else
	{
	  c->next = a->chunks;
	  a->chunks = c;
	}
    }

  void *p = (char *) c + HEADER + c->used;
  c->used += size;
  return p;
}

char *
ptx_arena_strndup (struct ptx_arena *a, const char *s, size_t len)
{
  char *p = ptx_arena_alloc (a, len + 1);

  memcpy (p, s, len);
  return p;
}
