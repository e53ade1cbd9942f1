/* Counts by source line: rows, their file, and the table of the hottest.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "simt/base/places.h"
#include "kernels.h"
#include "profile-rows.h"

/* How many lines the table has.  */
#define MOST_LINES 20

/* ---- The temporary file: a row a line, fields with tabs between.  */

static void
put_field (FILE *to, const char *s)
{
  for (; s && *s; s++)
    putc ((unsigned char) *s < 0x20 || *s == 0x7f ? '?' : *s, to);
  putc ('\t', to);
}

void
simt_profile_put_row (FILE *to, const struct simt_profile_row *r)
{
  put_field (to, r->place.path);
  put_field (to, r->place.function);
  put_field (to, r->place.library);
  fprintf (to, "%u\t%d\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%"
	   PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", r->place.line,
	   r->code + 2 * r->starts, r->executed, r->insns, r->slots, r->lanes,
	   r->read, r->written, r->splits, r->calls);
}

/* Cut the next field off *P, which is then after it; NULL for an empty one.  False
   if there is none.  */

static bool
take_field (char **p, const char **field)
{
  char *tab = strchr (*p, '\t');
  if (!tab)
    return false;
  *tab = '\0';
  *field = **p ? *p : NULL;
  *p = tab + 1;
  return true;
}

static bool
take_row (char *line, struct simt_profile_row *r)
{
  int flags = 0, end = -1;
  memset (r, 0, sizeof *r);
  if (!take_field (&line, &r->place.path)
      || !take_field (&line, &r->place.function)
      || !take_field (&line, &r->place.library)
      || sscanf (line, "%u %d %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
		 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 "%n",
		 &r->place.line, &flags, &r->executed, &r->insns, &r->slots,
		 &r->lanes, &r->read, &r->written, &r->splits, &r->calls,
		 &end) != 10
      || end < 0)
    return false;
  r->code = flags & 1;
  r->starts = flags & 2;
  return true;
}

int
simt_profile_compare (const char *a, const char *b)
{
  return a && b ? strcmp (a, b) : (b != NULL) - (a != NULL);
}

static int
by_place (const void *a, const void *b)
{
  const struct simt_profile_place *p = a, *q = b;
  int c = simt_profile_compare (p->path, q->path);
  if (!c)
    c = simt_profile_compare (p->function, q->function);
  return c ? c : p->line < q->line ? -1 : p->line > q->line;
}

static void
add_row (struct simt_profile_row *to, const struct simt_profile_row *r)
{
  to->code |= r->code;
  to->starts |= r->starts;
  to->executed += r->executed;
  to->insns += r->insns;
  to->slots += r->slots;
  to->lanes += r->lanes;
  to->read += r->read;
  to->written += r->written;
  to->splits += r->splits;
  to->calls += r->calls;
}

/* All of FILE, with a null byte after it, to be freed; NULL with errno set.  */

static char *
read_all (const char *file)
{
  FILE *in = fopen (file, "re");
  char *text = NULL;
  size_t size = 0;
  if (!in)
    return NULL;
  errno = 0;
  if (getdelim (&text, &size, '\0', in) < 0)
    {
      /* Nothing is in it, or something is wrong.  */
      int err = ferror (in) || !feof (in) ? errno ? errno : EIO : 0;
      free (text);
      text = err ? NULL : strdup ("");
      errno = err ? err : errno;
    }
  fclose (in);
  return text;
}

bool
simt_profile_read (const char *file, struct simt_profile *p)
{
  size_t alloc = 0, n = 0;
  memset (p, 0, sizeof *p);
  p->text = read_all (file);
  if (!p->text)
    return false;
  for (char *s = p->text, *end; (end = strchr (s, '\n')) != NULL; s = end + 1)
    {
      *end = '\0';
      if (p->n == alloc)
	{
	  alloc = alloc ? 2 * alloc : 256;
	  struct simt_profile_row *more = realloc (p->rows,
						   alloc * sizeof *more);
	  if (!more)
	    {
	      simt_profile_free (p);
	      errno = ENOMEM;
	      return false;
	    }
	  p->rows = more;
	}
      p->n += take_row (s, &p->rows[p->n]);
    }
  if (p->n)
    qsort (p->rows, p->n, sizeof *p->rows, by_place);
  for (size_t k = 0; k < p->n; k++)
    if (n && !by_place (&p->rows[n - 1], &p->rows[k]))
      add_row (&p->rows[n - 1], &p->rows[k]);
    else
      p->rows[n++] = p->rows[k];
  p->n = n;
  return true;
}

