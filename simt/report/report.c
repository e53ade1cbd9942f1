/* Reports of what a machine finds: text, JSON and SARIF.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simt/base/demangle.h"
#include "simt/base/file.h"
#include "html.h"
#include "simt/base/json.h"
#include "simt/base/process.h"
#include "simt/profile/profile.h"
#include "report.h"
#include "simt/base/run-options.h"
#include "seen.h"
#include "suppress.h"
#include "simt/base/tally.h"
#include "simt/base/text.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* A file that reports go to.  */
struct file
{
  const char *name;
  int fd;			/* -1: there is none.  */
  bool told;			/* That it could not be written.  */
};
static struct file json_file = { .fd = -1 }, sarif_file = { .fd = -1 },
  html_file = { .fd = -1 };
static struct simt_tally *tally;
static struct simt_run_options common;
static unsigned n_suppressed, n_library, n_treatable, n_left_out;
static char libraries[200];	/* Those that N_LIBRARY are in.  */
static char left_out_in[200];	/* Those that N_LEFT_OUT are in.  */
static const struct simt_tool *tool;
static unsigned *counts;	/* By kind.  */
static const struct simt_figure *figures;
static size_t n_figures;
static bool stats;
static void (*collect) (uint64_t *);
static pid_t owner;

/* A line is put together in memory and written at once.  */

/* A report did not get into F, for the reason ERR.  */

static void
lost (struct file *f, int err)
{
  tally->lost++;
  if (!f->told)
    fprintf (stderr, "%s: cannot write %s: %s; reports are lost\n",
	     tool->name, f->name, strerror (err));
  f->told = true;
}

static bool
line_start (struct simt_text *l, struct file *f)
{
  bool ok = simt_text_open (l);
  if (!ok && f)
    lost (f, ENOMEM);
  return ok;
}

static void
line_end (struct simt_text *l, struct file *f)
{
  putc ('\n', l->out);
  if (!simt_text_close (l))
    lost (f, ENOMEM);
  else if (!simt_write_all (f->fd, l->p, l->n))
    lost (f, errno);
  free (l->p);
}

/* ---- One report.  */

static void
json_fact (FILE *out, const struct simt_fact *f)
{
  if (!f->json)
    return;
  switch (f->type)
    {
    case SIMT_TEXT:
      json_member (out, f->json, f->text);
      break;
    case SIMT_NUMBER:
      fprintf (out, ",\"%s\":%" PRIu64, f->json, f->n[0]);
      break;
    case SIMT_VECTOR:
      fprintf (out, ",\"%s\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", f->json,
	       f->n[0], f->n[1], f->n[2]);
      break;
    case SIMT_ADDRESS:
      fprintf (out, ",\"%s\":\"0x%" PRIx64 "\"", f->json, f->n[0]);
      break;
    }
}

static void
json_report (const struct simt_report *r, const char *library)
{
  struct simt_text l;
  if (!line_start (&l, &json_file))
    return;
  fprintf (l.out, "{\"type\":\"report\",\"kind\":\"%s\"",
	   tool->rules[r->kind].id);
  json_member (l.out, "text", r->text);
  for (size_t k = 0; k < r->n_facts; k++)
    json_fact (l.out, &r->facts[k]);
  simt_places_json (l.out, &r->places);
  json_member (l.out, "library", library);
  json_member (l.out, "schedule", simt_seen_seed ());
  simt_process_json (l.out);
  putc ('}', l.out);
  line_end (&l, &json_file);
}

/* The value of F as SARIF has it, a text; BUF, of N bytes, is for it.  */

static const char *
sarif_value (const struct simt_fact *f, char *buf, size_t n)
{
  if (f->type == SIMT_TEXT)
    return f->text;
  if (f->type == SIMT_NUMBER)
    snprintf (buf, n, "%" PRIu64, f->n[0]);
  else if (f->type == SIMT_ADDRESS)
    snprintf (buf, n, "0x%" PRIx64, f->n[0]);
  else
    snprintf (buf, n, "%" PRIu64 ",%" PRIu64 ",%" PRIu64, f->n[0], f->n[1],
	      f->n[2]);
  return buf;
}

