/* Generator of random Fortran programs with OpenMP or OpenACC: the text of procedures.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#define _GNU_SOURCE
#include "gen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROCEDURES = 4 };
static struct procedure
{
  char *head, *dummies, *actuals, *decls, *code, *after;
  int indent;
} stack[MOST_PROCEDURES];
static unsigned depth, outside;
static char *done = "";

static char *
format_text (const char *format, va_list ap)
{
  char *text;
  if (vasprintf (&text, format, ap) < 0)
    abort ();
  return str ("%s", text);
}

#define FORMATTED(TEXT)							\
  va_list ap;								\
  va_start (ap, format);						\
  char *TEXT = format_text (format, ap);				\
  va_end (ap)

void
begin_procedure (const char *format, ...)
{
  FORMATTED (text);
  if (depth == MOST_PROCEDURES)
    abort ();
  stack[depth++] = (struct procedure) { text, "", "", "", "", "", 4 };
}

static struct procedure *
now (void)
{
  return &stack[depth - 1 - outside];
}

void
end_procedure (const char *last)
{
  const struct procedure *p = now ();
  depth--;
  done = str ("%s  %s (%s)\n%s%s  %s\n\n", done, p->head, p->dummies, p->decls, p->code,
	      last);
}

void
print_procedures (void)
{
  fputs (done, stdout);
  done = "";
}

void
decl (const char *format, ...)
{
  FORMATTED (text);
  now ()->decls = str ("%s    %s\n", now ()->decls, text);
}

void
code (const char *format, ...)
{
  FORMATTED (text);
  now ()->code = str ("%s%*s%s\n", now ()->code, now ()->indent, "", text);
}

void
indent (int n)
{
  now ()->indent += n;
}

size_t
mark (void)
{
  return strlen (now ()->code);
}

void
code_at (size_t at, const char *format, ...)
{
  FORMATTED (text);
  struct procedure *p = now ();
  p->code = str ("%.*s%*s%s\n%s", (int) at, p->code, p->indent, "", text, p->code + at);
}

static char *
joined (const char *list, const char *name)
{
  return str ("%s%s%s", list, *list ? ", " : "", name);
}

void
add_dummy (const char *name, const char *actual)
{
  struct procedure *p = now ();
  p->dummies = joined (p->dummies, name);
  p->actuals = joined (p->actuals, actual);
}

void
write_outside (bool to)
{
  outside = to;
}

void
code_after (const char *lines)
{
  struct procedure *p = now ();
  p->after = str ("%s%s", p->after, lines);
}

void
call_from_outside (const char *name)
{
  struct procedure *p = now ();
  write_outside (true);
  code ("call %s (%s)", name, p->actuals);
  now ()->code = str ("%s%s", now ()->code, p->after);
  write_outside (false);
}
