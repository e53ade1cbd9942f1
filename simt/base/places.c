/* Places of a report: call stacks, and what else a finding is about.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "json.h"
#include "places.h"

void
simt_place_text (FILE *out, const struct simt_place *p)
{
  const char *slash = p->path ? strrchr (p->path, '/') : NULL;
  char *plain = p->function ? simt_demangled (p->function) : NULL;
  fputs (plain ? plain : p->function ? p->function : "unknown code", out);
  free (plain);
  if (p->path && p->line)
    fprintf (out, " (%s:%u)", slash ? slash + 1 : p->path, p->line);
  else if (p->path)
    fprintf (out, " (%s)", slash ? slash + 1 : p->path);
}

/* Write the places of STACK after its first, each as what comes before it was
   called from or inlined into.  */

static void
callers_text (FILE *out, const char *prefix, const char *indent,
	      const struct simt_place *stack, size_t n)
{
  for (size_t k = 1; k < n; k++)
    {
      fprintf (out, "%s%s%s ", prefix, indent,
	       stack[k - 1].inlined ? "inlined into" : "called from");
      simt_place_text (out, &stack[k]);
      putc ('\n', out);
    }
}

void
simt_places_text (FILE *out, const char *prefix, const struct simt_places *p)
{
  callers_text (out, prefix, "  ", p->stack, p->n_stack);
  for (size_t k = 0; k < p->n_related; k++)
    {
      const struct simt_related *r = &p->related[k];
      fprintf (out, "%s  %s", prefix, r->text);
      if (r->n_stack)
	{
	  fputs (": ", out);
	  simt_place_text (out, &r->stack[0]);
	}
      putc ('\n', out);
      callers_text (out, prefix, "    ", r->stack, r->n_stack);
    }
}

static void
stack_json (FILE *out, const struct simt_place *stack, size_t n)
{
  fputs (",\"stack\":[", out);
  for (size_t k = 0; k < n; k++)
    {
      fputs (k ? ",{" : "{", out);
      fprintf (out, "\"inlined\":%s", stack[k].inlined ? "true" : "false");
      json_member (out, "function", stack[k].function);
      json_member (out, "file", stack[k].path);
      if (stack[k].line)
	fprintf (out, ",\"line\":%u", stack[k].line);
      putc ('}', out);
    }
  putc (']', out);
}

void
simt_places_json (FILE *out, const struct simt_places *p)
{
  if (p->n_stack)
    stack_json (out, p->stack, p->n_stack);
  for (size_t k = 0; k < p->n_related; k++)
    {
      const struct simt_related *r = &p->related[k];
      fputs (k ? "," : ",\"related\":[", out);
      fputs ("{\"role\":", out);
      json_string (out, r->role);
      json_member (out, "text", r->text);
      if (r->n_stack)
	stack_json (out, r->stack, r->n_stack);
      putc ('}', out);
    }
  if (p->n_related)
    putc (']', out);
}
