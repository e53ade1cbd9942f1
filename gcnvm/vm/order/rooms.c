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

/* How much of a room that has to be zero is cleared when it is taken again, at first and
   at most; the pages after that go back to the system when it is given back.  What a stack
   that grows up uses is at the beginning, and mostly little: now and then it is looked at how
   much.  */
enum { KEPT_FIRST = 8 << 10, KEPT_MOST = 64 << 10, LOOK_EACH = 32 };
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
	  l->kept = size < KEPT_FIRST ? size : KEPT_FIRST;
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
  size_t kept = l ? l->kept : 0;
  if (p)
    {
      l->first = p->next;
      r->bytes -= size;
    }
  pthread_mutex_unlock (&r->lock);
  if (p)
    {
      if (zero)
	memset (p, 0, kept);
      return p;
    }
  void *new = mmap (NULL, size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (new == MAP_FAILED)
    return NULL;
  /* Of which little is touched.  */
  if (zero)
    madvise (new, size, MADV_NOHUGEPAGE);
  return new;
}

/* How much of the room P, from KEPT bytes on up to MOST, has pages.  */

static size_t
used_bytes (const void *p, size_t kept, size_t most)
{
  unsigned char there[KEPT_MOST / 4096];
  size_t n = 0;
  if (kept < most && !mincore ((char *) p + kept, most - kept, there))
    for (size_t i = 0; i < (most - kept) / 4096; i++)
      if (there[i] & 1)
	n = i + 1;
  return kept + n * 4096;
}

void
room_give (struct rooms *r, void *p, size_t size, bool zero)
{
  if (!p)
    return;
  size = whole_pages (size);
  pthread_mutex_lock (&r->lock);
  struct room_list *l = list_of (r, size, zero);
  if (l && zero)
    {
      size_t kept = l->kept, used = 0;
      bool look = l->given++ % LOOK_EACH == 0;
      pthread_mutex_unlock (&r->lock);
      if (look)
	used = used_bytes (p, kept, size < KEPT_MOST ? size : KEPT_MOST);
      if (size > kept)
	madvise ((char *) p + kept, size - kept, MADV_DONTNEED);
      pthread_mutex_lock (&r->lock);
      if (used > l->kept)
	l->kept = used;
    }
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
