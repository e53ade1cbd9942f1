/* The debugger: breakpoints and watchpoints.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "debug-int.h"
#include "simt/base/demangle.h"

struct point *all_points;
static unsigned last_number;

static struct point *
add_point (void)
{
  struct point *p = calloc (1, sizeof *p), **at = &all_points;
  if (!p)
    abort ();
  p->number = ++last_number;
  p->enabled = true;
  while (*at)
    at = &(*at)->next;
  return *at = p;
}

static void
remove_point (struct point *p)
{
  struct point **at = &all_points;
  while (*at != p)
    at = &(*at)->next;
  *at = p->next;
  free ((void *) p->file);
  free ((void *) p->function);
  free ((void *) p->condition);
  free ((void *) p->watched);
  free (p->old);
  free (p);
}

static char *
copy (const char *s, size_t n)
{
  char *p = strndup (s, n);
  if (!p)
    abort ();
  return p;
}

/* ---- Where breakpoints are.  */

/* True if END is PATH, or what is after some folder of it.  */

static bool
ends_in_p (const char *path, const char *end)
{
  size_t n = strlen (path), m = strlen (end);
  return (n >= m && !strcmp (path + n - m, end)
	  && (n == m || path[n - m - 1] == '/'));
}

/* True if PATH, as the compiler for the device has it, is what the user, or the
   compiler for the host, calls FILE: either may leave folders out.  */

static bool
file_p (const char *path, const char *file)
{
  return path && (ends_in_p (path, file) || ends_in_p (file, path));
}

/* True if the function F is what the user calls NAME: as the linker has it, or, in
   C++, as it was declared, without its parameters.  */

static bool
function_p (const char *f, const char *name)
{
  if (!strcmp (f, name))
    return true;
  char *plain = simt_demangled (f);
  size_t n = strlen (name);
  bool same = (plain && !strncmp (plain, name, n)
	       && (!plain[n] || plain[n] == '('));
  free (plain);
  return same;
}

/* Find the line with code that P stands for in the module: the one named, or the next
   one; the first one of a function.  */

static bool
resolve_line (const struct code_line *l, void *closure)
{
  struct point *p = closure;
  if (p->function)
    {
      if (!l->first || !function_p (l->function, p->function))
	return false;
      free ((void *) p->file);
      p->file = l->path ? copy (l->path, strlen (l->path)) : NULL;
      p->at = l->line;
      return true;
    }
  if (l->line >= p->line && (!p->at || l->line < p->at) && file_p (l->path, p->file))
    p->at = l->line;
  return false;
}

static void
resolve (struct point *p, const void *module)
{
  p->module = module;
  p->at = 0;
  if (module)
    machine->lines (module, resolve_line, p);
}

void
points_resolve (const void *module)
{
  for (struct point *p = all_points; p; p = p->next)
    if (!p->watched && p->module != module)
      resolve (p, module);
}

/* The lanes at AT for which P's condition holds.  */

static uint64_t
lanes_that_hold (const struct point *p, const struct place *at)
{
  uint64_t lanes = 0;
  char why[300];
  if (!p->condition)
    return at->mask;
  bool one = machine->scalar && !strpbrk (p->condition, "%$");
  for (unsigned k = 0; k < machine->lanes; k++)
    {
      struct place in = *at;
      struct value v;
      int64_t i = 0;
      if (!(at->mask & lane_bit (k)))
	continue;
      in.lane = k;
      if (!value_of (&in, p->condition, &v, why, sizeof why))
	{
	  complain ("the condition of breakpoint %u: %s", p->number, why);
	  return lane_bit (k);
	}
      if (value_int (&in, &v, &i) && i)
	lanes |= lane_bit (k);
      if (one)
	return lanes ? at->mask : 0;
    }
  return lanes;
}

/* Whether P, a breakpoint, is where a wave has come to AT, in LINE.  A function may begin
   with one that is inlined in it, and that frame is the innermost then.  */

static bool
there_p (const struct point *p, const struct place *at, const struct line *line)
{
  struct place in;
  if (!p->function)
    return (p->at == line->line && file_p (line->path, p->file)
	    && machine->begins (at, false));
  for (unsigned k = 0; machine->place_at (at->wave, at->lane, k, &in)
       && in.calls == at->calls; k++)
    if (machine->begins (&in, true)
	&& function_p (machine->line_of (&in).function, p->function))
      return true;
  return false;
}

struct point *
point_at (const struct place *at, const struct line *line, uint64_t *lanes)
{
  for (struct point *p = all_points; p; p = p->next)
    if (p->enabled && !p->watched && p->at && p->file && there_p (p, at, line)
	&& (*lanes = lanes_that_hold (p, at)))
      {
	p->hits++;
	return p;
      }
  return NULL;
}