static void
sarif_report (const struct simt_report *r, const char *library)
{
  struct simt_text l;
  size_t n = 0;
  char (*values)[72] = calloc (r->n_facts + 1, sizeof *values);
  struct sarif_property *props = calloc (r->n_facts + 4, sizeof *props);
  if (!values || !props)
    {
      lost (&sarif_file, ENOMEM);
      goto out;
    }
  if (!line_start (&l, &sarif_file))
    goto out;
  for (size_t k = 0; k < r->n_facts; k++)
    if (r->facts[k].sarif)
      {
	props[n].name = r->facts[k].sarif;
	props[n].value = sarif_value (&r->facts[k], values[k],
				      sizeof values[k]);
	n++;
      }
  props[n].name = "library";
  props[n++].value = library;
  props[n].name = "schedule";
  props[n++].value = simt_seen_seed ();
  props[n].name = "rank";
  props[n++].value = simt_rank ();
  props[n].name = "program";
  props[n++].value = program_invocation_short_name;
  const struct sarif_result result =
    {
      .rule = r->kind, .text = r->text, .file = r->path, .line = r->line,
      .function = r->function, .props = props, .n_props = n,
      .places = r->places
    };
  sarif_result (l.out, tool->rules, &result);
  line_end (&l, &sarif_file);
 out:
  free (props);
  free (values);
}

static void
html_report (const struct simt_report *r, const char *library)
{
  struct simt_text l;
  if (!line_start (&l, &html_file))
    return;
  simt_html_report (l.out, tool, r, library);
  line_end (&l, &html_file);
}

/* Add NAME to LIST, of 200 bytes, unless it is there.  */

static void
add_library (char *list, const char *name)
{
  size_t n = strlen (list);
  if (!strstr (list, name))
    snprintf (list + n, 200 - n, "%s%s", n ? ", " : "", name);
}

/* Count a report of the compiler's library NAME, under the lock.  What its own
   code does wrong --treat-libs repairs.  */

static void
count_library (const char *name, const char *rule)
{
  static const char *const treated[]
    = { "uninit", "hazard", "waitcnt", "exec", "end" };
  n_library++;
  for (size_t k = 0; k < sizeof treated / sizeof treated[0]; k++)
    n_treatable += !strcmp (rule, treated[k]);
  add_library (libraries, name);
}

/* Every program that is linked with the libraries as they are has the same places
   in them that lack wait states: they are counted, and one line says so at the
   end.  True if a report of RULE in LIBRARY is one of these.  */

static bool
leave_out (const char *rule, const char *library)
{
  if (!library || common.library_reports || strcmp (rule, "hazard"))
    return false;
  pthread_mutex_lock (&lock);
  n_left_out++;
  add_library (left_out_in, library);
  pthread_mutex_unlock (&lock);
  return true;
}

/* The text is one write too, so that lines of several processes do not mix.  */

void
simt_report_add (const struct simt_report *report)
{
  struct simt_report plain = *report, *r = &plain;
  char line[1300], prefix[64];
  const char *rank = simt_rank ();
  struct simt_text t;
  const char *rule = tool->rules[r->kind].id;
  const char *library = simt_library_of (r->function, r->path, NULL);
  if (simt_suppressed (rule, r->function, r->path))
    {
      pthread_mutex_lock (&lock);
      n_suppressed++;
      pthread_mutex_unlock (&lock);
      return;
    }
  const char *seed = simt_seen_seed ();
  if (simt_seen (tool, r) || leave_out (rule, library))
    return;
  char *demangled = simt_demangled (r->text);
  if (demangled)
    plain.text = demangled;
  snprintf (prefix, sizeof prefix, "%s: ", tool->name);
  bool ok = simt_text_open (&t);
  if (ok)
    {
      fprintf (t.out, "%s%s%s%s%s%s%s%s%s\n", prefix, r->text,
	       rank ? ", rank " : "", rank ? rank : "",
	       seed ? ", --schedule=" : "", seed ? seed : "",
	       library ? " [" : "", library ? library : "", library ? "]" : "");
      simt_places_text (t.out, prefix, &r->places);
      ok = simt_text_close (&t);
    }
  pthread_mutex_lock (&lock);
  counts[r->kind]++;
  tally->findings++;
  if (library)
    count_library (library, rule);
  if (ok)
    fwrite (t.p, 1, t.n, stderr);
  else
    {
      /* Out of memory: then unbuffered, in pieces.  */
      fprintf (stderr, "%s: ", tool->name);
      fputs (r->text, stderr);
      putc ('\n', stderr);
    }
  if (common.gen_suppressions)
    {
      simt_suppression (rule, r->function, r->path, line, sizeof line);
      fprintf (stderr, "%s: suppression: %s\n", tool->name, line);
    }
  if (json_file.fd >= 0)
    json_report (r, library);
  if (sarif_file.fd >= 0)
    sarif_report (r, library);
  if (html_file.fd >= 0)
    html_report (r, library);
  pthread_mutex_unlock (&lock);
  free (t.p);
  free (demangled);
}

