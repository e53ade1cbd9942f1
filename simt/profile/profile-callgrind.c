/* Counts by source line as Callgrind writes them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The costs are exclusive ones, of lines: who called whom is not counted.  What was
   inlined from another file is in its function, under `fi' and `fe'.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <inttypes.h>
#include <stdlib.h>

#include "simt/base/demangle.h"
#include "kernels.h"
#include "profile-rows.h"

/* Put NAME after WHAT; what is not known is called as Callgrind calls it.  */

static void
put_name (FILE *to, const char *what, const char *name)
{
  char *plain = name ? simt_demangled (name) : NULL;
  fprintf (to, "%s=%s\n", what, plain ? plain : name ? name : "???");
  free (plain);
}

/* PROGRAM, on one line.  */

static void
put_line (FILE *to, const char *program)
{
  for (; *program; program++)
    putc ((unsigned char) *program < 0x20 ? '?' : *program, to);
}

static int
by_function (const void *a, const void *b)
{
  const struct simt_profile_row *p = *(struct simt_profile_row *const *) a;
  const struct simt_profile_row *q = *(struct simt_profile_row *const *) b;
  int c = simt_profile_compare (p->place.function, q->place.function);
  /* The rows themselves are in the order of paths and lines.  */
  return c ? c : p < q ? -1 : p > q;
}

static void
put_costs (FILE *to, const struct simt_profile_row *r)
{
  fprintf (to, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
	   r->insns, r->lanes, r->read, r->written, r->splits);
}

/* The file of the function that the N rows at BY belong to: where it starts.  */

static const char *
own_file (const struct simt_profile_row **by, size_t n)
{
  for (size_t k = 0; k < n; k++)
    if (by[k]->starts)
      return by[k]->place.path;
  return by[0]->place.path;
}

static void
put_function (FILE *to, const struct simt_profile_row **by, size_t n)
{
  const char *own = own_file (by, n), *now = own;
  putc ('\n', to);
  put_name (to, "fl", own);
  put_name (to, "fn", by[0]->place.function);
  for (size_t k = 0; k < n; k++)
    {
      const char *path = by[k]->place.path;
      if (!by[k]->insns)
	continue;
      if (simt_profile_compare (path, now))
	put_name (to, simt_profile_compare (path, own) ? "fi" : "fe", path);
      now = path;
      fprintf (to, "%u", by[k]->place.line);
      put_costs (to, by[k]);
    }
}

void
simt_profile_callgrind (FILE *to, const struct simt_tool *tool,
			const char *version, const char *program,
			const struct simt_profile *p)
{
  struct simt_profile_row sum = simt_profile_sum (p->rows, p->n);
  const struct simt_profile_row **by = malloc ((p->n + 1) * sizeof *by);
  if (!by)
    return;
  for (size_t k = 0; k < p->n; k++)
    by[k] = &p->rows[k];
  qsort (by, p->n, sizeof *by, by_function);
  fprintf (to, "# callgrind format\nversion: 1\ncreator: %s %s\ncmd: ",
	   tool->name, version);
  put_line (to, program);
  fprintf (to, "\npositions: line\n"
	   "event: Ir : Executed %s\n"
	   "event: Lanes : Lanes that executed them\n"
	   "event: Read : Bytes read from memory\n"
	   "event: Written : Bytes written to memory\n"
	   "event: Splits : Branches at which lanes parted\n"
	   "events: Ir Lanes Read Written Splits\nsummary:",
	   tool->kernel_words->insns);
  put_costs (to, &sum);
  for (size_t k = 0, n; k < p->n; k += n)
    {
      uint64_t insns = 0;
      for (n = 0; k + n < p->n
	   && !simt_profile_compare (by[k]->place.function,
				     by[k + n]->place.function); n++)
	insns += by[k + n]->insns;
      if (insns)
	put_function (to, by + k, n);
    }
  fputs ("\ntotals:", to);
  put_costs (to, &sum);
  free (by);
}
