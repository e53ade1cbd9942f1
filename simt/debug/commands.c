/* The debugger: the table of commands.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug-int.h"

static bool ready;		/* A command has let the program go on.  */

void
go (enum going how, unsigned count)
{
  debug.going = how;
  debug.count = count;
  if (how != GO_ON)
    {
      debug.group = facts_of (debug.at.wave).index;
      /* Of the innermost frame, or the one that was selected for `finish'.  */
      struct place in = debug.at;
      machine->place_at (debug.at.wave, debug.at.lane, 0, &in);
      debug.depth = how == GO_FINISH ? debug.at.depth : in.depth;
      debug.line = machine->line_of (&in);
    }
}

/* The count that ARGS says, 1 without.  False if it is not one.  */

static bool
count_of (const char *args, unsigned *n)
{
  char *end;
  unsigned long v = *args ? strtoul (args, &end, 10) : 1;
  if (*args && (*end || !v || v > 1000000000))
    {
      complain ("`%s' is no count", args);
      return false;
    }
  *n = (unsigned) v;
  return true;
}

static void
command_run (char *args)
{
  if (debug.started)
    {
      complain ("the program runs already; `continue' lets it go on");
      return;
    }
  if (*args)
    {
      complain ("the program's arguments are %s-run's", machine->tool);
      return;
    }
  debug.started = true;
  go (GO_ON, 0);
  ready = true;
}

static void
command_continue (char *args)
{
  unsigned n;
  if (!count_of (args, &n))
    return;
  debug.started = true;
  debug.ignore = n - 1;
  go (GO_ON, 0);
  ready = true;
}

static void
make_steps (enum going how, char *args)
{
  unsigned n;
  if (!running_p () || !count_of (args, &n))
    return;
  go (how, n);
  ready = true;
}

static void
command_step (char *args)
{
  make_steps (GO_STEP, args);
}

static void
command_next (char *args)
{
  make_steps (GO_NEXT, args);
}

static void
command_finish (char *args)
{
  if (running_p () && !debug.at.depth)
    complain ("this is the kernel, which nothing called");
  else if (debug.at.wave)
    make_steps (GO_FINISH, args);
}

static void
command_quit (char *args)
{
  (void) args;
  fflush (terminal);
  _exit (debug.started ? 1 : 0);
}

static void command_help (char *args);

/* A command is known by the first letters of its name, the earlier ones first.  */
static const struct command
{
  const char *name, *args, *what;
  void (*fn) (char *args);
} commands[] =
{
  { "backtrace", "[full]",
    "who called the selected lane's function; full: with folders", command_backtrace },
  { "bt", NULL, NULL, command_backtrace },
  { "where", NULL, NULL, command_backtrace },
  { "break", "[FILE:]LINE|FUNCTION [if EXPR]",
    "stop there, in lanes for which EXPR holds", command_break },
  { "continue", "[N]", "go on, and pass N-1 breakpoints", command_continue },
  { "c", NULL, NULL, command_continue },
  { "delete", "[NUMBER...]", "delete breakpoints and watchpoints", command_delete },
  { "disable", "[NUMBER...]", "turn them off", command_disable },
  { "disassemble", "", "the instructions of the line where it is",
    command_disassemble },
  { "down", "[N]", "select the frame that this one called", command_down },
  { "enable", "[NUMBER...]", "turn them on", command_enable },
  { "finish", "", "go on until the selected frame returns", command_finish },
  { "frame", "[N]", "select frame N of the backtrace", command_frame },
  { "help", "", "this list", command_help },
  { "info", "breakpoints|lanes|@ws|locals|registers [%REG]|kernel",
    "show these", command_info },
  { "lane", "[N]", "select lane N of the @w", command_lane },
  { "lanes", "EXPR", "print EXPR as each lane of the @w has it", command_lanes },
  { "last-write", "EXPR", "go back to the line that wrote it last",
    command_last_write },
  { "list", "[[FILE:]LINE]", "show the source", command_list },
  { "next", "[N]", "execute lines, calls as one", command_next },
  { "print", "[/FORMAT] EXPR",
    "print it: /x /d /u /o /t /c /f; `x = 3' assigns", command_print },
  { "ptype", "EXPR", "the type of it", command_ptype },
  { "quit", "", "end the program", command_quit },
  { "reverse-continue", "", "go back to the last breakpoint that was passed",
    command_reverse_continue },
  { "rc", NULL, NULL, command_reverse_continue },
  { "reverse-next", "", "go back to the line before, calls as one",
    command_reverse_next },
  { "rn", NULL, NULL, command_reverse_next },
  { "reverse-step", "", "go back to the line before, into calls",
    command_reverse_step },
  { "rs", NULL, NULL, command_reverse_step },
  { "run", "", "let the program begin", command_run },
  { "step", "[N]", "execute lines, into calls", command_step },
  { "tbreak", "[FILE:]LINE|FUNCTION [if EXPR]", "break once", command_tbreak },
  { "thread", "X[,Y[,Z]]", "select that thread of the @g", command_thread },
  { "up", "[N]", "select the frame that called this one", command_up },
  { "warp", NULL, NULL, command_wave },
  { "watch", "EXPR", "stop when its value has changed", command_watch },
  { "wave", "[N]", "select @w N of the @g", command_wave },
  { "x", "[/NFU] ADDRESS", "show memory, as gdb's x", command_x },
  { NULL, NULL, NULL, NULL }
};

