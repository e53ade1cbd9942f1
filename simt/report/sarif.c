/* SARIF 2.1.0: findings in the form that editors and code hosts read.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The format is that of the OASIS standard "Static Analysis Results
   Interchange Format (SARIF) Version 2.1.0": sections 3.14 (run), 3.27
   (result), 3.28 (location), 3.29 (physicalLocation), 3.36
   (codeFlow), 3.44 (stack), 3.49
   (reportingDescriptor).  Locations are counted from 1 (3.30.5).  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simt/base/json.h"
#include "sarif.h"

/* Put PATH as a URI: characters that may not stand in one by number, and a
   colon too, which would end a scheme (RFC 3986, sections 3.3 and 4.2).  */

static void
put_uri (FILE *out, const char *scheme, const char *path)
{
  fprintf (out, "\"%s", scheme);
  for (; *path; path++)
    if (isalnum ((unsigned char) *path) || strchr ("-._~/+,=@$", *path))
      putc (*path, out);
    else
      fprintf (out, "%%%02X", (unsigned char) *path);
  putc ('"', out);
}

/* Put where FILE is: below the working folder relative to it, else from the
   root; a file that is not here, as one of the compiler's own libraries, as it
   was named.  */

static void
put_artifact (FILE *out, const char *file)
{
  char *cwd = getcwd (NULL, 0), *real = realpath (file, NULL);
  size_t n = cwd ? strlen (cwd) : 0;
  const char *name = real ? real : file;
  bool below = n && !strncmp (name, cwd, n) && name[n] == '/';
  fputs ("\"artifactLocation\":{\"uri\":", out);
  if (below)
    put_uri (out, "", name + n + 1);
  else
    put_uri (out, *name == '/' ? "file://" : "", name);
  if (below)
    fputs (",\"uriBaseId\":\"%SRCROOT%\"", out);
  putc ('}', out);
  free (real);
  free (cwd);
}

static void
put_physical (FILE *out, const char *file, unsigned line)
{
  fputs ("\"physicalLocation\":{", out);
  put_artifact (out, file);
  if (line)
    fprintf (out, ",\"region\":{\"startLine\":%u}", line);
  putc ('}', out);
}

void
sarif_start (FILE *out, const char *tool, const char *version,
	     const struct sarif_rule *rules, size_t n_rules)
{
  char *cwd = getcwd (NULL, 0);
  fputs ("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\n"
	 "\"version\":\"2.1.0\",\n\"runs\":[{\"tool\":{\"driver\":{\"name\":",
	 out);
  json_string (out, tool);
  fputs (",\"version\":", out);
  json_string (out, version);
  fputs (",\"rules\":[", out);
  for (size_t i = 0; i < n_rules; i++)
    {
      fputs (i ? ",\n{\"id\":" : "\n{\"id\":", out);
      json_string (out, rules[i].id);
      fputs (",\"shortDescription\":{\"text\":", out);
      json_string (out, rules[i].text);
      fprintf (out, "},\"defaultConfiguration\":{\"level\":\"%s\"}}",
	       rules[i].level);
    }
  fputs ("]}},\n\"columnKind\":\"utf16CodeUnits\",\n", out);
  if (cwd)
    {
      fputs ("\"originalUriBaseIds\":{\"%SRCROOT%\":{\"uri\":", out);
      char *slash;
      if (asprintf (&slash, "%s%s", cwd, cwd[1] ? "/" : "") >= 0)
	{
	  put_uri (out, "file://", slash);
	  free (slash);
	}
      else
	put_uri (out, "file://", "/");
      fputs ("}},\n", out);
    }
  fputs ("\"results\":[\n", out);
  free (cwd);
}

/* Put a location object: FILE and LINE, FUNCTION, and the message TEXT, where
   they are known, and ID, if it is not 0.  */

static void
put_location (FILE *out, unsigned id, const char *file, unsigned line,
	      const char *function, const char *text)
{
  const char *comma = "";
  putc ('{', out);
  if (id)
    {
      fprintf (out, "\"id\":%u", id);
      comma = ",";
    }
  if (file)
    {
      fputs (comma, out);
      put_physical (out, file, line);
      comma = ",";
    }
  if (function)
    {
      fprintf (out, "%s\"logicalLocations\":[{\"name\":", comma);
      json_string (out, function);
      fputs (",\"kind\":\"function\"}]", out);
      comma = ",";
    }
  if (text)
    {
      fprintf (out, "%s\"message\":{\"text\":", comma);
      json_string (out, text);
      putc ('}', out);
    }
  putc ('}', out);
}

static void
put_place (FILE *out, unsigned id, const struct simt_place *p, const char *text)
{
  put_location (out, id, p->path, p->line, p->function, text);
}

/* Put the locations that R is related to: the code, and the innermost place of
   each of its PLACES.  */