/* ---- Watchpoints.  */

/* Whether the frame that P is in is there still, now that a wave of GROUP runs.  */

static bool
frame_there_p (const struct point *p, uint64_t group)
{
  struct place at;
  if (p->launch != debug.launch || p->group != group)
    /* In another group, or the launch has ended.  */
    return p->launch == debug.launch;
  for (unsigned k = 0; machine->place_at (p->place.wave, p->place.lane, k, &at); k++)
    if (at.frame == p->place.frame)
      return true;
  return false;
}

static void
put_bytes_as (const struct point *p, const uint8_t *bytes)
{
  simt_value_print (terminal, p->type, bytes, 0, NULL, NULL);
}

struct point *
point_changed (uint64_t group)
{
  uint8_t *now = NULL;
  for (struct point *p = all_points, *next; p; p = next)
    {
      next = p->next;
      if (!p->watched || !p->enabled)
	continue;
      if (p->framed && !frame_there_p (p, group))
	{
	  fprintf (terminal, "\nWatchpoint %u (%s) is deleted: its variable is gone.\n",
		  p->number, p->watched);
	  remove_point (p);
	  continue;
	}
      /* A wave of another group may have ended.  */
      struct place in = p->place;
      if (p->launch != debug.launch || p->group != group)
	in.wave = NULL;
      now = realloc (now, p->n);
      if (!now || !machine->read (&in, p->addr, now, p->n)
	  || !memcmp (now, p->old, p->n))
	continue;
      p->hits++;
      fprintf (terminal, "\nWatchpoint %u: %s\n  before: ", p->number, p->watched);
      put_bytes_as (p, p->old);
      fputs ("\n  now:    ", terminal);
      put_bytes_as (p, now);
      putc ('\n', terminal);
      memcpy (p->old, now, p->n);
      free (now);
      return p;
    }
  free (now);
  return NULL;
}

void
command_watch (char *args)
{
  struct value v;
  char why[300];
  if (!*args)
    {
      complain ("watch what? as in `watch sum'");
      return;
    }
  if (!running_p ())
    return;
  if (!value_of (&debug.at, args, &v, why, sizeof why))
    {
      complain ("%s", why);
      return;
    }
  if (!v.in_memory || !v.type->size || v.type->size > 1 << 16
      || v.type->kind == SIMT_T_REFERENCE)
    {
      complain ("only what is in memory, of up to 65536 bytes, can be watched");
      return;
    }
  uint8_t *old = malloc (v.type->size);
  if (!old || !machine->read (&debug.at, v.addr, old, v.type->size))
    {
      complain ("the memory at 0x%" PRIx64 " cannot be read", v.addr);
      free (old);
      return;
    }
  struct point *p = add_point ();
  p->watched = copy (args, strlen (args));
  p->place = debug.at;
  p->launch = debug.launch;
  p->group = facts_of (debug.at.wave).index;
  p->framed = machine->private_p (&debug.at, v.addr);
  p->type = v.type;
  p->addr = v.addr;
  p->n = v.type->size;
  p->old = old;
  fprintf (terminal, "Watchpoint %u: %s\n", p->number, args);
}

/* ---- Commands.  */

/* The file that a line without one is in: where we are, or where main is.  */

static const char *
default_file (void)
{
  unsigned line;
  if (debug.at.wave)
    {
      struct line l = machine->line_of (&debug.at);
      if (l.path)
	return l.path;
    }
  return simt_main_file (&line);
}

