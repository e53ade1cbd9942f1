/* Counts by source line as a tracefile of lcov: coverage.
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

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "profile-rows.h"

/* True if the row R is for the tracefile: in a file, and the program's own.  */

static bool
wanted_p (const struct simt_profile_row *r)
{
  return r->place.path && !r->place.library && (r->code || r->starts);
}

static void
put_path (FILE *to, const char *path)
{
  char full[PATH_MAX];
  fprintf (to, "TN:\nSF:%s\n", *path != '/' && realpath (path, full)
	   ? full : path);
}

static void
put_functions (FILE *to, const struct simt_profile_row *r, size_t n)
{
  unsigned found = 0, hit = 0;
  for (int pass = 0; pass < 2; pass++)
    for (size_t k = 0; k < n; k++)
      if (r[k].starts && r[k].place.function && wanted_p (&r[k]))
	{
	  char *plain = simt_demangled (r[k].place.function);
	  const char *name = plain ? plain : r[k].place.function;
	  if (!pass)
	    fprintf (to, "FN:%u,%s\n", r[k].place.line, name);
	  else
	    {
	      fprintf (to, "FNDA:%" PRIu64 ",%s\n", r[k].calls, name);
	      found++;
	      hit += r[k].calls != 0;
	    }
	  free (plain);
	}
  fprintf (to, "FNF:%u\nFNH:%u\n", found, hit);
}

struct line
{
  unsigned line;
  uint64_t executed;
};

static int
by_line (const void *a, const void *b)
{
  const struct line *p = a, *q = b;
  return p->line < q->line ? -1 : p->line > q->line;
}

/* The lines of the N rows at R, which are of one file; a line may be of several
   functions.  */

static void
put_lines (FILE *to, const struct simt_profile_row *r, size_t n)
{
  struct line *lines = malloc ((n + 1) * sizeof *lines);
  size_t count = 0, found = 0, hit = 0;
  if (!lines)
    return;
  for (size_t k = 0; k < n; k++)
    if (r[k].code && r[k].place.line && wanted_p (&r[k]))
      lines[count++] = (struct line) { r[k].place.line, r[k].executed };
  qsort (lines, count, sizeof *lines, by_line);
  for (size_t k = 0; k < count; k++)
    {
      uint64_t executed = lines[k].executed;
      while (k + 1 < count && lines[k + 1].line == lines[k].line)
	executed += lines[++k].executed;
      fprintf (to, "DA:%u,%" PRIu64 "\n", lines[k].line, executed);
      found++;
      hit += executed != 0;
    }
  fprintf (to, "LF:%zu\nLH:%zu\nend_of_record\n", found, hit);
  free (lines);
}

void
simt_profile_lcov (FILE *to, const struct simt_profile *p)
{
  for (size_t k = 0, n; k < p->n; k += n)
    {
      bool any = false;
      for (n = 0; k + n < p->n && (p->rows[k].place.path == NULL
				   ? p->rows[k + n].place.path == NULL
				   : p->rows[k + n].place.path
				     && !strcmp (p->rows[k].place.path,
						 p->rows[k + n].place.path));
	   n++)
	any |= wanted_p (&p->rows[k + n]);
      if (!any)
	continue;
      put_path (to, p->rows[k].place.path);
      put_functions (to, p->rows + k, n);
      put_lines (to, p->rows + k, n);
    }
}
