/* Reports as a page of HTML.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* As for --sarif, each process leaves its part in a temporary file as it goes, a
   line at a time, HTML already: "R" and a finding, "I" and its line of the index,
   "S" and "J" the same for what is in a compiler's library, "K" and a row of the
   table of kernels.  NAME-run puts the page around them.  The page needs no other
   file, no network and no script.  */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simt/base/demangle.h"
#include "html.h"
#include "simt/base/parts.h"
#include "simt/base/process.h"

static struct simt_parts parts;

/* Put the lines around LINE of PATH, if the file can be read here; the end of
   each is "&#10;", since this is all one line.  */

static void
put_source (FILE *to, const char *path, unsigned line)
{
  FILE *in = path && line ? fopen (path, "re") : NULL;
  char *s = NULL;
  size_t size = 0;
  ssize_t n;
  if (!in)
    return;
  fputs ("<pre>", to);
  for (unsigned k = 1; k <= line + 2 && (n = getline (&s, &size, in)) >= 0; k++)
    if (k + 2 >= line)
      {
	fprintf (to, k == line ? "<b>%6u  " : "%6u  ", k);
	simt_html_bytes (to, s, strcspn (s, "\r\n") > 200 ? 200
		   : strcspn (s, "\r\n"));
	fputs (k == line ? "</b>&#10;" : "&#10;", to);
      }
  fputs ("</pre>", to);
  free (s);
  fclose (in);
}

static void
put_stack (FILE *to, const struct simt_place *stack, size_t n)
{
  fputs ("<ol>", to);
  for (size_t k = 0; k < n; k++)
    {
      const char *function = stack[k].function;
      char *plain = function ? simt_demangled (function) : NULL;
      fputs ("<li><code>", to);
      simt_html_text (to, plain ? plain : function ? function : "unknown code");
      free (plain);
      fputs ("</code>", to);
      if (stack[k].path)
	{
	  putc (' ', to);
	  simt_html_text (to, stack[k].path);
	}
      if (stack[k].path && stack[k].line)
	fprintf (to, ":%u", stack[k].line);
      if (stack[k].inlined)
	fputs (" (inlined)", to);
      put_source (to, stack[k].path, stack[k].line);
      fputs ("</li>", to);
    }
  fputs ("</ol>", to);
}

void
simt_html_report (FILE *to, const struct simt_tool *tool,
		  const struct simt_report *r, const char *library)
{
  const char *rank = simt_rank ();
  static unsigned number;	/* Under the caller's lock.  */
  const char *level = tool->rules[r->kind].level;
  number++;
  fprintf (to, "%c<li class=\"%s\"><a href=\"#r%ld-%u\">",
	   library ? 'J' : 'I', level, (long) getpid (), number);
  simt_html_text (to, tool->rules[r->kind].id);
  fputs ("</a> ", to);
  simt_html_text (to, r->text);
  fprintf (to, "</li>\n%c<section class=\"%s\" id=\"r%ld-%u\"><h2>",
	   library ? 'S' : 'R', level, (long) getpid (), number);
  simt_html_text (to, tool->rules[r->kind].id);
  fputs ("</h2><p>", to);
  simt_html_text (to, r->text);
  fputs ("</p><p class=\"by\">", to);
  simt_html_text (to, program_invocation_short_name);
  fprintf (to, ", process %ld", (long) getpid ());
  if (rank)
    fprintf (to, ", rank %s", rank);
  if (library)
    {
      fputs (", in ", to);
      simt_html_text (to, library);
    }
  fputs ("</p>", to);
  if (r->places.n_stack)
    put_stack (to, r->places.stack, r->places.n_stack);
  else
    put_source (to, r->path, r->line);
  for (size_t k = 0; k < r->places.n_related; k++)
    {
      const struct simt_related *o = &r->places.related[k];
      fputs ("<h3>", to);
      simt_html_text (to, o->text);
      fputs ("</h3>", to);
      if (o->n_stack)
	put_stack (to, o->stack, o->n_stack);
    }
  fputs ("</section>", to);
}

void
simt_html_kernel (FILE *to, const char *name, const struct simt_kernel_run *r,
		  double all_seconds)
{
  fputs ("K<tr><td><code>", to);
  simt_html_text (to, name);
  fprintf (to, "</code></td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%"
	   PRIu64 "</td><td>%" PRIu64 "</td><td>%.3f</td><td>%.1f%%</td></tr>",
	   r->launches, r->groups, r->waves, r->insns, r->seconds,
	   all_seconds > 0 ? 100 * r->seconds / all_seconds : 0.0);
}

/* ---- The page.  */

