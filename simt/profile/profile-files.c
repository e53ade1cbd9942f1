/* Counts by source line: the files that they belong to.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "profile-rows.h"

bool
simt_profile_own_p (const struct simt_profile_row *r)
{
  return r->place.path && !r->place.library && (r->code || r->starts);
}

static int
by_line (const void *a, const void *b)
{
  const struct simt_profile_row *p = a, *q = b;
  return (p->place.line < q->place.line ? -1
	  : p->place.line > q->place.line);
}

/* Fill in F's lines.  False when out of memory.  */

static bool
find_lines (struct simt_profile_file *f)
{
  struct simt_profile_row *l = malloc ((f->n + 1) * sizeof *l);
  size_t count = 0;
  f->lines = l;
  if (!l)
    return false;
  for (size_t k = 0; k < f->n; k++)
    if (f->rows[k].code && f->rows[k].place.line
	&& simt_profile_own_p (&f->rows[k]))
      l[count++] = f->rows[k];
  qsort (l, count, sizeof *l, by_line);
  for (size_t k = 0; k < count; f->n_lines++)
    {
      size_t first = k;
      while (k < count && l[k].place.line == l[first].place.line)
	k++;
      struct simt_profile_place place = l[first].place;
      l[f->n_lines] = simt_profile_sum (l + first, k - first);
      l[f->n_lines].place = place;
    }
  return true;
}

void
simt_profile_files_free (struct simt_profile_file *f, size_t n)
{
  for (size_t k = 0; k < n; k++)
    free (f[k].lines);
  free (f);
}

struct simt_profile_file *
simt_profile_files (const struct simt_profile *p, size_t *n)
{
  struct simt_profile_file *f = malloc ((p->n + 1) * sizeof *f);
  *n = 0;
  for (size_t k = 0, count; f && k < p->n; k += count)
    {
      struct simt_profile_file *now = &f[*n];
      bool any = false;
      *now = (struct simt_profile_file)
	{ .path = p->rows[k].place.path, .rows = p->rows + k };
      for (count = 0; k + count < p->n
	   && !simt_profile_compare (p->rows[k + count].place.path, now->path);
	   count++)
	{
	  const struct simt_profile_row *r = &p->rows[k + count];
	  any |= simt_profile_own_p (r);
	  now->insns += simt_profile_own_p (r) ? r->insns : 0;
	}
      now->n = count;
      if (!any)
	continue;
      ++*n;
      if (!find_lines (now))
	{
	  simt_profile_files_free (f, *n);
	  return NULL;
	}
    }
  return f;
}