/* Put TEXT into BUF, of N bytes, with the machine's words for @w and @g.  */

static const char *
in_words (const char *text, char *buf, size_t n)
{
  size_t k = 0;
  buf[0] = '\0';
  for (const char *p = text; *p && k + 1 < n; p++)
    if (*p == '@' && (p[1] == 'w' || p[1] == 'g'))
      {
	k += (size_t) snprintf (buf + k, n - k, "%s",
				*++p == 'w' ? machine->wave : machine->group);
	if (k >= n)
	  k = n - 1;
      }
    else
      {
	buf[k++] = *p;
	buf[k] = '\0';
      }
  return buf;
}

static void
command_help (char *args)
{
  (void) args;
  for (const struct command *c = commands; c->name; c++)
    if (c->what)
      {
	char left[80], words[80], what[120];
	snprintf (left, sizeof left, "%s %s", c->fn == command_wave ? machine->wave
		  : c->name, in_words (c->args, words, sizeof words));
	in_words (c->what, what, sizeof what);
	fprintf (terminal, strlen (left) < 30 ? "  %-30s%s\n" : "  %s\n%32s%s\n",
		 left, strlen (left) < 30 ? what : "", what);
      }
  fprintf (terminal, "In expressions: variables, $lane, $%s, $thread.x, $%s.x, "
	   "$threads.x, $%ss.x, %%registers of %s.\n", machine->wave, machine->group,
	   machine->group, machine->code);
  say ("An empty line repeats `step', `next', `continue', `list' and `x'.");
}

bool
command_do (const char *line)
{
  char *s = strdup (line), *at = s, *end;
  ready = false;
  while (isspace ((unsigned char) *at))
    at++;
  end = at + strlen (at);
  while (end > at && isspace ((unsigned char) end[-1]))
    *--end = '\0';
  size_t n = strcspn (at, " \t/%*&(");
  char *args = at + n;
  while (isspace ((unsigned char) *args))
    args++;
  const struct command *c = commands;
  if (*at && *at != '#')
    {
      /* A whole name comes before one that it begins.  */
      while (c->name && (strlen (c->name) != n || strncmp (c->name, at, n)))
	c++;
      if (!c->name)
	for (c = commands; c->name && strncmp (c->name, at, n);)
	  c++;
      if (c->name && n)
	c->fn (args);
      else
	complain ("`%.*s' is no command; `help' lists them", (int) (n ? n : 1), at);
    }
  free (s);
  return !ready;
}

void
command_do_held (const char *line)
{
  static const char *const never[]
    = { "quit", "run", "reverse-continue", "reverse-next", "reverse-step", "rc", "rn",
	"rs", "last-write" };
  const char *at = line + strspn (line, " \t");
  size_t n = strcspn (at, " \t");
  for (size_t k = 0; n && k < ARRAY_SIZE (never); k++)
    if (!strncmp (never[k], at, n) && (n > 2 || strlen (never[k]) == n || *at == 'q'))
      {
	complain ("`%s' is not for a program that another debugger holds",
		  never[k]);
	return;
      }
  if (!command_do (line))
    complain ("The debugger's own `continue' lets the program go on so.");
}

/* Whether LINE, the last command, is done again by an empty line.  */

static bool
repeats_p (const char *line)
{
  static const char *const words[]
    = { "s", "step", "n", "next", "c", "continue", "l", "list", "x" };
  size_t n = strcspn (line, " /");
  for (size_t k = 0; k < ARRAY_SIZE (words); k++)
    if (strlen (words[k]) == n && !strncmp (line, words[k], n))
      return true;
  return false;
}

void
command_loop (void)
{
  static char *last;
  for (bool more = true; more;)
    {
      char prompt[40];
      snprintf (prompt, sizeof prompt, "(%s) ", machine->tool);
      char *line = input_line (prompt);
      if (!line)
	{
	  putc ('\n', terminal);
	  command_quit (NULL);
	}
      if (!*line && last && repeats_p (last) && input_typed_p ())
	{
	  free (line);
	  more = command_do (last);
	  continue;
	}
      free (last);
      last = line;
      more = command_do (line);
    }
  fflush (terminal);
}
