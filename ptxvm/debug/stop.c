/* The PTX debugger: where it stops.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

/* One host thread runs everything, one warp at a time, and calls debug_line at each
   source line.  A step belongs to one lane; all others run on meanwhile.  */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug-int.h"
#include "debugger.h"

static volatile sig_atomic_t interrupted;
/* Where the last line began: what was executed since then did what is seen now.  */
static struct line last_line;
static uint64_t last_block;
static uint32_t last_warp;

static void
on_interrupt (int sig)
{
  (void) sig;
  interrupted = 1;
}

/* ---- Stopping.  */

/* Whether the step of the selected lane ends where W's fragment is now, in LINE.  */

static bool
step_ends (const struct warp *w, const struct uop *u, const struct line *line)
{
  if (debug.going == GO_ON || w != debug.at.w || w->block->index != debug.block
      || !(w->cur->mask >> debug.at.lane & 1))
    return false;
  uint32_t depth = depth_of (w->act);
  switch (debug.going)
    {
    case GO_STEP:
      if (depth > debug.depth)
	return u->n == LINE_START;
      break;
    case GO_NEXT:
      if (depth > debug.depth)
	return false;
      break;
    default:
      return depth < debug.depth;
    }
  return depth < debug.depth || !same_line_p (line, &debug.line);
}

/* Stop in LANE of W, and read commands.  */

static void
stop (struct warp *w, unsigned lane)
{
  debug.at.w = w;
  debug.going = GO_ON;
  place_at (w, lane, 0, &debug.at);
  vm_flush_printf (debug.vm);
  put_stop ();
  command_loop ();
}

/* A launch of W's kernel is seen for the first time.  */

static void
new_launch (struct warp *w)
{
  const struct launch *l = w->block->launch;
  bool stepped = debug.going != GO_ON;
  debug.launch = l->id;
  debug.at.w = NULL;
  if (debug.module != l->kernel->module)
    {
      debug.module = l->kernel->module;
      points_resolve (debug.module);
    }
  if (stepped)
    {
      /* The lane that made a step has ended.  */
      say ("[The kernel has ended.]");
      debug.at.w = w;
      debug.at.lane = first_lane (w->cur->mask);
      debug.going = GO_STEP;
      debug.block = w->block->index;
      debug.depth = 0;
      debug.line = (struct line) { NULL, NULL, 0, NULL };
    }
}

static void
debug_line (struct warp *w, const struct uop *u)
{
  uint32_t lanes = w->cur->mask;
  struct line line = line_of (w->act, u);
  if (debug.launch != w->block->launch->id)
    new_launch (w);
  if (back_event (w, u, &line))
    {
      debug.at.w = w;
      back_arrived (w);
      last_line = line;
      stop (w, first_lane (lanes));
      return;
    }
  if (back_going_p ())
    return;
  struct warp *stepping = debug.at.w;
  bool ends = step_ends (w, u, &line);
  /* place_at takes this warp's fragment as it is now.  */
  debug.at.w = w;
  struct point *p = point_changed ();
  if (p && last_line.function)
    {
      fputs ("  by ", terminal);
      put_line_place (&last_line);
      fprintf (terminal, ", block %llu, warp %u\n", (unsigned long long) last_block,
	      last_warp);
    }
  last_line = line;
  last_block = w->block->index;
  last_warp = w->index;
  unsigned lane = (debug.at.lane < WARP_SIZE && stepping == w
		   && lanes >> debug.at.lane & 1 ? debug.at.lane
		   : first_lane (lanes));
  if (p)
    {
      stop (w, lane);
      return;
    }
  if ((p = point_at (w, u, &line, &lanes)) && debug.ignore && debug.ignore--)
    p = NULL;
  if (p)
    {
      if (!(lanes >> lane & 1))
	lane = first_lane (lanes);
      fprintf (terminal, "\n%s %u, ", p->once ? "Temporary breakpoint" : "Breakpoint",
	      p->number);
      if (p->once)
	{
	  char number[20];
	  snprintf (number, sizeof number, "%u", p->number);
	  command_delete (number);
	}
      stop (w, lane);
    }
  else if (interrupted)
    {
      interrupted = 0;
      fputs ("\nInterrupted, ", terminal);
      stop (w, lane);
    }
  else if (ends)
    {
      if (debug.count > 1 && debug.going != GO_FINISH)
	{
	  /* One step of several.  */
	  place_at (w, lane, 0, &debug.at);
	  go (debug.going, debug.count - 1);
	}
      else
	stop (w, lane);
    }
  else
    /* The step goes on elsewhere.  */
    debug.at.w = stepping;
}

static void
debug_reported (struct warp *w, const struct uop *u, unsigned lane)
{
  if (debug.launch != w->block->launch->id)
    new_launch (w);
  if (back_going_p ())
    return;
  w->pc = u;
  fputs ("\nReported, ", terminal);
  stop (w, lane);
}

static const struct debugger hooks = { debug_line, debug_reported };

/* ---- The beginning and the end.  */

static void
at_end (void)
{
  if (debug.started)
    say ("[The program ends.]");
}

void
debugger_attach (struct vm *vm, const char *commands, const char *output)
{
  static bool begun;
  vm_set_debugger (vm, &hooks);
  debug.vm = vm;
  if (begun)
    return;
  begun = true;
  if (commands && !input_file (commands))
    exit (2);
  terminal = (output ? fopen (output, getenv ("PTXVM_DEBUG_BACK") ? "ae" : "we")
	      : stdout);
  if (!terminal)
    {
      fprintf (stderr, "ptxvm: %s, for what the debugger says, cannot be written: "
	       "%s\n", output, strerror (errno));
      exit (2);
    }
  atexit (at_end);
  signal (SIGINT, on_interrupt);
  if (!isatty (STDIN_FILENO))
    setvbuf (stdin, NULL, _IONBF, 0);
  if (back_begin ())
    return;
  if (input_typed_p ())
    puts ("accelfix's debugger of PTX.  Set breakpoints, then `run'; `help' lists "
	  "the commands.");
  command_loop ();
}