static const char style[]
= "body{font-family:sans-serif;max-width:75em;margin:1em auto;padding:0 1em}\n"
  "section{border-left:.4em solid #888;padding:0 1em;margin:1.5em 0}\n"
  "section.error{border-color:#c00}section.warning{border-color:#d80}\n"
  ".index{padding-left:1.2em}.index .error::marker{color:#c00}\n"
  ".index .warning::marker{color:#d80}\n"
  "h2{font-size:1.1em}h3{font-size:1em}.by{color:#555}\n"
  "pre{background:#f4f4f4;padding:.5em;overflow-x:auto}pre b{background:#fd8}\n"
  "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right;"
  "border-bottom:1px solid #ccc}td:first-child,th:first-child{text-align:left}\n";

/* Write to TO, unless that is NULL, the lines of IN that begin with KIND and have
   PART, each whole; give how many.  */

static unsigned
put_lines (FILE *to, FILE *in, char kind, const char *part)
{
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  unsigned count = 0;
  rewind (in);
  while ((n = getline (&line, &size, in)) > 0)
    /* The program's death may have cut the last one off.  */
    if (line[0] == kind && line[n - 1] == '\n' && strstr (line, part))
      {
	if (to)
	  fwrite (line + 1, 1, (size_t) n - 1, to);
	count++;
      }
  free (line);
  return count;
}

/* How many of the N things called ONE there are, or MANY.  */

static void
put_number (FILE *to, const char *comma, unsigned n, const char *one,
	    const char *many)
{
  fprintf (to, "%s%u %s", comma, n, n == 1 ? one : many);
}

/* The verdict, the index, and the reports of IN: those of the program first.  */

static void
put_reports (FILE *to, FILE *in)
{
  unsigned own = put_lines (NULL, in, 'R', ""), library;
  unsigned errors = (put_lines (NULL, in, 'I', "<li class=\"error\">")
		     + put_lines (NULL, in, 'J', "<li class=\"error\">"));
  library = put_lines (NULL, in, 'S', "");
  if (!own && !library)
    {
      fputs ("<p>No reports.</p>\n", to);
      return;
    }
  fputs ("<p><strong>", to);
  put_number (to, "", own + library, "report", "reports");
  fputs ("</strong>", to);
  if (errors)
    put_number (to, ": ", errors, "error", "errors");
  if (errors != own + library)
    put_number (to, errors ? ", " : ": ", own + library - errors, "warning",
		"warnings");
  if (library)
    fprintf (to, "; %u in the compiler&#39;s libraries, at the end", library);
  fputs (".</p>\n<ul class=\"index\">\n", to);
  put_lines (to, in, 'I', "");
  put_lines (to, in, 'J', "");
  fputs ("</ul>\n", to);
  put_lines (to, in, 'R', "");
  put_lines (to, in, 'S', "");
}

bool
simt_html_start (const char *file, const struct simt_tool *tool,
		 const char **bad)
{
  return simt_parts_start (&parts, file, tool, "html", bad);
}

void
simt_html_abandon (void)
{
  unlink (parts.name);
  simt_file_abandon (parts.out);
}

bool
simt_html_end (const struct simt_tool *tool, const char *version,
	       const char *program, const char *why,
	       const struct simt_profile *profile)
{
  FILE *to = simt_file_stream (parts.out), *in = fopen (parts.name, "re");
  const struct simt_kernel_words *w = tool->kernel_words;
  int err = errno;
  unlink (parts.name);
  if (!in)
    {
      simt_file_abandon (parts.out);
      errno = err;
      return false;
    }
  fputs ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	 "<title>", to);
  simt_html_text (to, tool->name);
  fputs (": ", to);
  simt_html_text (to, program);
  fprintf (to, "</title>\n<style>\n%s%s</style></head><body>\n<h1>", style,
	   profile ? simt_html_heat_style : "");
  simt_html_text (to, program);
  fputs ("</h1>\n<p>", to);
  simt_html_text (to, tool->name);
  putc (' ', to);
  simt_html_text (to, version);
  fputs ("</p>\n", to);
  if (why)
    {
      fputs ("<p><strong>", to);
      simt_html_text (to, why);
      fputs ("</strong></p>\n", to);
    }
  put_reports (to, in);
  if (w)
    {
      fprintf (to, "<h2>Kernels</h2>\n<table><tr><th>kernel</th><th>%s</th>"
	       "<th>%s</th><th>%s</th><th>%s</th><th>seconds</th>"
	       "<th>share</th></tr>\n", w->launches, w->groups, w->waves,
	       w->insns);
      put_lines (to, in, 'K', "");
      fputs ("</table>\n", to);
    }
  if (profile)
    simt_html_heat (to, tool, profile);
  fputs ("</body></html>\n", to);
  fclose (in);
  return simt_file_close (parts.out);
}
