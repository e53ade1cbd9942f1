/* The debugger: back in time.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* To go back, the program is started again, in the same process, and stopped at an
   earlier event: an event is a line that some wave comes to.  With one host thread they
   come in the same order each time; what was known of the event where it is to stop is
   compared with what is there, so that a program that does not repeat itself is found
   out.  Addresses stay, as NAME-run has the kernel choose the same ones.  What the
   program prints up to there is printed no second time.  */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug-int.h"
#include "simt/base/beside.h"

/* What it is to do there.  */
enum goal { STOP, SEARCH, WRITTEN };
static const char *const goal_names[] = { "stop", "search", "written" };

struct event
{
  uint64_t launch, group, mask;
  uint32_t wave, depth, line;
  const char *file;
};

/* The last ones; the first has number 1.  */
#define N_EVENTS (1u << 18)
static struct event *events;
static uint64_t now;

static uint64_t goal_at, goal_sum;
static enum goal goal;
static int saved_out = -1, saved_err = -1;
static uint64_t found;		/* The last event on the way that was looked for.  */
/* What last-write looks at.  */
static uint64_t watched, watched_n;
static uint8_t *watched_old;
static char *state_text;	/* Breakpoints and watchpoints.  */

static uint64_t
sum_of (const struct event *e)
{
  return (e->group * 31 + e->wave) * UINT64_C (0x9e3779b97f4a7c15)
	 ^ (e->mask << 32 ^ e->mask >> 32 ^ e->line) ^ (uint64_t) e->depth << 20;
}

static const struct event *
event_of (uint64_t n)
{
  return &events[n % N_EVENTS];
}

static uint64_t
first_known (void)
{
  return now > N_EVENTS ? now - N_EVENTS + 1 : 1;
}

/* ---- Starting again.  */

/* The arguments of this process, for exec.  */