static void
put_related (FILE *out, const struct sarif_result *r)
{
  const char *start = ",\"relatedLocations\":[";
  unsigned id = 0;
  if (r->file && r->code_file)
    {
      fputs (start, out);
      put_location (out, ++id, r->code_file, r->code_line, NULL, r->code_is);
      start = ",";
    }
  for (size_t k = 0; k < r->places.n_related; k++)
    {
      const struct simt_related *o = &r->places.related[k];
      if (!o->n_stack)
	continue;
      fputs (start, out);
      put_place (out, ++id, &o->stack[0], o->text);
      start = ",";
    }
  if (id)
    putc (']', out);
}

static void
put_stack (FILE *out, const struct simt_place *stack, size_t n,
	   const char *text)
{
  fputs ("{\"message\":{\"text\":", out);
  json_string (out, text);
  fputs ("},\"frames\":[", out);
  for (size_t k = 0; k < n; k++)
    {
      fputs (k ? ",{\"location\":" : "{\"location\":", out);
      put_place (out, 0, &stack[k], stack[k].inlined ? "inlined" : NULL);
      putc ('}', out);
    }
  fputs ("]}", out);
}

static void
put_stacks (FILE *out, const struct sarif_result *r)
{
  const struct simt_places *p = &r->places;
  const char *start = ",\"stacks\":[";
  if (p->n_stack)
    {
      fputs (start, out);
      put_stack (out, p->stack, p->n_stack, r->text);
      start = ",";
    }
  for (size_t k = 0; k < p->n_related; k++)
    if (p->related[k].n_stack)
      {
	fputs (start, out);
	put_stack (out, p->related[k].stack, p->related[k].n_stack,
		   p->related[k].text);
	start = ",";
      }
  if (*start == ',' && !start[1])
    putc (']', out);
}

/* Put the steps from the outermost place of STACK to the innermost one, which
   has the message TEXT, after the text START.  */

static void
put_steps (FILE *out, const char *start, const struct simt_place *stack,
	   size_t n, const char *text)
{
  for (size_t k = n; k-- > 0;)
    {
      fprintf (out, "%s{\"location\":", start);
      put_place (out, 0, &stack[k], k ? NULL : text);
      fprintf (out, ",\"nestingLevel\":%zu}", n - 1 - k);
      start = ",";
    }
}

/* Put how R comes about: one thread flow that has what happened before, and the
   call stack; and one for each of the others that take part.  */

static void
put_code_flow (FILE *out, const struct sarif_result *r)
{
  const struct simt_places *p = &r->places;
  size_t known = 0;
  for (size_t k = 0; k < p->n_related; k++)
    known += p->related[k].n_stack != 0;
  if (!p->n_stack || (!known && p->n_stack < 2))
    return;
  fputs (",\"codeFlows\":[{\"threadFlows\":[{\"id\":\"1\",\"locations\":[", out);
  const char *start = "";
  for (size_t k = 0; k < p->n_related; k++)
    if (p->related[k].when == SIMT_BEFORE && p->related[k].n_stack)
      {
	put_steps (out, start, p->related[k].stack, p->related[k].n_stack,
		   p->related[k].text);
	start = ",";
      }
  put_steps (out, start, p->stack, p->n_stack, r->text);
  fputs ("]}", out);
  unsigned id = 1;
  for (size_t k = 0; k < p->n_related; k++)
    if (p->related[k].when == SIMT_BESIDE && p->related[k].n_stack)
      {
	fprintf (out, ",{\"id\":\"%u\",\"locations\":[", ++id);
	put_steps (out, "", p->related[k].stack, p->related[k].n_stack,
		   p->related[k].text);
	fputs ("]}", out);
      }
  fputs ("]}]", out);
}

void
sarif_result (FILE *out, const struct sarif_rule *rules,
	      const struct sarif_result *r)
{
  const struct sarif_rule *rule = &rules[r->rule];
  /* What the finding is about is the source; without one, the code.  */
  bool source = r->file != NULL;
  const char *file = source ? r->file : r->code_file;
  unsigned line = source ? r->line : r->code_line;

  fputs ("{\"ruleId\":", out);
  json_string (out, rule->id);
  fprintf (out, ",\"ruleIndex\":%zu,\"level\":\"%s\",\"message\":{\"text\":",
	   r->rule, rule->level);
  json_string (out, r->text);
  fputs ("},\"locations\":[", out);
  if (file || r->function)
    put_location (out, 0, file, line, r->function, NULL);
  putc (']', out);
  put_related (out, r);
  put_stacks (out, r);
  put_code_flow (out, r);
  bool first = true;
  for (size_t i = 0; i < r->n_props; i++)
    if (r->props[i].value)
      {
	fputs (first ? ",\"properties\":{" : ",", out);
	first = false;
	json_string (out, r->props[i].name);
	putc (':', out);
	json_string (out, r->props[i].value);
      }
  fputs (first ? "}" : "}}", out);
}

void
sarif_end (FILE *out, bool success, const char *why)
{
  fprintf (out, "\n],\n\"invocations\":[{\"executionSuccessful\":%s",
	   success ? "true" : "false");
  if (why)
    {
      fputs (",\"toolExecutionNotifications\":[{\"level\":\"error\","
	     "\"message\":{\"text\":", out);
      json_string (out, why);
      fputs ("}}]", out);
    }
  fputs ("}]}]}\n", out);
}
