/* GDB's remote protocol: breakpoints by address, and memory that is watched.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "remote-int.h"

static uint64_t *points;
static size_t n_points;

enum { MOST_WATCHED = 16, WATCHED_BYTES = 64 };
static struct watched
{
  uint64_t addr;
  size_t n;			/* 0: this place is free.  */
  bool known;
  uint8_t old[WATCHED_BYTES];
} watched[MOST_WATCHED];

static void
set_point (uint64_t addr, bool set)
{
  size_t k = 0;
  while (k < n_points && points[k] != addr)
    k++;
  if (set && k == n_points)
    {
      points = realloc (points, (n_points + 1) * sizeof *points);
      if (!points)
	abort ();
      points[n_points++] = addr;
    }
  else if (!set && k < n_points)
    points[k] = points[--n_points];
}

/* The lane that is selected says which private memory ADDR is in.  */

static bool
set_watched (uint64_t addr, size_t n, bool set)
{
  unsigned k = 0;
  while (k < MOST_WATCHED && !(watched[k].n == n && watched[k].addr == addr))
    k++;
  if (k < MOST_WATCHED && !set)
    watched[k].n = 0;
  if (k < MOST_WATCHED || !set)
    return true;
  for (k = 0; k < MOST_WATCHED && watched[k].n; k++)
    ;
  if (k == MOST_WATCHED || !n || n > WATCHED_BYTES)
    return false;
  watched[k].addr = addr;
  watched[k].n = n;
  watched[k].known = machine->read (&debug.at, addr, watched[k].old, n);
  return watched[k].known;
}

bool
remote_point (const char *text, bool set)
{
  const char *p = text + 2;
  uint64_t addr = hex_number (&p), n = 0;
  if (*p == ',')
    {
      p++;
      n = hex_number (&p);
    }
  if (text[1] != ',' || (*text != '0' && *text != '1' && *text != '2'))
    return false;
  if (*text == '2')
    return set_watched (addr, (size_t) n, set);
  set_point (addr, set);
  return true;
}

void
remote_points_drop (void)
{
  n_points = 0;
  memset (watched, 0, sizeof watched);
}

bool
remote_point_at (uint64_t pc)
{
  for (size_t k = 0; k < n_points; k++)
    if (points[k] == pc)
      return true;
  return false;
}

uint64_t
remote_watched (const struct place *p)
{
  uint8_t now[WATCHED_BYTES];
  for (unsigned k = 0; k < MOST_WATCHED; k++)
    {
      struct watched *w = &watched[k];
      if (w->n && machine->read (p, w->addr, now, w->n) && memcmp (now, w->old, w->n))
	{
	  memcpy (w->old, now, w->n);
	  return w->addr;
	}
    }
  return 0;
}