static char **
arguments (void)
{
  static char text[1 << 17];
  static char *args[4096];
  int fd = open ("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read (fd, text, sizeof text - 1);
  size_t k = 0;
  if (fd >= 0)
    close (fd);
  for (char *p = text; n > 0 && p < text + n && k + 1 < ARRAY_SIZE (args);
       p += strlen (p) + 1)
    args[k++] = p;
  args[k] = NULL;
  return k ? args : NULL;
}

/* Start the program again, to come to event AT for what G says.  Returns only if that
   cannot be done.  Nothing that is printed up to there is seen.  */

static void
start_again (uint64_t at, uint64_t sum, enum goal g)
{
  char **args = arguments (), *text = NULL;
  void *so = simt_beside ("start-again.so");
  void (*again) (char *const *) = NULL;
  size_t n;
  FILE *to = open_memstream (&text, &n);
  if (so)
    *(void **) &again = dlsym (so, "simt_start_again");
  if (!args || !to || !again)
    {
      complain ("the program cannot be started again");
      return;
    }
  int null = open ("/dev/null", O_WRONLY | O_CLOEXEC);
  int out = dup (1), err = dup (2);
  fprintf (to, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
	   " %ld %d %d\n", goal_names[g], at, sum, watched, watched_n,
	   (uint64_t) (uintptr_t) &now, input_position (), out, err);
  points_save (to);
  fclose (to);
  setenv (machine->back, text, 1);
  fflush (terminal);
  dup2 (null, 1);
  dup2 (null, 2);
  again (args);
  dup2 (out, 1);
  dup2 (err, 2);
  close (null);
  close (out);
  close (err);
  unsetenv (machine->back);
  complain ("the program cannot be started again: %s", strerror (errno));
  free (text);
}

bool
back_begin (void)
{
  const char *s = getenv (machine->back);
  char name[20];
  long position;
  uint64_t here;
  events = calloc (N_EVENTS, sizeof *events);
  if (!events)
    abort ();
  if (!s || sscanf (s, "%19s %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
		    " %ld %d %d", name, &goal_at, &goal_sum, &watched, &watched_n,
		    &here, &position, &saved_out, &saved_err) != 9)
    return false;
  while (strcmp (goal_names[goal], name))
    goal++;
  state_text = strdup (strchr (s, '\n') + 1);
  unsetenv (machine->back);
  input_seek (position);
  if (terminal == stdout)
    terminal = fdopen (fcntl (saved_out, F_DUPFD_CLOEXEC, 3), "w");
  points_restore (state_text, false);
  if (goal == WRITTEN && here != (uint64_t) (uintptr_t) &now)
    {
      say ("Addresses differ from run to run here, so this cannot be found out.");
      goal = STOP;
    }
  debug.started = true;
  return true;
}

/* ---- Events.  */

static void
note_written (void)
{
  struct place p = { .wave = NULL };
  uint8_t *b = malloc (watched_n);
  if (b && machine->read (&p, watched, b, watched_n))
    {
      if (watched_old && memcmp (b, watched_old, watched_n))
	found = now - 1;
      free (watched_old);
      watched_old = b;
    }
  else
    free (b);
}

bool
back_event (const struct place *p, const struct line *l, bool starts)
{
  struct event *e = &events[++now % N_EVENTS];
  struct wave_facts f = facts_of (p->wave);
  *e = (struct event) { .launch = f.launch, .group = f.index, .wave = f.number,
			.mask = p->mask, .depth = p->depth,
			.line = l->line, .file = l->file };
  if (!goal_at)
    return false;
  if (goal == WRITTEN)
    note_written ();
  else if (goal == SEARCH && now < goal_at && starts)
    {
      uint64_t lanes;
      if (point_at (p, l, &lanes))
	found = now;
    }
  return now == goal_at;
}

bool
back_going_p (void)
{
  return goal_at != 0;
}

/* A wave has come to the goal, P: its output is the user's again.  It stops here, unless it goes
   back further.  */

void
back_arrived (const struct place *p)
{
  const struct event *e = event_of (now);
  bool same = sum_of (e) == goal_sum;
  fflush (stdout);
  fflush (stderr);
  dup2 (saved_out, 1);
  dup2 (saved_err, 2);
  close (saved_out);
  close (saved_err);
  goal_at = 0;
  if (!same)
    say ("The program does not repeat itself: this is not the place where it was.");
  else if (goal != STOP && found)
    start_again (found, sum_of (event_of (found)), STOP);
  else if (goal != STOP)
    say (goal == SEARCH ? "No breakpoint was passed before this."
	 : "It was written by no line that is known.");
  debug.at = *p;
  points_restore (state_text, true);
  free (state_text);
}

/* ---- Commands.  */

static void
step_back (bool into)
{
  if (!running_p ())
    return;
  const struct event *e = event_of (now);
  unsigned lane = debug.at.lane;
  for (uint64_t k = now; k-- > first_known ();)
    {
      const struct event *f = event_of (k);
      if (f->launch == e->launch && f->group == e->group && f->wave == e->wave
	  && f->mask >> lane & 1 && (into || f->depth <= e->depth)
	  && (f->line != e->line || f->depth != e->depth))
	start_again (k, sum_of (f), STOP);
    }
  complain ("no earlier line of this lane is known");
}

void
command_reverse_step (char *args)
{
  (void) args;
  step_back (true);
}

void
command_reverse_next (char *args)
{
  (void) args;
  step_back (false);
}

void
command_reverse_continue (char *args)
{
  (void) args;
  if (!running_p ())
    return;
  start_again (now, sum_of (event_of (now)), SEARCH);
}

void
command_last_write (char *args)
{
  struct value v;
  char why[300];
  if (!running_p ())
    return;
  if (!*args || !value_of (&debug.at, args, &v, why, sizeof why))
    {
      complain ("%s", *args ? why : "last-write to what?");
      return;
    }
  if (!v.in_memory || !v.type->size || v.type->size > 1 << 16)
    {
      complain ("only what is in memory, of up to 65536 bytes, can be asked about");
      return;
    }
  watched = v.addr;
  watched_n = v.type->size;
  start_again (now, sum_of (event_of (now)), WRITTEN);
}
