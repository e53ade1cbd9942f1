/* Findings that the user does not want, and those of the compiler's libraries.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "suppress.h"

static struct suppression { char *rule, *function, *file; } *table;
static size_t n_table, alloc_table;

/* Add the suppression in LINE, which it frees in the end.  Null if there is
   one or it is a comment, else what is wrong.  */

static const char *
add_line (char *line)
{
  char *field[4] = { NULL }, *save = NULL;
  unsigned n = 0;
  for (char *p = strtok_r (line, " \t\r\n", &save); p && n < 4;
       p = strtok_r (NULL, " \t\r\n", &save))
    {
      if (n == 0 && *p == '#')
	break;
      field[n++] = p;
    }
  if (n == 0)
    {
      free (line);
      return NULL;
    }
  if (n == 4)
    return "more than three words; expected KIND FUNCTION FILE";
  if (n_table == alloc_table)
    {
      size_t more = alloc_table ? 2 * alloc_table : 16;
      struct suppression *t = realloc (table, more * sizeof *t);
      if (!t)
	return "out of memory";
      table = t;
      alloc_table = more;
    }
  table[n_table++] = (struct suppression) { field[0], field[1], field[2] };
  return NULL;
}

bool
simt_suppress_read (const char *file, char *why, size_t size)
{
  FILE *in = fopen (file, "re");
  char *line = NULL;
  size_t alloc = 0;
  unsigned number = 0;
  const char *wrong = NULL;
  if (!in)
    {
      snprintf (why, size, "cannot read %s: %s", file, strerror (errno));
      return false;
    }
  while (!wrong && getline (&line, &alloc, in) > 0)
    {
      number++;
      wrong = add_line (line);
      if (!wrong)
	line = NULL;		/* The table has it.  */
      alloc = 0;
    }
  bool bad = ferror (in) != 0;
  if (wrong)
    snprintf (why, size, "%s:%u: %s", file, number, wrong);
  else if (bad)
    snprintf (why, size, "cannot read %s: %s", file, strerror (errno));
  free (line);
  fclose (in);
  return !wrong && !bad;
}

static bool
matches (const char *pattern, const char *text)
{
  return (!pattern || !strcmp (pattern, "*")
	  || (text && fnmatch (pattern, text, 0) == 0));
}

static const char *
base_of (const char *path)
{
  const char *slash = path ? strrchr (path, '/') : NULL;
  return slash ? slash + 1 : path;
}

bool
simt_suppressed (const char *rule, const char *function, const char *path)
{
  for (size_t k = 0; k < n_table; k++)
    if (matches (table[k].rule, rule) && matches (table[k].function, function)
	&& (matches (table[k].file, path)
	    || matches (table[k].file, base_of (path))))
      return true;
  return false;
}

/* Put TEXT into BUF as a pattern of itself; anything for NULL.  */

static void
as_pattern (const char *text, char *buf, size_t size)
{
  size_t n = 0;
  for (const char *p = text ? text : ""; *p && n + 3 < size; p++)
    {
      if (strchr ("*?[\\", *p))
	buf[n++] = '\\';
      buf[n++] = *p <= ' ' && *p >= 0 ? '?' : *p;
    }
  buf[n] = '\0';
  if (!n)
    snprintf (buf, size, "*");
}

void
simt_suppression (const char *rule, const char *function, const char *path,
		  char *buf, size_t size)
{
  char f[600], s[600];
  as_pattern (function, f, sizeof f);
  as_pattern (base_of (path), s, sizeof s);
  snprintf (buf, size, "%s %s %s", rule, f, s);
}

/* ---- The compiler's libraries.  */

/* Their folders in GCC's and newlib's sources.  */
static const struct { const char *folder, *name; } folders[] =
{
  { "/libgomp/", "libgomp" }, { "/newlib/libc/", "libc" },
  { "/newlib/libm/", "libm" }, { "/libgcc/", "libgcc" },
  { "/libgfortran/", "libgfortran" }, { "/libstdc++-v3/", "libstdc++" },
  { "/libquadmath/", "libquadmath" }, { "/libatomic/", "libatomic" }
};

const char *
simt_library_of (const char *function, const char *path, const char *unit)
{
  enum { N = sizeof folders / sizeof folders[0] };
  for (unsigned k = 0; path && k < N; k++)
    if (strstr (path, folders[k].folder))
      return folders[k].name;
  for (unsigned k = 0; unit && k < N; k++)
    {
      size_t n = strlen (folders[k].name);
      const char *p = strstr (unit, folders[k].name);
      if (p && (p == unit || p[-1] == '/') && !strncmp (p + n, ".a(", 3))
	return folders[k].name;
    }
  if (function && !path
      && (!strncmp (function, "gomp_", 5) || !strncmp (function, "GOMP_", 5)
	  || !strncmp (function, "GOACC_", 6)))
    return "libgomp";
  return NULL;
}
