/* Arena allocation, and allocation that cannot fail.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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
#define CHUNK (32 * 1024 - HEADER)

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

/* Chunks of the usual size come from blocks that the kernel may back with huge
   pages: touching small ones one by one costs more than what is put in them.
   The first block is small, since to clear a huge page costs a short program
   more than to parse it.
   They go back to a list, since programs load modules again and again.  The
   address sanitizer is to see each of them freed.  */

#define HUGE_PAGE ((size_t) 2 << 20)
#define FIRST_BLOCK ((size_t) 512 << 10)
#ifdef __SANITIZE_ADDRESS__
# define POOL 0
#else
# define POOL 1
#endif

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static struct chunk *spare;
static char *pool;
static size_t pool_left;
static bool had_first;

static struct chunk *
pool_take (void)
{
  struct chunk *c;

  pthread_mutex_lock (&pool_lock);
  c = spare;
  if (c)
    spare = c->next;
  else
    {
      if (pool_left < HEADER + CHUNK)
	{
	  size_t size = had_first ? HUGE_PAGE : FIRST_BLOCK;
	  pool = aligned_alloc (size, size);
	  pool_left = pool ? size : 0;
	  if (pool && had_first)
	    madvise (pool, size, MADV_HUGEPAGE);
	  had_first = true;
	}
      if (pool_left)
	{
	  c = (struct chunk *) pool;
	  pool += HEADER + CHUNK;
	  pool_left -= HEADER + CHUNK;
	}
    }
  pthread_mutex_unlock (&pool_lock);
  return check (c);
}

static void
pool_give (struct chunk *c)
{
  pthread_mutex_lock (&pool_lock);
  c->next = spare;
  spare = c;
  pthread_mutex_unlock (&pool_lock);
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
      if (POOL && c->size == CHUNK)
	pool_give (c);
      else
	free (c);
    }
  free (a);
}

/* SIZE bytes, whatever is in them.  */

static void *
take (struct ptx_arena *a, size_t size)
{
  struct chunk *c = a->chunks;

  size = (size + ALIGNMENT - 1) & ~(size_t) (ALIGNMENT - 1);
  if (!c || c->size - c->used < size)
    {
      size_t room = size > CHUNK / 4 ? size : CHUNK;

      /* Of a short text's chunk most is never touched.  */
      c = (POOL && room == CHUNK ? pool_take ()
	   : check (malloc (HEADER + room)));
      c->used = 0;
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

void *
ptx_arena_alloc (struct ptx_arena *a, size_t size)
{
  return memset (take (a, size), 0, size);
}

void *
ptx_arena_copy (struct ptx_arena *a, const void *from, size_t size)
{
  return memcpy (take (a, size), from, size);
}

char *
ptx_arena_strndup (struct ptx_arena *a, const char *s, size_t len)
{
  char *p = take (a, len + 1);

  memcpy (p, s, len);
  p[len] = '\0';
  return p;
}
