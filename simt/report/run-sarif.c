/* A program's reports as one SARIF document.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* The machine's library lives in the program, which may be several processes at once,
   and may die.  So each report goes to a temporary file as it is made, as a SARIF
   result in a line, and the document around them is written here, by the parent, at
   the end.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simt/base/parts.h"
#include "run-sarif.h"

static struct simt_parts parts;

/* Write to OUT the results that are in file FROM.  A line that the program's
   death cut off is left out.  False with errno set if FROM cannot be read.  */

static bool
put_results (FILE *to, const char *from)
{
  FILE *in = fopen (from, "re");
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  bool first = true;
  if (!in)
    return false;
  errno = 0;
  while ((n = getline (&line, &size, in)) > 0)
    if (n > 2 && line[0] == '{' && line[n - 2] == '}' && line[n - 1] == '\n')
      {
	if (!first)
	  fputs (",\n", to);
	first = false;
	fwrite (line, 1, n - 1, to);
      }
  bool ok = feof (in) && !ferror (in);
  int err = errno ? errno : ENOMEM;
  free (line);
  fclose (in);
  errno = err;
  return ok;
}

bool
simt_run_sarif_start (const char *file, const struct simt_tool *tool,
		      const char **bad)
{
  return simt_parts_start (&parts, file, tool, "sarif", bad);
}

bool
simt_run_sarif_end (const struct simt_tool *tool, const char *version,
		    bool success, const char *why)
{
  FILE *to = simt_file_stream (parts.out);
  sarif_start (to, tool->name, version, tool->rules, tool->n_rules);
  if (!put_results (to, parts.name))
    {
      int err = errno;
      simt_file_abandon (parts.out);
      errno = err;
      return false;
    }
  sarif_end (to, success, why);
  unlink (parts.name);
  return simt_file_close (parts.out);
}
