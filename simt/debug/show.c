/* The debugger: commands that show something.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "debug-int.h"

/* ---- Values.  */

/* Take "/x" from the front of *ARGS: the format, or 0.  */

static int
format_of (char **args)
{
  int format = 0;
  if (**args == '/')
    {
      format = (*args)[1];
      *args += format ? 2 : 1;
      while (isspace ((unsigned char) **args))
	++*args;
    }
  return format;
}

void
command_print (char *args)
{
  static unsigned count;
  struct value v;
  char why[300];
  int format = format_of (&args);
  if (!*args)
    complain ("print what?");
  else if (!value_of (&debug.at, args, &v, why, sizeof why))
    complain ("%s", why);
  else
    {
      fprintf (terminal, "$%u = ", ++count);
      if (!value_put (terminal, &debug.at, &v, format, why, sizeof why))
	fprintf (terminal, "<%s>", why);
      putc ('\n', terminal);
    }
}

void
command_ptype (char *args)
{
  struct value v;
  char why[300];
  if (!value_of (&debug.at, args, &v, why, sizeof why))
    {
      complain ("%s", why);
      return;
    }
  fputs ("type = ", terminal);
  simt_type_print (terminal, v.type);
  putc ('\n', terminal);
}

/* What ARGS is in lane K, in the selected frame if the lane has it, as text; to be
   freed.  NULL if the lane has ended.  */

static char *
in_lane (const char *args, int format, unsigned k)
{
  struct place p, up;
  struct value v;
  char why[300], *text = NULL;
  size_t n;
  if (!machine->place_at (debug.at.wave, k, 0, &p))
    return NULL;
  up = p;
  for (unsigned level = 0; up.frame != debug.at.frame; level++)
    if (!machine->place_at (debug.at.wave, k, level, &up))
      {
	up = p;
	break;
      }
  FILE *to = open_memstream (&text, &n);
  if (!to)
    return NULL;
  if (!value_of (&up, args, &v, why, sizeof why)
      || !value_put (to, &up, &v, format, why, sizeof why))
    fprintf (to, "<%s>", why);
  fclose (to);
  return text;
}

void
command_lanes (char *args)
{
  int format = format_of (&args);
  char *text[MOST_LANES];
  if (!*args)
    {
      complain ("print what in each lane?");
      return;
    }
  if (!running_p ())
    return;
  for (unsigned k = 0; k < machine->lanes; k++)
    text[k] = in_lane (args, format, k);
  /* Lanes with the same value are one line.  */
  for (unsigned k = 0; k < machine->lanes; k++)
    {
      uint64_t mask = 0;
      for (unsigned j = k; text[k] && j < machine->lanes; j++)
	if (text[j] && !strcmp (text[j], text[k]))
	  mask |= lane_bit (j);
      if (!mask)
	continue;
      fputs (several_p (mask) ? "lanes " : "lane ", terminal);
      put_lanes (mask);
      fprintf (terminal, ": %s\n", text[k]);
      for (unsigned j = k + 1; j < machine->lanes; j++)
	if (mask & lane_bit (j))
	  {
	    free (text[j]);
	    text[j] = NULL;
	  }
      free (text[k]);
      text[k] = NULL;
    }
}

/* x/NFU: N units of U bytes in format F.  */

void
command_x (char *args)
{
  static char format = 'x';
  static unsigned size = 4;
  static uint64_t next;
  unsigned n = 1;
  struct value v;
  char why[300];
  if (*args == '/')
    {
      char *end;
      args++;
      if (isdigit ((unsigned char) *args))
	{
	  n = (unsigned) strtoul (args, &end, 10);
	  args = end;
	}
      for (; *args && !isspace ((unsigned char) *args); args++)
	switch (*args)
	  {
	  case 'b': size = 1; break;
	  case 'h': size = 2; break;
	  case 'w': size = 4; break;
	  case 'g': size = 8; break;
	  default: format = *args; break;
	  }
      while (isspace ((unsigned char) *args))
	args++;
    }
  if (*args)
    {
      int64_t addr;
      if (!value_of (&debug.at, args, &v, why, sizeof why))
	{
	  complain ("%s", why);
	  return;
	}
      if (v.in_memory && v.type->kind >= SIMT_T_ARRAY)
	addr = (int64_t) v.addr;
      else if (!value_int (&debug.at, &v, &addr))
	{
	  complain ("this is no address");
	  return;
	}
      next = (uint64_t) addr;
    }
  const struct simt_type t = { .kind = format == 'f' ? SIMT_T_FLOAT : SIMT_T_INT,
			       .size = size, .is_signed = true };
  unsigned row = size == 8 ? 2 : size == 4 ? 4 : 8;
  for (unsigned k = 0; k < n; k++)
    {
      uint8_t bytes[8];
      if (!machine->read (&debug.at, next, bytes, size))
	{
	  fprintf (terminal, "%sthe memory at 0x%" PRIx64 " cannot be read\n",
		  k % row ? "\n" : "", next);
	  return;
	}
      if (k % row == 0)
	fprintf (terminal, "0x%" PRIx64 ":", next);
      putc ('\t', terminal);
      simt_value_print (terminal, &t, bytes, format == 'f' ? 0 : format, NULL, NULL);
      next += size;
      if (k % row == row - 1 || k + 1 == n)
	putc ('\n', terminal);
    }
}

/* ---- Source.  */

