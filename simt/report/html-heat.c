/* Counts by source line as a part of a page of HTML: a heat map.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "simt/base/demangle.h"
#include "html.h"

/* Lines without code that are shown around those with code.  */
#define AROUND 3

const char simt_html_heat_style[]
= "table.heat{font-size:.85em;width:100%}\n"
  "table.heat td,table.heat th{padding:.05em .5em;white-space:nowrap}\n"
  "table.heat td:nth-child(9),table.heat th:nth-child(9){text-align:left;"
  "white-space:pre;font-family:monospace;width:100%}\n"
  "table.heat td.no{color:#888}\n";

/* The counts of R in the columns; NULL: the line has no code.  ALL is what the whole
   program has executed.  */

static void
put_counts (FILE *to, const struct simt_profile_row *r, uint64_t all)
{
  if (!r)
    {
      fputs ("<td></td><td></td><td></td><td></td><td></td><td></td><td></td>",
	     to);
      return;
    }
  if (!r->insns)
    {
      fputs ("<td class=\"no\">0</td><td></td><td></td><td></td><td></td>"
	     "<td></td><td></td>", to);
      return;
    }
  fprintf (to, "<td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%.1f%%</td><td>",
	   r->executed, r->insns, simt_profile_percent (r->insns, all));
  if (r->slots)
    fprintf (to, "%.0f%%", simt_profile_percent (r->lanes, r->slots));
  fputs ("</td><td>", to);
  if (r->read)
    fprintf (to, "%" PRIu64, r->read);
  fputs ("</td><td>", to);
  if (r->written)
    fprintf (to, "%" PRIu64, r->written);
  fputs ("</td><td>", to);
  if (r->splits)
    fprintf (to, "%" PRIu64, r->splits);
  fputs ("</td>", to);
}

/* Start the row of LINE, coloured by what R takes of MOST.  */

static void
start_row (FILE *to, unsigned line, const struct simt_profile_row *r,
	   uint64_t most)
{
  double heat = r && most ? (double) r->insns / (double) most : 0;
  if (heat > 1)
    heat = 1;
  if (heat > 0)
    fprintf (to, "<tr style=\"background:rgba(255,80,0,%.2f)\">",
	     .06 + .64 * heat);
  else
    fputs ("<tr>", to);
  if (line)
    fprintf (to, "<td>%u</td>", line);
  else
    fputs ("<td></td>", to);
}

static void
put_head (FILE *to, const struct simt_tool *tool)
{
  fprintf (to, "<table class=\"heat\"><tr><th>line</th><th>executed</th><th>%s</th>"
	   "<th>share</th><th>lanes</th><th>bytes read</th>"
	   "<th>bytes written</th><th>splits</th><th></th></tr>\n",
	   tool->kernel_words->insns);
}

static void
put_file (FILE *to, const struct simt_tool *tool,
	  const struct simt_profile_file *f, uint64_t all, uint64_t most)
{
  size_t n = f->n_lines, k = 0, size = 0;
  const struct simt_profile_row *l = f->lines;
  if (!n)
    return;
  FILE *in = fopen (f->path, "re");
  char *s = NULL;
  unsigned shown = 0;
  fputs ("<h3>", to);
  simt_html_text (to, f->path);
  fprintf (to, ": %.1f%%</h3>\n", simt_profile_percent (f->insns, all));
  put_head (to, tool);
  for (unsigned line = 1; k < n || line <= l[n - 1].place.line + AROUND; line++)
    {
      const struct simt_profile_row *r = NULL;
      if (in && getline (&s, &size, in) < 0)
	{
	  fclose (in);
	  in = NULL;
	}
      if (!in && k < n)
	line = l[k].place.line;
      else if (!in)
	break;
      if (k < n && l[k].place.line == line)
	r = &l[k++];
      else if (!((k < n && line + AROUND >= l[k].place.line)
		 || (k && line <= l[k - 1].place.line + AROUND)))
	continue;
      if (shown && line > shown + 1)
	fputs ("<tr><td>&#8942;</td><td></td><td></td><td></td><td></td>"
	       "<td></td><td></td><td></td><td></td></tr>\n", to);
      shown = line;
      start_row (to, line, r, most);
      put_counts (to, r, all);
      fputs ("<td>", to);
      if (in)
	simt_html_bytes (to, s, strcspn (s, "\r\n") > 300 ? 300
			 : strcspn (s, "\r\n"));
      fputs ("</td></tr>\n", to);
    }
  fputs ("</table>\n", to);
  if (in)
    fclose (in);
  free (s);
}

