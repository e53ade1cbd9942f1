/* The debugger: texts about places.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "simt/base/demangle.h"
#include "debug-int.h"

bool
same_line_p (const struct line *a, const struct line *b)
{
  return (a->line == b->line
	  && (a->file == b->file
	      || (a->file && b->file && !strcmp (a->file, b->file))));
}

void
put_line_place (const struct line *l)
{
  char *plain = simt_demangled (l->function);
  fputs (plain ? plain : l->function, terminal);
  free (plain);
  if (l->file)
    fprintf (terminal, " (%s:%u)", l->file, l->line);
}

void
put_lanes (uint64_t mask)
{
  const char *comma = "";
  for (unsigned k = 0; k < MOST_LANES; k++)
    if (mask & lane_bit (k))
      {
	unsigned end = k;
	while (end + 1 < MOST_LANES && mask & lane_bit (end + 1))
	  end++;
	fprintf (terminal, end > k ? "%s%u-%u" : "%s%u", comma, k, end);
	comma = ", ";
	k = end;
      }
}

/* "block (0,0,0), warp 0, lane 3: thread (3,0,0)".  */

static void
put_thread (const struct place *p)
{
  struct wave_facts f = facts_of (p->wave);
  unsigned t[3] = { 0, 0, 0 };
  machine->thread (p->wave, p->lane, t);
  fprintf (terminal, "%s (%u,%u,%u), %s %u, lane %u: thread (%u,%u,%u)",
	   machine->group, f.group[0], f.group[1], f.group[2], machine->wave, f.number,
	   p->lane, t[0], t[1], t[2]);
}

bool
put_source (const char *path, unsigned line, bool current)
{
  FILE *f = path ? fopen (path, "re") : NULL;
  char *s = NULL;
  size_t size = 0;
  ssize_t n = -1;
  for (unsigned k = 0; f && k < line; k++)
    if ((n = getline (&s, &size, f)) < 0)
      break;
  if (f)
    fclose (f);
  if (n >= 0)
    fprintf (terminal, "%s%u\t%s%s", current ? "=> " : "", line, s,
	    n && s[n - 1] == '\n' ? "" : "\n");
  free (s);
  return n >= 0;
}

void
put_stop (void)
{
  struct line l = machine->line_of (&debug.at);
  uint64_t shown = machine->shown (&debug.at);
  put_line_place (&l);
  fputs (", ", terminal);
  put_thread (&debug.at);
  if (several_p (shown))
    {
      fprintf (terminal, " (%s ", machine->together);
      put_lanes (shown);
      putc (')', terminal);
    }
  putc ('\n', terminal);
  if (l.line && !put_source (l.path, l.line, false))
    fprintf (terminal, "%u\tin %s, which cannot be read\n", l.line, l.path);
}
