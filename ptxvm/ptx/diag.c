/* Diagnostics.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdarg.h>
#include <string.h>

#include "ptx-int.h"

void
ptx_diag_print (void *closure, enum ptx_severity severity,
		const char *unit_name, unsigned line, const char *text)
{
  static const char *const names[] = { "note", "warning", "error" };
  FILE *f = closure;

  if (line)
    fprintf (f, "%s:%u: %s: %s\n", unit_name, line, names[severity], text);
  else
    fprintf (f, "%s: %s: %s\n", unit_name, names[severity], text);
}

void
ptx_diagnose (struct ptx_diag *diag, enum ptx_severity severity,
	      const char *unit_name, unsigned line, const char *format, ...)
{
  char text[1024];
  va_list ap;

  if (!diag)
    return;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  /* What stands in the text can be any bytes: keep messages printable.  */
  for (char *p = text; *p; p++)
    if ((unsigned char) *p < 32 || *p == 127)
      *p = '?';
  if (severity == PTX_ERROR)
    diag->n_errors++;
  if (diag->fn)
    diag->fn (diag->closure, severity, unit_name, line, text);
}