static void
add_break (char *args, bool once)
{
  char *end, *cond = strstr (args, " if ");
  if (!strncmp (args, "if ", 3))
    cond = args - 1;
  struct line here = { NULL, NULL, 0, NULL };
  size_t n = cond ? (size_t) (cond - args + (cond < args)) : strlen (args);
  while (n && args[n - 1] == ' ')
    n--;
  if (!n && debug.at.wave)
    here = machine->line_of (&debug.at);
  if (!n && !here.path)
    {
      complain ("break where? as in `break hist.c:12' or `break add'");
      return;
    }
  struct point *p = add_point ();
  char *spec = copy (args, n), *colon = strrchr (spec, ':');
  unsigned long line = strtoul (colon ? colon + 1 : spec, &end, 10);
  p->once = once;
  if (!n)
    {
      p->file = copy (here.path, strlen (here.path));
      p->line = here.line;
    }
  else if (*end || end == spec || (colon && end == colon + 1))
    p->function = copy (spec, n);
  else
    {
      const char *file = NULL;
      p->line = (unsigned) line;
      if (colon)
	*colon = '\0', file = spec;
      else
	file = default_file ();
      if (!file)
	{
	  complain ("which file? say FILE:%lu", line);
	  remove_point (p);
	  free (spec);
	  return;
	}
      p->file = copy (file, strlen (file));
    }
  free (spec);
  if (cond)
    p->condition = copy (cond + 4, strlen (cond + 4));
  resolve (p, debug.module);
  fprintf (terminal, "%s %u", once ? "Temporary breakpoint" : "Breakpoint", p->number);
  if (p->at)
    fprintf (terminal, ": %s:%u\n", p->file, p->at);
  else if (debug.module)
    fprintf (terminal, ": no kernel that is loaded has code there; it may come\n");
  else
    fprintf (terminal, p->function ? " in %s" : "", p->function),
      fprintf (terminal, p->function ? "\n" : ": %s:%u\n", p->file, p->line);
}

void
points_save (FILE *to)
{
  for (const struct point *p = all_points; p; p = p->next)
    {
      fprintf (to, "%u %d %d ", p->number, p->enabled, p->once);
      if (p->watched)
	fprintf (to, "watch %s\n", p->watched);
      else
	{
	  if (p->function)
	    fprintf (to, "break %s", p->function);
	  else
	    fprintf (to, "break %s:%u", p->file, p->line);
	  fprintf (to, "%s%s\n", p->condition ? " if " : "",
		   p->condition ? p->condition : "");
	}
    }
  fprintf (to, "%u\n", last_number);
}

void
points_restore (const char *text, bool watch)
{
  FILE *real = terminal;
  unsigned number;
  int enabled, once, n;
  terminal = fopen ("/dev/null", "we");
  if (!terminal)
    terminal = real;
  while (sscanf (text, "%u %d %d %n", &number, &enabled, &once, &n) == 3)
    {
      size_t length = strcspn (text + n, "\n");
      char *command = copy (text + n, length);
      last_number = number - 1;
      bool watched = !strncmp (command, "watch ", 6);
      if (watched && watch)
	command_watch (command + 6);
      else if (!watched && !watch)
	add_break (command + 6, once);
      for (struct point *p = all_points; p; p = p->next)
	if (p->number == number)
	  p->enabled = enabled;
      free (command);
      text += (size_t) n + length + 1;
    }
  last_number = (unsigned) strtoul (text, NULL, 10);
  if (terminal != real)
    fclose (terminal);
  terminal = real;
}

void
command_break (char *args)
{
  add_break (args, false);
}

void
command_tbreak (char *args)
{
  add_break (args, true);
}

/* Call FN with each point that ARGS names, or with all.  */

static void
each_point (char *args, void (*fn) (struct point *))
{
  if (!*args)
    for (struct point *p = all_points, *next; p; p = next)
      {
	next = p->next;
	fn (p);
      }
  for (char *end; *args; args = end)
    {
      unsigned long n = strtoul (args, &end, 10);
      struct point *p = all_points;
      while (p && p->number != n)
	p = p->next;
      if (end == args || !p)
	{
	  complain ("there is no breakpoint or watchpoint `%s'", args);
	  return;
	}
      fn (p);
      while (*end == ' ')
	end++;
    }
}

static void
enable_point (struct point *p)
{
  p->enabled = true;
  if (p->watched)
    machine->read (&p->place, p->addr, p->old, p->n);
}

static void
disable_point (struct point *p)
{
  p->enabled = false;
}

void
command_delete (char *args)
{
  each_point (args, remove_point);
}

void
command_enable (char *args)
{
  each_point (args, enable_point);
}

void
command_disable (char *args)
{
  each_point (args, disable_point);
}

void
show_points (void)
{
  if (!all_points)
    say ("There are no breakpoints or watchpoints.");
  for (const struct point *p = all_points; p; p = p->next)
    {
      fprintf (terminal, "%-3u %s", p->number, p->watched ? "watch " : "break ");
      if (p->watched)
	fprintf (terminal, "%s", p->watched);
      else if (p->function)
	fprintf (terminal, "%s", p->function);
      else
	fprintf (terminal, "%s:%u", p->file, p->at ? p->at : p->line);
      if (p->condition)
	fprintf (terminal, " if %s", p->condition);
      if (!p->enabled)
	fprintf (terminal, ", disabled");
      if (p->hits)
	fprintf (terminal, ", %u time%s", p->hits, p->hits == 1 ? "" : "s");
      putc ('\n', terminal);
    }
}
