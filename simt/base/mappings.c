/* The memory that this process has mapped.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "simt/base/mappings.h"

/* Bytes [START, END) that can be read.  */
struct mapping
{
  uint64_t start, end;
  bool write;
};

/* All, in order of addresses, as they were when STAGE was READ_AT.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct mapping *list;
static size_t n_list, room;
static uint64_t read_at;
static _Atomic uint64_t stage = 1;

/* The one that this thread has found last, and when.  */
static _Thread_local struct mapping last;
static _Thread_local uint64_t found_at;

/* Add [START, END) to the list; what follows the one before it is one with it.  */
static void
add (uint64_t start, uint64_t end, bool write)
{
  struct mapping *m = n_list ? &list[n_list - 1] : NULL;
  if (m && m->end == start && m->write == write)
    {
      m->end = end;
      return;
    }
  if (n_list == room)
    {
      size_t more = room ? 2 * room : 64;
      m = realloc (list, more * sizeof *m);
      if (!m)
	return;
      list = m;
      room = more;
    }
  list[n_list++] = (struct mapping) { start, end, write };
}

/* With the lock: read the list anew.  */
static void
read_list (void)
{
  char *line = NULL;
  size_t n = 0;
  uint64_t start, end;
  char can_read, can_write;
  FILE *f = fopen ("/proc/self/maps", "re");
  n_list = 0;
  read_at = stage;
  if (!f)
    return;
  while (getline (&line, &n, f) > 0)
    if (sscanf (line, "%" SCNx64 "-%" SCNx64 " %c%c", &start, &end, &can_read,
		&can_write) == 4
	&& can_read == 'r')
      add (start, end, can_write == 'w');
  free (line);
  fclose (f);
}

/* With the lock: the mapping that ADDR is in; NULL if there is none.  */
static const struct mapping *
find (uint64_t addr)
{
  size_t low = 0, high = n_list;
  while (low < high)
    {
      size_t k = low + (high - low) / 2;
      if (list[k].end <= addr)
	low = k + 1;
      else
	high = k;
    }
  return low < n_list && list[low].start <= addr ? &list[low] : NULL;
}

/* Have LAST be the mapping that ADDR is in, which can be written if WRITE says so.  False
   if there is none.  */
static bool
look_up (uint64_t addr, bool write)
{
  pthread_mutex_lock (&lock);
  bool fresh = read_at != stage;
  if (fresh)
    read_list ();
  const struct mapping *m = find (addr);
  /* It may be new, or may be written since.  */
  if (!fresh && (!m || m->write < write))
    {
      read_list ();
      m = find (addr);
    }
  bool found = m && m->write >= write;
  if (found)
    {
      last = *m;
      found_at = read_at;
    }
  pthread_mutex_unlock (&lock);
  return found;
}

/* True if ADDR is in LAST, which can be written if WRITE says so.  */
static bool
in_last_p (uint64_t addr, bool write)
{
  return (found_at == atomic_load_explicit (&stage, memory_order_relaxed)
	  && addr - last.start < last.end - last.start && last.write >= write);
}

bool
simt_mapped_p (uint64_t addr, uint64_t size, bool write)
{
  uint64_t end = addr + size;
  if (end < addr)
    return false;
  for (; addr < end; addr = last.end)
    if (!in_last_p (addr, write) && !look_up (addr, write))
      return false;
  return true;
}

void
simt_mapped_again (void)
{
  atomic_fetch_add (&stage, 1);
}