void
simt_profile_free (struct simt_profile *p)
{
  free (p->rows);
  free (p->text);
  memset (p, 0, sizeof *p);
}

double
simt_profile_percent (uint64_t part, uint64_t whole)
{
  return whole ? 100.0 * (double) part / (double) whole : 0;
}

struct simt_profile_row
simt_profile_sum (const struct simt_profile_row *rows, size_t n)
{
  struct simt_profile_row sum = { .insns = 0 };
  for (size_t k = 0; k < n; k++)
    add_row (&sum, &rows[k]);
  return sum;
}

/* ---- The table.  */

static int
hottest_first (const void *a, const void *b)
{
  const struct simt_profile_row *p = *(struct simt_profile_row *const *) a;
  const struct simt_profile_row *q = *(struct simt_profile_row *const *) b;
  return (p->insns < q->insns ? 1 : p->insns > q->insns ? -1
	  : by_place (&p->place, &q->place));
}

/* N bytes, as in "12.3M"; BUF is for it.  */

static const char *
bytes (uint64_t n, char buf[16])
{
  static const char units[] = " KMGTPE";
  unsigned k = 0;
  double d = (double) n;
  for (; d >= 1024 && units[k + 1]; k++)
    d /= 1024;
  if (!k)
    snprintf (buf, 16, "%" PRIu64, n);
  else
    snprintf (buf, 16, "%.1f%c", d, units[k]);
  return buf;
}

void
simt_profile_text (FILE *to, const struct simt_tool *tool,
		   const struct simt_profile_row *rows, size_t n)
{
  struct simt_profile_row sum = simt_profile_sum (rows, n);
  const struct simt_profile_row **by = malloc ((n + 1) * sizeof *by);
  size_t used = 0;
  bool lines = false;
  char lanes[16], read[16], written[16];
  if (!by)
    return;
  for (size_t k = 0; k < n; k++)
    if (rows[k].insns)
      {
	by[used++] = &rows[k];
	lines |= rows[k].place.line != 0;
      }
  qsort (by, used, sizeof *by, hottest_first);
  fprintf (to, "%s: profile: %" PRIu64 " %s, %.1f%% of their lanes in use\n",
	   tool->name, sum.insns, tool->kernel_words->insns,
	   simt_profile_percent (sum.lanes, sum.slots));
  if (used)
    fprintf (to, "%s: %14s %6s %6s %8s %8s %8s  place\n", tool->name,
	     "instructions", "share", "lanes", "read", "written", "splits");
  for (size_t k = 0; k < used && k < MOST_LINES; k++)
    {
      const struct simt_profile_row *r = by[k];
      const struct simt_place place
	= { .function = r->place.function, .path = r->place.path,
	    .line = r->place.line };
      if (r->slots)
	snprintf (lanes, sizeof lanes, "%.1f%%",
		  simt_profile_percent (r->lanes, r->slots));
      else
	strcpy (lanes, "-");
      fprintf (to, "%s: %14" PRIu64 " %5.1f%% %6s %8s %8s %8" PRIu64 "  ",
	       tool->name, r->insns,
	       simt_profile_percent (r->insns, sum.insns), lanes,
	       bytes (r->read, read), bytes (r->written, written), r->splits);
      simt_place_text (to, &place);
      if (r->place.library)
	fprintf (to, " [%s]", r->place.library);
      putc ('\n', to);
    }
  if (used > MOST_LINES)
    fprintf (to, "%s: and %zu lines more; --html, --callgrind and --json have "
	     "all\n", tool->name, used - MOST_LINES);
  if (used && !lines)
    fprintf (to, "%s: no source lines are known; compile with -g\n",
	     tool->name);
  free (by);
}
