/* The debugger: where it stops.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* One host thread runs everything, one wave at a time, and calls simt_debug_line at each
   source line.  A step belongs to one lane; all others run on meanwhile.  */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug-int.h"
#include "remote.h"

static volatile sig_atomic_t interrupted;
/* Where the last line began: what was executed since then did what is seen now.  */
static struct line last_line;
static uint64_t last_group;
static unsigned last_wave;

static void
on_interrupt (int sig)
{
  (void) sig;
  interrupted = 1;
}

/* ---- Stopping.  */

/* Whether the step of the selected lane ends where P, of group GROUP, is now, in LINE,
   which begins there if STARTS.  */

static bool
step_ends (const struct place *p, uint64_t group, const struct line *line,
	   bool starts)
{
  if (debug.going == GO_ON || p->wave != debug.at.wave || group != debug.group
      || !(p->mask & lane_bit (debug.at.lane)))
    return false;
  switch (debug.going)
    {
    case GO_STEP:
      if (p->depth > debug.depth)
	return starts;
      break;
    case GO_NEXT:
      if (p->depth > debug.depth)
	return false;
      break;
    default:
      return p->depth < debug.depth;
    }
  return p->depth < debug.depth || !same_line_p (line, &debug.line);
}

/* Stop in LANE of P's wave, and read commands.  */

static void
stop (const struct place *p, unsigned lane)
{
  debug.at = *p;
  debug.at.lane = lane;
  debug.going = GO_ON;
  machine->flush ();
  put_stop ();
  if (remote)
    remote->stop (false);
  else
    command_loop ();
}

/* If another debugger wants to stop where a wave has come to P, do.  */

static bool
stop_for_remote (const struct place *p)
{
  if (!remote || !remote->due (p))
    return false;
  debug.at = *p;
  debug.going = GO_ON;
  machine->flush ();
  remote->stop (false);
  return true;
}

/* A launch with the facts F is seen for the first time, at P.  */

static void
new_launch (const struct place *p, const struct wave_facts *f)
{
  bool stepped = debug.going != GO_ON;
  debug.launch = f->launch;
  debug.at.wave = NULL;
  if (debug.module != f->module)
    {
      debug.module = f->module;
      points_resolve (debug.module);
    }
  if (stepped)
    {
      /* The lane that made a step has ended.  */
      say ("[The kernel has ended.]");
      debug.at = *p;
      debug.going = GO_STEP;
      debug.group = f->index;
      debug.depth = 0;
      debug.line = (struct line) { NULL, NULL, 0, NULL };
    }
}

/* Say that P, a breakpoint, is there; and delete it if it is for once.  */

static void
put_point (const struct point *p)
{
  fprintf (terminal, "\n%s %u, ", p->once ? "Temporary breakpoint" : "Breakpoint",
	   p->number);
  if (p->once)
    {
      char number[20];
      snprintf (number, sizeof number, "%u", p->number);
      command_delete (number);
    }
}

void
simt_debug_line (const struct place *p, bool starts)
{
  uint64_t lanes = p->mask;
  struct line line = machine->line_of (p);
  struct wave_facts f = facts_of (p->wave);
  if (debug.launch != f.launch)
    new_launch (p, &f);
  if (stop_for_remote (p))
    {
      last_line = line;
      return;
    }
  if (back_event (p, &line, starts))
    {
      back_arrived (p);
      last_line = line;
      stop (p, p->lane);
      return;
    }
  if (back_going_p ())
    return;
  struct place stepping = debug.at;
  bool ends = step_ends (p, f.index, &line, starts);
  debug.at = *p;
  struct point *b = point_changed (f.index);
  if (b && last_line.function)
    {
      fputs ("  by ", terminal);
      put_line_place (&last_line);
      fprintf (terminal, ", %s %llu, %s %u\n", machine->group,
	       (unsigned long long) last_group, machine->wave, last_wave);
    }
  last_line = line;
  last_group = f.index;
  last_wave = f.number;
  unsigned lane = (stepping.wave == p->wave && stepping.lane < machine->lanes
		   && lanes & lane_bit (stepping.lane) ? stepping.lane : p->lane);
  if (b)
    {
      stop (p, lane);
      return;
    }
  b = starts ? point_at (p, &line, &lanes) : NULL;
  if (b && debug.ignore && debug.ignore--)
    b = NULL;
  if (b)
    {
      if (!(lanes & lane_bit (lane)))
	lane = first_lane (lanes);
      put_point (b);
      stop (p, lane);
    }
  else if (interrupted)
    {
      interrupted = 0;
      fputs ("\nInterrupted, ", terminal);
      stop (p, lane);
    }
  else if (ends && debug.count > 1 && debug.going != GO_FINISH)
    {
      /* One step of several.  */
      debug.at.lane = lane;
      go (debug.going, debug.count - 1);
    }
  else if (ends)
    stop (p, lane);
  else
    /* The step goes on elsewhere.  */
    debug.at = stepping;
}

void
simt_debug_insn (const struct place *p)
{
  if (!remote)
    return;
  struct wave_facts f = facts_of (p->wave);
  if (debug.launch != f.launch)
    new_launch (p, &f);
  stop_for_remote (p);
}

void
simt_debug_reported (const struct place *p)
{
  struct wave_facts f = facts_of (p->wave);
  if (debug.launch != f.launch)
    new_launch (p, &f);
  if (back_going_p ())
    return;
  fputs ("\nReported, ", terminal);
  if (remote)
    {
      debug.at = *p;
      remote->stop (true);
    }
  else
    stop (p, p->lane);
}

/* ---- The beginning and the end.  */

static void
at_end (void)
{
  if (debug.started)
    say ("[The program ends.]");
}

void
simt_debug_begin (const struct debug_machine *m, const char *commands,
		  const char *output)
{
  static bool begun;
  if (begun)
    return;
  begun = true;
  machine = m;
  if (remote)
    {
      debug.started = true;
      back_begin ();
      return;
    }
  if (commands && !input_file (commands))
    exit (2);
  terminal = (output ? fopen (output, getenv (m->back) ? "ae" : "we")
	      : stdout);
  if (!terminal)
    {
      fprintf (stderr, "%s: %s, for what the debugger says, cannot be written: "
	       "%s\n", m->tool, output, strerror (errno));
      exit (2);
    }
  atexit (at_end);
  signal (SIGINT, on_interrupt);
  if (!isatty (STDIN_FILENO))
    setvbuf (stdin, NULL, _IONBF, 0);
  if (back_begin ())
    return;
  if (input_typed_p ())
    printf ("accelfix's debugger of %s.  Set breakpoints, then `run'; `help' lists "
	    "the commands.\n", m->code);
  command_loop ();
}
