/* The names of variables in LDS, for reports.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC writes offsets in LDS into the code and no symbol for them.  Code that the plugin
   made has a record of them, the section .accelfix.lds (plugin/lds-record.cc has its
   lines), unit by unit:

     accelfix-lds 1 METHOD UNIT
     f N FLAGS NAME		   function N
     d N OFFSET SIZE NAME	   variable N
     r N M			   function N refers to variable M

   Kernels that do not run at the same time share places, so what the kernel refers to
   itself is preferred.  */

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "debug-int.h"

/* The longest line that is read, and the most variables at one place.  */
enum { LONGEST = 400, MOST_THERE = 16 };

/* A variable that is where it is asked for.  */
struct there
{
  unsigned unit;
  unsigned long number, offset, size;
  char name[120];
  bool used;			/* The kernel refers to it.  */
};

/* What has been read so far.  */
struct search
{
  const char *kernel;
  uint64_t offset;
  unsigned unit;
  bool in_unit;			/* The kernel is in this unit, ...  */
  unsigned long kernel_number;	/* ... as this function.  */
  struct there there[MOST_THERE];
  unsigned n;
};

static void
read_line (struct search *s, const char *line)
{
  unsigned long n, a, b;
  int at = -1;
  if (!strncmp (line, "accelfix-lds 1 ", 15))
    {
      s->unit++;
      s->in_unit = false;
    }
  else if (sscanf (line, "f %lu %*s %n", &n, &at) == 1 && at > 0
	   && !strcmp (line + at, s->kernel))
    {
      s->in_unit = true;
      s->kernel_number = n;
    }
  else if (sscanf (line, "d %lu %lu %lu %n", &n, &a, &b, &at) == 3 && at > 0
	   && s->offset >= a && s->offset - a < b && s->n < MOST_THERE)
    {
      struct there *t = &s->there[s->n++];
      *t = (struct there) { .unit = s->unit, .number = n, .offset = a, .size = b };
      snprintf (t->name, sizeof t->name, "%s", line + at);
    }
  else if (sscanf (line, "r %lu %lu", &n, &a) == 2 && s->in_unit
	   && n == s->kernel_number)
    for (unsigned k = 0; k < s->n; k++)
      if (s->there[k].unit == s->unit && s->there[k].number == a)
	s->there[k].used = true;
}

/* Take the number off NAME that GCC gives static variables, as in `s.0'.  */

static void
drop_number (char *name)
{
  char *dot = strrchr (name, '.');
  if (dot && dot != name && isdigit ((unsigned char) dot[1])
      && dot[1 + strspn (dot + 1, "0123456789")] == '\0')
    *dot = '\0';
}

bool
lds_name (const struct gcnvm_code *code, const char *kernel, uint64_t offset,
	  char *buf, size_t n)
{
  struct search s = { .kernel = kernel, .offset = offset };
  struct there *found = NULL;
  size_t size;
  const char *p = code ? (const char *) code_section (code, ".accelfix.lds", &size)
		       : NULL;
  if (!p || !kernel)
    return false;
  for (const char *end = p + size; p < end;)
    {
      char line[LONGEST];
      const char *stop = memchr (p, '\n', (size_t) (end - p));
      if (!stop)
	stop = end;
      snprintf (line, sizeof line, "%.*s", (int) (stop - p < LONGEST ? stop - p : 0),
		p);
      read_line (&s, line);
      p = stop + 1;
    }
  for (unsigned k = 0; k < s.n && !found; k++)
    if (s.there[k].used)
      found = &s.there[k];
  if (!found && s.n == 1)
    found = &s.there[0];
  if (!found)
    return false;
  drop_number (found->name);
  snprintf (buf, n, "byte %llu of %s's gang-private variable `%s' (%lu bytes)",
	    (unsigned long long) (offset - found->offset), kernel, found->name,
	    found->size);
  return true;
}
