/* Memory for groups and waves, which one launch after another has.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A wave has some 2 MiB of it, most of which is never touched.  From malloc, each
   launch would have new pages for all that it does touch, and give them back: half
   of what a launch of many waves without work costs.  */

#include <string.h>
#include <sys/mman.h>

#include "order/rooms.h"

/* How much of a room that has to be zero is cleared when it is taken again; the
   pages after that go back to the system when it is given back.  What a stack that
   grows up uses is at the beginning.  */
enum { KEPT = 64 << 10 };
/* Most that is kept for later launches.  */
#define MOST ((size_t) 256 << 20)

struct room
{
  struct room *next;
};

/* The list for rooms of SIZE bytes that have to be zero, or not, a new one if there
   is none; null if there are too many.  */

static struct room_list *
list_of (struct rooms *r, size_t size, bool zero)
{
  for (unsigned i = 0; i < ROOM_LISTS; i++)
    {
      struct room_list *l = &r->lists[i];
      if (!l->size)
	{
	  l->size = size;
	  l->zero = zero;
	}
      if (l->size == size && l->zero == zero)
	return l;
    }
  return NULL;
}

static size_t
whole_pages (size_t size)
{
  return (size + 4095) / 4096 * 4096;
}

void *
room_take (struct rooms *r, size_t size, bool zero)
{
  size = whole_pages (size);
  pthread_mutex_lock (&r->lock);
  struct room_list *l = list_of (r, size, zero);
  struct room *p = l ? l->first : NULL;
  if (p)
    {
      l->first = p->next;
      r->bytes -= size;
    }
  pthread_mutex_unlock (&r->lock);
  if (p)
    {
      if (zero)
	memset (p, 0, size < KEPT ? size : KEPT);
      return p;
    }
  void *new = mmap (NULL, size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return new == MAP_FAILED ? NULL : new;
}

void
room_give (struct rooms *r, void *p, size_t size, bool zero)
{
  if (!p)
    return;
  size = whole_pages (size);
  if (zero && size > KEPT)
    madvise ((char *) p + KEPT, size - KEPT, MADV_DONTNEED);
  pthread_mutex_lock (&r->lock);
  struct room_list *l = list_of (r, size, zero);
  bool keep = l && r->bytes + size <= MOST;
  if (keep)
    {
      struct room *room = p;
      room->next = l->first;
      l->first = room;
      r->bytes += size;
    }
  pthread_mutex_unlock (&r->lock);
  if (!keep)
    munmap (p, size);
}

void
rooms_end (struct rooms *r)
{
  for (unsigned i = 0; i < ROOM_LISTS; i++)
    for (struct room *p = r->lists[i].first, *next; p; p = next)
      {
	next = p->next;
	munmap (p, r->lists[i].size);
      }
  pthread_mutex_destroy (&r->lock);
}
