/* ptxcheck's findings: text, JSON and SARIF.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "finding.h"
#include "ptx-int.h"
#include "simt/base/file.h"
#include "simt/report/sarif.h"
#include "simt/report/suppress.h"

const char *const finding_kind[N_KINDS] =
{
  "maybe-uninitialised", "never-written", "falls-off-end", "dead-end",
  "undefined-symbol", "duplicate-symbol", "type-error", "undeclared-name",
  "simd-stack"
};

/* By enum kind.  */
static const struct sarif_rule rules[N_KINDS] =
{
  { "maybe-uninitialised", "warning",
    "Some path reads a register that it did not write.", NULL },
  { "never-written", "warning",
    "A register is read that no path writes.", NULL },
  { "falls-off-end", "error", "Control runs off the end of a function.", NULL },
  { "dead-end", "warning",
    "Control runs on behind a call that does not return.", NULL },
  { "undefined-symbol", "error", "A symbol is used and not defined.", NULL },
  { "duplicate-symbol", "error", "A symbol is defined twice.", NULL },
  { "type-error", "error", "An operand has a type that does not fit.", NULL },
  { "undeclared-name", "error", "A name is used and not declared.", NULL },
  { "simd-stack", "warning",
    "A SIMD lane's stack is smaller than what is stored there.", NULL }
};

bool finding_json, finding_quiet, finding_first;
const char *finding_file;
unsigned long finding_count[N_KINDS];
bool finding_gen, finding_library_file;
unsigned long finding_suppressed, finding_in_libraries;
static struct simt_file *sarif_file;
static FILE *sarif;
static bool sarif_first = true;

void
print_json_string (const char *s)
{
  putchar ('"');
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      printf ("\\%c", *s);
    else if ((unsigned char) *s < 32 || (unsigned char) *s >= 127)
      /* Bytes beyond ASCII are shown by number, whatever they encode.  */
      printf ("\\u%04x", (unsigned char) *s);
    else
      putchar (*s);
  putchar ('"');
}

/* Put F into the SARIF document.  */

static void
sarif_finding (const struct finding *f)
{
  const struct sarif_property props[] =
    {
      { "register", f->reg },
      { "library", finding_library_file ? NULL
		   : simt_library_of (f->function, f->src, f->unit) },
      { "parts", f->parts && *f->parts ? f->parts : NULL },
      { "unit", strcmp (f->unit, finding_file) ? f->unit : NULL }
    };
  const struct sarif_result r =
    {
      .rule = f->kind, .text = f->text, .file = f->src, .line = f->src_line,
      .code_file = finding_file, .code_line = f->line, .code_is = "the PTX",
      .function = f->function,
      .props = props, .n_props = sizeof props / sizeof props[0]
    };

  if (!sarif_first)
    fputs (",\n", sarif);
  sarif_first = false;
  sarif_result (sarif, rules, &r);
}

void
print_finding (const struct finding *f)
{
  char name[300], line[1300];
  const char *rule = finding_kind[f->kind];
  const char *library = (finding_library_file ? NULL
			 : simt_library_of (f->function, f->src, f->unit));

  if (simt_suppressed (rule, f->function, f->src))
    {
      finding_suppressed++;
      return;
    }
  finding_count[f->kind]++;
  finding_in_libraries += library != NULL;
  if (finding_gen)
    {
      simt_suppression (rule, f->function, f->src, line, sizeof line);
      fprintf (stderr, "ptxcheck: suppression: %s\n", line);
    }
  if (sarif)
    sarif_finding (f);
  if (finding_quiet)
    return;
  if (finding_json)
    {
      printf ("%s\n    {\"kind\": \"%s\", \"unit\": ",
	      finding_first ? "" : ",", finding_kind[f->kind]);
      finding_first = false;
      print_json_string (f->unit);
      printf (", \"line\": %u", f->line);
      if (f->function)
	{
	  printf (", \"function\": ");
	  print_json_string (f->function);
	}
      if (f->reg)
	{
	  printf (", \"register\": ");
	  print_json_string (f->reg);
	  if (*f->parts)
	    {
	      printf (", \"parts\": ");
	      print_json_string (f->parts);
	    }
	}
      if (f->src)
	{
	  printf (", \"source\": ");
	  print_json_string (f->src);
	  printf (", \"source_line\": %u", f->src_line);
	}
      if (library)
	{
	  printf (", \"library\": ");
	  print_json_string (library);
	}
      printf (", \"message\": ");
      print_json_string (f->text);
      if (f->path_len)
	{
	  printf (", \"path\": [");
	  for (size_t i = 0; i < f->path_len; i++)
	    {
	      block_name (f->flow, f->path[i], name, sizeof name);
	      if (i)
		printf (", ");
	      print_json_string (name);
	    }
	  putchar (']');
	}
      putchar ('}');
      return;
    }
  printf ("%s", f->unit);
  if (f->line)
    printf (":%u", f->line);
  printf (": ");
  if (f->function)
    printf ("%s: ", f->function);
  printf ("%s", f->text);
  if (f->src)
    printf (" (%s:%u)", f->src, f->src_line);
  if (library)
    printf (" [%s]", library);
  if (f->path_len)
    {
      printf ("; path: ");
      for (size_t i = 0; i < f->path_len; i++)
	{
	  /* Long paths lose their middle.  */
	  if (f->path_len > 16 && i == 8)
	    {
	      printf (" -> ...");
	      i = f->path_len - 8;
	    }
	  block_name (f->flow, f->path[i], name, sizeof name);
	  printf ("%s%s", i ? " -> " : "", name);
	}
    }
  putchar ('\n');
}

void
place_finding (struct finding *f, const struct ptx_function *func,
	       int32_t insn)
{
  const struct ptx_unit *u = func->unit;

  f->unit = u->name;
  f->function = func->sym->name;
  f->line = func->end_line + u->line_base;
  if (insn < 0)
    return;
  const struct ptx_insn *i = &func->insns[insn];
  f->line = i->line + u->line_base;
  /* What is ahead of a function's first .loc belongs to that line.  All that
     is behind it has one.  */
  if (!i->loc)
    {
      uint32_t lo = insn, hi = func->n_insns - 1;

      while (lo < hi)
	{
	  uint32_t mid = lo + (hi - lo) / 2;

	  if (func->insns[mid].loc)
	    hi = mid;
	  else
	    lo = mid + 1;
	}
      i = &func->insns[lo];
    }
  if (i->loc && i->loc < u->n_locs)
    {
      const struct ptx_loc *l = &u->locs[i->loc];

      if (l->file < u->n_files && u->files[l->file])
	{
	  f->src = u->files[l->file];
	  f->src_line = l->line;
	}
    }
}

bool
open_sarif (const char *file)
{
  sarif_file = simt_file_open (file, -1);
  if (!sarif_file)
    return false;
  sarif = simt_file_stream (sarif_file);
  sarif_start (sarif, "ptxcheck", VERSION, rules, N_KINDS);
  return true;
}

bool
close_sarif (bool ok)
{
  sarif_end (sarif, ok, NULL);
  return simt_file_close (sarif_file);
}
