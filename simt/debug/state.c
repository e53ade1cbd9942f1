/* The debugger: what is selected, and messages.
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

#include <stdarg.h>

#include "debug-int.h"

const struct debug_machine *machine;
struct debug_state debug;
FILE *terminal;

void
say (const char *text)
{
  fprintf (terminal, "%s\n", text);
}

void
complain (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  vfprintf (terminal, fmt, ap);
  va_end (ap);
  putc ('\n', terminal);
}

bool
running_p (void)
{
  if (!debug.at.wave)
    complain (debug.started ? "no kernel runs"
	      : "no kernel runs yet; set breakpoints, and `run'");
  return debug.at.wave != NULL;
}

struct wave_facts
facts_of (const void *wave)
{
  struct wave_facts f;
  machine->facts (wave, &f);
  return f;
}