/* ---- The end.  */

static void
json_summary (unsigned total, const uint64_t *values)
{
  struct simt_text l;
  if (!line_start (&l, &json_file))
    return;
  fprintf (l.out, "{\"type\":\"summary\"");
  simt_process_json (l.out);
  for (size_t k = 0; k < n_figures; k++)
    if (figures[k].always)
      fprintf (l.out, ",\"%s\":%" PRIu64, figures[k].json, values[k]);
  fprintf (l.out, ",\"reports\":%u", total);
  for (size_t k = 0; k < n_figures; k++)
    if (!figures[k].always && stats)
      fprintf (l.out, ",\"%s\":%" PRIu64, figures[k].json, values[k]);
  putc ('}', l.out);
  line_end (&l, &json_file);
}

/* ---- The table of kernels.  */

/* With the heads of its columns before the first line.  */

static void
text_kernel (void *closure, const char *name, int width,
	     const struct simt_kernel_run *r)
{
  const struct simt_kernel_words *w = tool->kernel_words;
  bool *first = closure;
  if (width < 6)
    width = 6;
  if (*first)
    fprintf (stderr, "%s: %-*s %10s %10s %10s %18s %9s\n", tool->name, width,
	     "kernel", w->launches, w->groups, w->waves, w->insns, "seconds");
  *first = false;
  fprintf (stderr, "%s: %-*s %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %18"
	   PRIu64 " %9.3f\n", tool->name, width, name, r->launches, r->groups,
	   r->waves, r->insns, r->seconds);
}

/* NAME of a column as JSON has it: NUMBER follows it.  */

static void
json_column (FILE *out, const char *name, uint64_t number)
{
  fputs (",\"", out);
  for (; *name; name++)
    putc (*name == ' ' ? '_' : *name, out);
  fprintf (out, "\":%" PRIu64, number);
}

static void
json_kernel (void *closure, const char *name, int width,
	     const struct simt_kernel_run *r)
{
  const struct simt_kernel_words *w = tool->kernel_words;
  struct simt_text l;
  (void) closure, (void) width;
  if (!line_start (&l, &json_file))
    return;
  fprintf (l.out, "{\"type\":\"kernel\"");
  json_member (l.out, "kernel", name);
  json_column (l.out, w->launches, r->launches);
  json_column (l.out, w->groups, r->groups);
  json_column (l.out, w->waves, r->waves);
  json_column (l.out, w->insns, r->insns);
  fprintf (l.out, ",\"seconds\":%.6f", r->seconds);
  simt_process_json (l.out);
  putc ('}', l.out);
  line_end (&l, &json_file);
}

/* For the page: CLOSURE is the seconds of all kernels.  */

static void
sum_seconds (void *closure, const char *name, int width,
	     const struct simt_kernel_run *r)
{
  (void) name, (void) width;
  *(double *) closure += r->seconds;
}

static void
html_kernel (void *closure, const char *name, int width,
	     const struct simt_kernel_run *r)
{
  struct simt_text l;
  (void) width;
  if (!line_start (&l, &html_file))
    return;
  simt_html_kernel (l.out, name, r, *(double *) closure);
  line_end (&l, &html_file);
}

/* Say how many reports there were, if any; give their number.  */

static unsigned
text_summary (void)
{
  struct simt_text l;
  unsigned total = 0;
  for (size_t k = 0; k < tool->n_rules; k++)
    total += counts[k];
  if (n_suppressed)
    fprintf (stderr, "%s: %u report%s suppressed\n", tool->name, n_suppressed,
	     n_suppressed == 1 ? "" : "s");
  if (n_left_out)
    fprintf (stderr, "%s: %u place%s in the compiler's libraries (%s) lack%s wait "
	     "states; accelfix-config --treat-libs repairs them, "
	     "--library-reports shows them\n", tool->name, n_left_out,
	     n_left_out == 1 ? "" : "s", left_out_in,
	     n_left_out == 1 ? "s" : "");
  if (!total || !line_start (&l, NULL))
    return total;
  const char *comma = "";
  for (size_t k = 0; k < tool->n_rules; k++)
    if (counts[k])
      {
	fprintf (l.out, "%s%s %u", comma, tool->rules[k].noun, counts[k]);
	comma = ", ";
      }
  if (simt_text_close (&l))
    fprintf (stderr, "%s: %u report%s (%s)\n", tool->name, total,
	     total == 1 ? "" : "s", l.p);
  free (l.p);
  if (n_library)
    fprintf (stderr, "%s: %u of them in the compiler's libraries (%s)%s\n",
	     tool->name, n_library, libraries,
	     n_treatable ? "; accelfix-config --treat-libs repairs these" : "");
  return total;
}

