/* Counts by source line as a tracefile of lcov: coverage.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "simt/base/demangle.h"
#include "profile-rows.h"

static void
put_path (FILE *to, const char *path)
{
  char full[PATH_MAX];
  fprintf (to, "TN:\nSF:%s\n", *path != '/' && realpath (path, full)
	   ? full : path);
}

/* The functions that begin in F.  */

static void
put_functions (FILE *to, const struct simt_profile_file *f)
{
  unsigned found = 0, hit = 0;
  for (int pass = 0; pass < 2; pass++)
    for (const struct simt_profile_row *r = f->rows; r < f->rows + f->n; r++)
      if (r->starts && r->place.function && simt_profile_own_p (r))
	{
	  char *plain = simt_demangled (r->place.function);
	  const char *name = plain ? plain : r->place.function;
	  if (!pass)
	    fprintf (to, "FN:%u,%s\n", r->place.line, name);
	  else
	    {
	      fprintf (to, "FNDA:%" PRIu64 ",%s\n", r->calls, name);
	      found++;
	      hit += r->calls != 0;
	    }
	  free (plain);
	}
  fprintf (to, "FNF:%u\nFNH:%u\n", found, hit);
}

static void
put_lines (FILE *to, const struct simt_profile_file *f)
{
  size_t hit = 0;
  for (size_t k = 0; k < f->n_lines; k++)
    {
      fprintf (to, "DA:%u,%" PRIu64 "\n", f->lines[k].place.line,
	       f->lines[k].executed);
      hit += f->lines[k].executed != 0;
    }
  fprintf (to, "LF:%zu\nLH:%zu\nend_of_record\n", f->n_lines, hit);
}

void
simt_profile_lcov (FILE *to, const struct simt_profile *p)
{
  size_t n;
  struct simt_profile_file *f = simt_profile_files (p, &n);
  for (size_t k = 0; f && k < n; k++)
    {
      put_path (to, f[k].path);
      put_functions (to, &f[k]);
      put_lines (to, &f[k]);
    }
  if (f)
    simt_profile_files_free (f, n);
}