void
command_list (char *args)
{
  static char *path;
  static unsigned next;
  unsigned line = next;
  char *end, *colon = strrchr (args, ':');
  if (*args)
    {
      unsigned long at = strtoul (colon ? colon + 1 : args, &end, 10);
      if (*end || !at)
	{
	  complain ("`%s' is no line; say LINE or FILE:LINE", args);
	  return;
	}
      if (colon)
	{
	  *colon = '\0';
	  free (path);
	  path = strdup (args);
	}
      line = at > 5 ? (unsigned) at - 5 : 1;
    }
  struct line here = { NULL, NULL, 0, NULL };
  if (debug.at.wave)
    here = machine->line_of (&debug.at);
  unsigned main_line = 1;
  if (!colon && here.path && (!path || strcmp (path, here.path)))
    {
      free (path);
      path = strdup (here.path);
      next = 0;
      if (!*args)
	line = 0;
    }
  if (!path && simt_main_file (&main_line))
    path = strdup (simt_main_file (&main_line));
  if (!path)
    {
      complain ("which file? say FILE:LINE");
      return;
    }
  if (!line)
    {
      unsigned around = here.line ? here.line : main_line;
      line = around > 5 ? around - 5 : 1;
    }
  unsigned k;
  for (k = line; k < line + 10; k++)
    if (!put_source (path, k, here.path && !strcmp (path, here.path)
		     && k == here.line))
      break;
  if (k == line)
    complain ("%s has no line %u, or cannot be read", path, line);
  next = k;
}

void
command_disassemble (char *args)
{
  struct insn_text t;
  unsigned k;
  (void) args;
  if (!running_p ())
    return;
  for (k = 0; machine->insn (&debug.at, k, &t); k++)
    fprintf (terminal, "%s <%s>:\t%s\n", t.here ? "=>" : "  ", t.where, t.text);
  if (!k)
    complain ("no instructions are known here");
}

/* ---- Frames.  */

void
command_backtrace (char *args)
{
  bool full = !strcmp (args, "full");
  struct place p;
  if (!running_p ())
    return;
  for (unsigned k = 0; machine->place_at (debug.at.wave, debug.at.lane, k, &p); k++)
    {
      struct line l = machine->line_of (&p);
      fprintf (terminal, "%s#%-3u", k == debug.at.level ? "*" : " ", k);
      if (full)
	l.file = l.path;
      put_line_place (&l);
      putc ('\n', terminal);
    }
}

static void
select_frame (unsigned level)
{
  struct place p;
  if (!machine->place_at (debug.at.wave, debug.at.lane, level, &p))
    {
      complain ("there is no frame %u", level);
      return;
    }
  debug.at = p;
  struct line l = machine->line_of (&p);
  fprintf (terminal, "#%-3u", level);
  put_line_place (&l);
  putc ('\n', terminal);
  if (l.line)
    put_source (l.path, l.line, false);
}

void
command_frame (char *args)
{
  if (running_p ())
    select_frame (*args ? (unsigned) strtoul (args, NULL, 10) : debug.at.level);
}

/* The count that ARGS says, at least 1.  */

static unsigned
frames_of (const char *args)
{
  unsigned long n = strtoul (args, NULL, 10);
  return n && n < 1000000 ? (unsigned) n : 1;
}

void
command_up (char *args)
{
  if (running_p ())
    select_frame (debug.at.level + frames_of (args));
}

void
command_down (char *args)
{
  unsigned n = frames_of (args);
  if (running_p () && debug.at.level)
    select_frame (debug.at.level > n ? debug.at.level - n : 0);
  else if (debug.at.wave)
    complain ("this is the innermost frame");
}

/* ---- What else there is.  */

static void
info_registers (const char *only)
{
  const char *name;
  only += *only == '%';
  for (unsigned k = 0; (name = machine->reg_name (&debug.at, k)); k++)
    {
      struct value v = { .in_memory = false };
      char why[200];
      if ((*only && strcmp (name, only))
	  || !(v.type = machine->reg (&debug.at, name, v.bytes)))
	continue;
      fprintf (terminal, "%%%-11s ", name);
      value_put (terminal, &debug.at, &v, 0, why, sizeof why);
      if (v.type->kind == SIMT_T_INT || v.type->kind == SIMT_T_UNSIGNED)
	{
	  fputs ("\t", terminal);
	  value_put (terminal, &debug.at, &v, 'x', why, sizeof why);
	}
      putc ('\n', terminal);
    }
}

static void
put_variable (const char *name, const struct value *v, const char *why,
	      void *closure)
{
  char text[200];
  *(bool *) closure = true;
  fprintf (terminal, "%s = ", name);
  if (!v)
    fprintf (terminal, "<%s>", why);
  else if (!value_put (terminal, &debug.at, v, 0, text, sizeof text))
    fprintf (terminal, "<%s>", text);
  putc ('\n', terminal);
}

static void
info_locals (void)
{
  bool any = false;
  machine->locals (&debug.at, put_variable, &any);
  if (!any)
    say (machine->no_locals);
}

void
command_info (char *args)
{
  size_t n = strcspn (args, " ");
  char *rest = args + n;
  while (*rest == ' ')
    rest++;
  if (n && (!strncmp (args, "breakpoints", n) || !strncmp (args, "watchpoints", n)))
    show_points ();
  else if (!n)
    complain ("info of what? breakpoints, lanes, %ss, locals, registers or kernel",
	      machine->wave);
  else if (!running_p ())
    ;
  else if (!strncmp (args, "lanes", n) && n > 1)
    put_wave (debug.at.wave);
  else if (!strncmp (args, "locals", n))
    info_locals ();
  else if (!strncmp (args, "warps", n) || !strncmp (args, "waves", n)
	   || !strncmp (args, "threads", n))
    info_waves ();
  else if (!strncmp (args, "registers", n))
    info_registers (rest);
  else if (!strncmp (args, "kernel", n))
    info_kernel ();
  else
    complain ("there is no `info %s'", args);
}