/* ---- What is in no file of the program's.  */

static int
most_first (const void *a, const void *b)
{
  const struct simt_profile_row *p = a, *q = b;
  return p->insns < q->insns ? 1 : p->insns > q->insns ? -1 : 0;
}

static int
by_function (const void *a, const void *b)
{
  const struct simt_profile_row *p = a, *q = b;
  return strcmp (p->place.function ? p->place.function : "",
		 q->place.function ? q->place.function : "");
}

static bool
elsewhere_p (const struct simt_profile_row *r)
{
  return r->insns && (!r->place.path || !r->place.line || r->place.library);
}

static void
put_elsewhere (FILE *to, const struct simt_tool *tool,
	       const struct simt_profile *p, uint64_t all, uint64_t most)
{
  struct simt_profile_row *r = malloc ((p->n + 1) * sizeof *r);
  size_t n = 0, used = 0;
  if (!r)
    return;
  for (size_t k = 0; k < p->n; k++)
    if (elsewhere_p (&p->rows[k]))
      r[n++] = p->rows[k];
  qsort (r, n, sizeof *r, by_function);
  for (size_t k = 0; k < n; used++)
    {
      size_t first = k;
      while (k < n && !by_function (&r[first], &r[k]))
	k++;
      struct simt_profile_place place = r[first].place;
      r[used] = simt_profile_sum (r + first, k - first);
      r[used].place = place;
    }
  qsort (r, used, sizeof *r, most_first);
  if (used)
    {
      fputs ("<h3>Libraries, and functions without lines</h3>\n", to);
      put_head (to, tool);
    }
  for (size_t k = 0; k < used; k++)
    {
      const char *name = r[k].place.function;
      char *plain = name ? simt_demangled (name) : NULL;
      start_row (to, 0, &r[k], most);
      put_counts (to, &r[k], all);
      fputs ("<td>", to);
      simt_html_text (to, plain ? plain : name ? name : "unknown code");
      if (r[k].place.library)
	{
	  fputs (" [", to);
	  simt_html_text (to, r[k].place.library);
	  putc (']', to);
	}
      fputs ("</td></tr>\n", to);
      free (plain);
    }
  if (used)
    fputs ("</table>\n", to);
  free (r);
}

/* ---- All files, the hottest first.  */

static int
hottest_file (const void *a, const void *b)
{
  const struct simt_profile_file *p = a, *q = b;
  return (p->insns < q->insns ? 1 : p->insns > q->insns ? -1
	  : strcmp (p->path, q->path));
}

void
simt_html_heat (FILE *to, const struct simt_tool *tool,
		const struct simt_profile *p)
{
  struct simt_profile_row sum = simt_profile_sum (p->rows, p->n);
  size_t n;
  struct simt_profile_file *f = simt_profile_files (p, &n);
  uint64_t most = 0;
  if (!f)
    return;
  qsort (f, n, sizeof *f, hottest_file);
  for (size_t k = 0; k < n; k++)
    for (size_t j = 0; j < f[k].n_lines; j++)
      if (f[k].lines[j].insns > most)
	most = f[k].lines[j].insns;
  fprintf (to, "<h2>Profile</h2>\n<p>%" PRIu64 " %s; %.1f%% of their lanes in "
	   "use; %" PRIu64 " bytes read, %" PRIu64 " written; lanes parted %"
	   PRIu64 " times.</p>\n", sum.insns, tool->kernel_words->insns,
	   simt_profile_percent (sum.lanes, sum.slots), sum.read, sum.written,
	   sum.splits);
  for (size_t k = 0; k < n; k++)
    put_file (to, tool, &f[k], sum.insns, most);
  put_elsewhere (to, tool, p, sum.insns, most);
  simt_profile_files_free (f, n);
}
