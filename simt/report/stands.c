/* Where the waves of an interrupted launch stand.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "stands.h"

static void
flush (struct simt_stands *s)
{
  if (!s->n)
    return;
  if (s->lines++ < SIMT_STANDS_LINES)
    {
      char range[48];
      if (s->n > 1)
	snprintf (range, sizeof range, "%ss %u-%u", s->wave, s->first,
		  s->first + s->n - 1);
      else
	snprintf (range, sizeof range, "%s %u", s->wave, s->first);
      /* Kept until all is known, where there is memory for it.  */
      if (s->lines == 1)
	simt_text_open (&s->kept);
      if (s->kept.out)
	fprintf (s->kept.out, "%s  %s %s %s", s->lines > 1 ? "\n" : "", s->group,
		 range, s->text);
      else
	simt_report_note ("  %s %s %s", s->group, range, s->text);
    }
  s->n = 0;
}

void
simt_stands_start (struct simt_stands *s, const char *wave)
{
  memset (s, 0, sizeof *s);
  s->wave = wave;
}

void
simt_stands_add (struct simt_stands *s, const char *group, unsigned number,
		 const char *format, ...)
{
  char text[sizeof s->text];
  va_list ap;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  if (s->n && number == s->first + s->n && !strcmp (group, s->group)
      && !strcmp (text, s->text))
    {
      s->n++;
      return;
    }
  flush (s);
  snprintf (s->group, sizeof s->group, "%s", group);
  strcpy (s->text, text);
  s->first = number;
  s->n = 1;
}

void
simt_stands_end (struct simt_stands *s)
{
  flush (s);
  if (s->kept.out)
    {
      if (!simt_text_close (&s->kept))
	simt_report_note ("out of memory: some of these are missing");
      char *rest = s->kept.p, *line;
      while ((line = strsep (&rest, "\n")))
	simt_report_note ("%s", line);
    }
  free (s->kept.p);
  if (s->lines > SIMT_STANDS_LINES)
    simt_report_note ("  and %u more", s->lines - SIMT_STANDS_LINES);
}
