/* The memory that this process has mapped.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* What this thread has found last, and when.  */
static _Thread_local uint64_t recent[SIMT_MAPPED_RECENT][3];
static _Thread_local unsigned oldest;
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

const uint64_t *
simt_mapped_recent (void)
{
  uint64_t now = atomic_load_explicit (&stage, memory_order_relaxed);
  if (found_at != now)
    {
      memset (recent, 0, sizeof recent);
      found_at = now;
    }
  return recent[0];
}

/* The end of the mapping that ADDR is in, if that is one of RECENT and can be written if
   WRITE says so; else 0.  */
static uint64_t
recent_end (uint64_t addr, bool write)
{
  simt_mapped_recent ();
  for (int k = 0; k < SIMT_MAPPED_RECENT; k++)
    if (addr - recent[k][0] < recent[k][1] - recent[k][0] && recent[k][2] >= write)
      return recent[k][1];
  return 0;
}

/* The same, if it can be found; it is one of RECENT then.  */
static uint64_t
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
  uint64_t end = m && m->write >= write ? m->end : 0;
  if (end)
    {
      uint64_t *r = recent[oldest++ % SIMT_MAPPED_RECENT];
      r[0] = m->start;
      r[1] = end;
      r[2] = m->write;
    }
  pthread_mutex_unlock (&lock);
  return end;
}

bool
simt_mapped_p (uint64_t addr, uint64_t size, bool write)
{
  uint64_t end = addr + size;
  if (end < addr)
    return false;
  while (addr < end)
    {
      uint64_t next = recent_end (addr, write);
      if (!next && !(next = look_up (addr, write)))
	return false;
      addr = next;
    }
  return true;
}

void
simt_mapped_again (void)
{
  atomic_fetch_add (&stage, 1);
}