/* At exit.  A child of fork leaves that to its parent.  */

static void
summary (void)
{
  static bool done;
  if (owner != getpid () || done)
    return;
  done = true;
  uint64_t values[n_figures + 1];
  memset (values, 0, sizeof values);
  if (collect)
    collect (values);
  pthread_mutex_lock (&lock);
  unsigned total = text_summary ();
  if (stats)
    {
      fprintf (stderr, "%s: ", tool->name);
      for (size_t k = 0; k < n_figures; k++)
	fprintf (stderr, "%s%" PRIu64 " %s", k ? ", " : "", values[k],
		 values[k] == 1 ? figures[k].one : figures[k].many);
      putc ('\n', stderr);
    }
  bool first = true;
  if (stats && tool->kernel_words)
    {
      simt_kernels_each (text_kernel, &first);
      if (json_file.fd >= 0)
	simt_kernels_each (json_kernel, NULL);
    }
  if (html_file.fd >= 0 && tool->kernel_words)
    {
      double all = 0;
      simt_kernels_each (sum_seconds, &all);
      simt_kernels_each (html_kernel, &all);
    }
  simt_profile_end (json_file.fd);
  if (json_file.fd >= 0)
    json_summary (total, values);
  pthread_mutex_unlock (&lock);
}

void
simt_report_note (const char *format, ...)
{
  char text[4096];
  va_list ap;
  if (!tool)			/* A machine without a driver.  */
    return;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  fprintf (stderr, "%s: %s\n", tool->name, text);
}

void
simt_report_end (void)
{
  if (tool)
    summary ();
}

void
simt_report_no_unified (void)
{
  tally->unified++;
}

void
simt_report_launch (void)
{
  tally->launches++;
}

static bool
cannot_write (const char *file, char *why, size_t why_size)
{
  snprintf (why, why_size, "cannot write %s: %s", file, strerror (errno));
  return false;
}

/* Open for F the file that NAME-run wants the results of FORMAT in, if it
   does.  */

static bool
open_results (struct file *f, const char *format, char *why, size_t why_size)
{
  char name[64];
  snprintf (name, sizeof name, "%s_%s_RESULTS", tool->prefix, format);
  const char *results = getenv (name);
  if (!results || !*results)
    return true;
  f->name = results;
  f->fd = open (results, O_WRONLY | O_APPEND | O_CLOEXEC);
  return f->fd >= 0 || cannot_write (results, why, why_size);
}

bool
simt_report_init (const struct simt_tool *t, const char *json,
		  const struct simt_figure *f, size_t n, bool s, bool p,
		  void (*c) (uint64_t *), char *why, size_t why_size)
{
  static bool registered;
  tool = t;
  figures = f;
  n_figures = n;
  stats = s;
  collect = c;
  memset (&common, 0, sizeof common);
  if (!simt_options_from_environment (t->prefix, simt_run_option_table,
				      &common, why, why_size)
      || (common.suppressions && !registered
	  && !simt_suppress_read (common.suppressions, why, why_size)))
    return false;
  tally = simt_tally (t->prefix);
  tally->processes++;
  if (!registered)
    simt_seen_read (t);
  if (json)
    {
      json_file.name = json;
      json_file.fd = simt_file_append (json);
      if (json_file.fd < 0)
	return cannot_write (json, why, why_size);
    }
  if (!simt_profile_init (t, p, why, why_size)
      || !open_results (&sarif_file, "SARIF", why, why_size)
      || !open_results (&html_file, "HTML", why, why_size))
    return false;
  owner = getpid ();
  if (!counts)
    counts = calloc (t->n_rules, sizeof *counts);
  if (!counts || (!registered && atexit (summary)))
    {
      snprintf (why, why_size, "out of memory");
      return false;
    }
  registered = true;
  return true;
}
