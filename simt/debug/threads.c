/* The debugger: lanes and waves.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <inttypes.h>
#include <stdlib.h>

#include "debug-int.h"

static void
select_lane (void *wave, unsigned lane)
{
  struct place p;
  if (lane >= machine->lanes || !machine->place_at (wave, lane, 0, &p))
    {
      complain ("%s %u has no lane %u that runs", machine->wave,
		facts_of (wave).number, lane);
      return;
    }
  debug.at = p;
  put_stop ();
}

void
command_lane (char *args)
{
  if (running_p ())
    select_lane (debug.at.wave, *args ? (unsigned) strtoul (args, NULL, 10)
		 : debug.at.lane);
}

/* The first lane of WAVE that lives.  */

static unsigned
living_lane (const void *wave)
{
  unsigned t[3], k = 0;
  while (k + 1 < machine->lanes && !machine->thread (wave, k, t))
    k++;
  return k;
}

void
command_wave (char *args)
{
  if (!running_p ())
    return;
  unsigned long n = (*args ? strtoul (args, NULL, 10)
		     : facts_of (debug.at.wave).number);
  void *w = (n < facts_of (debug.at.wave).n_waves
	     ? machine->sibling (debug.at.wave, (unsigned) n) : NULL);
  if (!w)
    complain ("the %s has no %s %lu that runs", machine->group, machine->wave, n);
  else
    select_lane (w, living_lane (w));
}

void
command_thread (char *args)
{
  unsigned t[3] = { 0, 0, 0 }, has[3];
  if (!running_p ())
    return;
  if (sscanf (args, "%u,%u,%u", &t[0], &t[1], &t[2]) < 1)
    {
      select_lane (debug.at.wave, debug.at.lane);
      return;
    }
  unsigned n = facts_of (debug.at.wave).n_waves;
  for (unsigned k = 0; k < n; k++)
    {
      void *w = machine->sibling (debug.at.wave, k);
      for (unsigned lane = 0; w && lane < machine->lanes; lane++)
	if (machine->thread (w, lane, has) && has[0] == t[0] && has[1] == t[1]
	    && has[2] == t[2])
	  {
	    select_lane (w, lane);
	    return;
	  }
    }
  complain ("the %s has no thread (%u,%u,%u) that runs", machine->group, t[0], t[1],
	    t[2]);
}

void
put_wave (void *wave)
{
  struct fragment f;
  for (unsigned k = 0; machine->fragment (wave, k, &f); k++)
    {
      struct place p;
      if (!machine->place_at (wave, first_lane (f.mask), 0, &p))
	continue;
      struct line l = machine->line_of (&p);
      fprintf (terminal, "%s %s %u, lanes ", wave == debug.at.wave
	       && f.mask & lane_bit (debug.at.lane) ? "*" : " ", machine->wave,
	       facts_of (wave).number);
      put_lanes (f.mask);
      fprintf (terminal, ": %s, ", f.state);
      put_line_place (&l);
      putc ('\n', terminal);
    }
}

void
info_waves (void)
{
  struct wave_facts f = facts_of (debug.at.wave);
  fprintf (terminal, "%s (%u,%u,%u), of %u x %u x %u:\n", machine->group, f.group[0],
	   f.group[1], f.group[2], f.groups[0], f.groups[1], f.groups[2]);
  for (unsigned k = 0; k < f.n_waves; k++)
    {
      void *w = machine->sibling (debug.at.wave, k);
      if (w)
	put_wave (w);
      else
	fprintf (terminal, "  %s %u: has ended\n", machine->wave, k);
    }
}

void
info_kernel (void)
{
  struct wave_facts f = facts_of (debug.at.wave);
  fprintf (terminal, "kernel %s, launch %" PRIu64 ": %u x %u x %u %ss of "
	   "%u x %u x %u threads\n", f.kernel, f.launch, f.groups[0], f.groups[1],
	   f.groups[2], machine->group, f.threads[0], f.threads[1], f.threads[2]);
}
