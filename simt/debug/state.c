/* The debugger: what is selected, and messages.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdarg.h>

#include "debug-int.h"

const struct debug_machine *machine;
struct debug_state debug;
FILE *terminal;
const struct other_debugger *remote;

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
