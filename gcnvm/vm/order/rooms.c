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
   at most; the pages after that go back to the system when it is given back, if they were
   written.  What a stack that grows up uses is at the beginning, and mostly little: how much,
   is looked at where it was more.  */
enum { KEPT_FIRST = 8 << 10, KEPT_MOST = 64 << 10 };
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

/* Take a room of SIZE bytes, whole pages, of R; ZERO: of those that have to be zero, and *KEPT
   becomes how much of it is not.  Null: there is none.  */

static void *
take (struct rooms *r, size_t size, bool zero, size_t *kept)
{
  pthread_mutex_lock (&r->lock);
  struct room_list *l = list_of (r, size, zero);
  struct room *p = l ? l->first : NULL;
  *kept = l ? l->kept : 0;
  if (p)
    {
      l->first = p->next;
      r->bytes -= size;
    }
  pthread_mutex_unlock (&r->lock);
  return p;
}

static void *
new_room (size_t size)
{
  void *p = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

void *
room_take (struct rooms *r, size_t size)
{
  size_t kept;
  size = whole_pages (size);
  void *p = take (r, size, false, &kept);
  return p ? p : new_room (size);
}

void *
room_take_clear (struct rooms *r, size_t size, size_t *clear)
{
  size = whole_pages (size);
  void *p = take (r, size, true, clear);
  if (p)
    return memset (p, 0, *clear);
  p = new_room (size);
  /* Of which little is touched.  */
  if (p)
    madvise (p, size, MADV_NOHUGEPAGE);
  return p;
}

/* How much of the room P, of at most MOST bytes, has pages.  */

static size_t
used_bytes (const void *p, size_t most)
{
  unsigned char there[KEPT_MOST / 4096];
  size_t n = 0;
  if (mincore ((void *) p, most, there))
    return most;
  for (size_t i = 0; i < most / 4096; i++)
    if (there[i] & 1)
      n = i + 1;
  return n * 4096;
}

/* Give back P, of SIZE bytes, whole pages, of which USED have been written if ZERO.  */

static void
give (struct rooms *r, void *p, size_t size, bool zero, size_t used)
{
  pthread_mutex_lock (&r->lock);
  struct room_list *l = list_of (r, size, zero);
  bool keep = l && r->bytes + size <= MOST;
  if (l && used > l->kept)
    l->kept = used;
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
room_give (struct rooms *r, void *p, size_t size)
{
  if (p)
    give (r, p, whole_pages (size), false, 0);
}

void
room_give_clear (struct rooms *r, void *p, size_t size, bool beyond)
{
  size_t used = 0;
  if (!p)
    return;
  size = whole_pages (size);
  if (beyond)
    {
      used = used_bytes (p, size < KEPT_MOST ? size : KEPT_MOST);
      if (size > used)
	madvise ((char *) p + used, size - used, MADV_DONTNEED);
    }
  give (r, p, size, true, used);
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
