/* GDB's remote protocol: threads.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A thread of the protocol is a wave of the group that runs.  Its number is one that no wave
   of another group or launch has had, as debuggers keep what they know of a thread by its
   number: the groups at which the program has stopped have ranges of numbers.  */

#include <inttypes.h>
#include <stdlib.h>

#include "remote-int.h"

struct range
{
  uint64_t launch, group, first;
  unsigned n;
};
static struct range *ranges;
static size_t n_ranges;

static const struct range *
range_of (const struct wave_facts *f)
{
  for (size_t k = n_ranges; k--;)
    if (ranges[k].launch == f->launch && ranges[k].group == f->index)
      return &ranges[k];
  ranges = realloc (ranges, (n_ranges + 1) * sizeof *ranges);
  if (!ranges)
    abort ();
  const struct range *last = n_ranges ? &ranges[n_ranges - 1] : NULL;
  ranges[n_ranges] = (struct range) { f->launch, f->index,
				      last ? last->first + last->n : 1, f->n_waves };
  return &ranges[n_ranges++];
}

uint64_t
thread_of (const void *wave)
{
  struct wave_facts f = facts_of (wave);
  return range_of (&f)->first + f.number;
}

void *
wave_of_thread (uint64_t id)
{
  if (!debug.at.wave)
    return NULL;
  struct wave_facts f = facts_of (debug.at.wave);
  uint64_t k = id - range_of (&f)->first;
  return k < f.n_waves ? machine->sibling (debug.at.wave, (unsigned) k) : NULL;
}

bool
thread_place (uint64_t id, struct place *p)
{
  unsigned t[3];
  void *w = wave_of_thread (id);
  if (!w)
    return false;
  if (w == debug.at.wave && machine->place_at (w, debug.at.lane, 0, p))
    return true;
  for (unsigned lane = 0; lane < machine->lanes; lane++)
    if (machine->thread (w, lane, t))
      return machine->place_at (w, lane, 0, p);
  return false;
}

void
threads_put (FILE *to)
{
  if (!debug.at.wave)
    return;
  struct wave_facts f = facts_of (debug.at.wave);
  uint64_t first = range_of (&f)->first;
  const char *comma = "";
  for (unsigned k = 0; k < f.n_waves; k++)
    if (machine->sibling (debug.at.wave, k))
      {
	fprintf (to, "%s%" PRIx64, comma, first + k);
	comma = ",";
      }
}

void
thread_name_put (FILE *to, void *wave, bool state)
{
  struct wave_facts f = facts_of (wave);
  struct fragment part;
  fprintf (to, "%s (%u,%u,%u) %s %u", machine->group, f.group[0], f.group[1],
	   f.group[2], machine->wave, f.number);
  if (state && machine->fragment (wave, 0, &part))
    fprintf (to, ", %s", part.state);
}
