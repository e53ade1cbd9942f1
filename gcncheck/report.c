/* What was found, as text, JSON, SARIF or counts.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "gcncheck.h"
#include "hazards.h"
#include "simt/base/file.h"
#include "simt/report/sarif.h"
#include "simt/report/suppress.h"

/* By enum finding_kind; the last one has a name for each rule.  */
static const struct { const char *name, *level, *text; }
kinds[N_FINDING_KINDS] =
{
  { "foreign-m0-access", "error", "M0 is foreign at this access" },
  { "foreign-m0-call", "error", "M0 is foreign at this call" },
  { "foreign-m0-return", "error", "M0 is foreign at this return" },
  { "no-terminator", "warning",
    "control runs past the end of the code from here" },
  { "illegal-lane-move", "error",
    "a lane move reads two scalar registers, which is illegal before GFX10" },
  { "wild-branch", "error", "this branch leads to no instruction" },
  { "lds-overlap", "error",
    "this kernel reaches LDS variables that overlap" },
  { "lds-beyond", "error",
    "this kernel reaches LDS beyond what it asks for" },
  { "wrong-division", "error",
    "this division of 64-bit integers tests bit 31 of the divisor, not bit 63" },
  { "wrong-product", "error",
    "this adds the product of the upper halves to a product of 64-bit integers" },
  { NULL, "error", NULL },
};

/* SARIF's rules, and rows of --summary: the kinds but the last one, then the
   rules of hazards.  */
enum { N_ROWS = MISSING_WAIT_STATES + GCN_N_HAZARDS };

static char hazard_names[GCN_N_HAZARDS][40];

static const char *
row_name (unsigned row)
{
  if (row < MISSING_WAIT_STATES)
    return kinds[row].name;
  row -= MISSING_WAIT_STATES;
  return hazard_kind (row, hazard_names[row], sizeof hazard_names[row]);
}

static const char *
row_text (unsigned row)
{
  return row < MISSING_WAIT_STATES ? kinds[row].text
	 : gcn_hazard_rules[row - MISSING_WAIT_STATES].text;
}

static unsigned
row_of (const struct finding *f)
{
  return f->kind + (f->kind == MISSING_WAIT_STATES ? f->rule : 0);
}

/* How many findings of ROW are in R: for a rule of hazards, how many first
   instructions have one.  */

static size_t
count_of (const struct report *r, unsigned row)
{
  size_t n = 0;
  if (row >= MISSING_WAIT_STATES)
    return r->hazards[row - MISSING_WAIT_STATES];
  for (size_t i = 0; i < r->n_findings; i++)
    n += row_of (&r->findings[i]) == row;
  return n;
}

/* Whether F is about M0, and it is known what wrote it.  */

static bool
m0_written_p (const struct finding *f)
{
  return f->kind <= FOREIGN_M0_RETURN && f->origin;
}

/* What is wrong at F.  Returns BUF or a text that lives for ever.  */

static const char *
message (const struct finding *f, char *buf, size_t size)
{
  if (f->kind != MISSING_WAIT_STATES)
    return kinds[f->kind].text;
  snprintf (buf, size, "%u of %u wait states: %s", f->between, f->states,
	    row_text (row_of (f)));
  return buf;
}

/* The compiler's library that F is in, or NULL: in a linked image, where what is
   the user's and what the compiler's stand side by side.  An object file is all
   of one kind.  */

static const char *
library_of (const struct finding *f)
{
  enum { AT_TYPE = 16, REL = 1 };
  char path[600];
  if (f->object->data[AT_TYPE] == REL)
    return NULL;
  const char *source = f->insn ? f->insn->source : NULL;
  if (source)
    snprintf (path, sizeof path, "%.*s", (int) strcspn (source, ":"), source);
  /* Debian's libgcc has no lines of its divisions.  */
  static const char *const divisions[] = { "__div", "__udiv", "__mod", "__umod" };
  for (size_t i = 0; !source && i < sizeof divisions / sizeof *divisions; i++)
    if (strncmp (f->function, divisions[i], strlen (divisions[i])) == 0)
      return "libgcc";
  return simt_library_of (f->function, source ? path : NULL, NULL);
}

/* Prints S as a JSON string.  */

static void
json_string (const char *s)
{
  putchar ('"');
  for (; *s; s++)
    {
      unsigned char c = *s;
      if (c == '"' || c == '\\')
	printf ("\\%c", c);
      else if (c < 0x20)
	printf ("\\u%04x", c);
      else
	putchar (c);
    }
  putchar ('"');
}

static uint64_t
address (const struct finding *f, const struct insn *in)
{
  return f->object->sections[in->at.section].address + in->at.offset;
}

static void
print_json_finding (const struct finding *f)
{
  printf ("    { \"kind\": \"%s\", \"file\": ", row_name (row_of (f)));
  json_string (f->object->file);
  printf (", \"cpu\": \"%s\",\n      \"function\": ", f->object->cpu);
  json_string (f->function);
  if (library_of (f))
    {
      fputs (", \"library\": ", stdout);
      json_string (library_of (f));
    }
  if (!f->insn)
    {
      fputs (", \"section\": \".accelfix.lds\", \"address\": 0,\n"
	     "      \"variables\": ", stdout);
      json_string (f->text);
      fputs (" }", stdout);
      return;
    }
  fputs (", \"section\": ", stdout);
  json_string (f->object->sections[f->insn->at.section].name);
  printf (", \"address\": %llu,\n      \"instruction\": ",
	  (unsigned long long) address (f, f->insn));
  json_string (f->insn->text);
  if (f->insn->source)
    {
      fputs (", \"source\": ", stdout);
      json_string (f->insn->source);
    }
  if (f->origin && f->kind == MISSING_WAIT_STATES)
    {
      fputs (",\n      \"first_section\": ", stdout);
      json_string (f->object->sections[f->origin->at.section].name);
      printf (", \"first_at\": %llu, \"first_instruction\": ",
	      (unsigned long long) address (f, f->origin));
      json_string (f->origin->text);
      printf (",\n      \"wait_states\": %u, \"wait_states_needed\": %u, "
	      "\"manual\": ", f->between, f->states);
      json_string (gcn_hazard_rules[f->rule].manual);
    }
  else if (m0_written_p (f))
    {
      printf (",\n      \"m0_written_at\": %llu, \"m0_written_by\": ",
	      (unsigned long long) address (f, f->origin));
      json_string (f->origin->text);
    }
  fputs (" }", stdout);
}

/* Prints R as one JSON object; the findings are left out with SUMMARY.  */

void
print_json (const struct report *r, bool summary)
{
  puts ("{");
  printf ("  \"objects\": %u,\n  \"functions\": %u,\n  \"instructions\": %u,\n"
	  "  \"accesses\": %u,\n  \"m0_writes\": %u,\n  \"lds_units\": %u,\n"
	  "  \"lds_variables\": %u,\n",
	  r->n_objects, r->n_functions, r->n_insns, r->n_accesses,
	  r->n_m0_writes, r->n_units, r->n_variables);
  fputs ("  \"hazards_not_checked\": [", stdout);
  for (unsigned i = 0; i < r->n_unchecked; i++)
    printf ("%s\"%s\"", i ? ", " : "", r->unchecked[i]);
  printf ("],\n  \"unknown_words\": %u,\n  \"jumps_not_followed\": %u,\n"
	  "  \"counts\": {", r->n_unknown, r->n_jumps);
  const char *comma = "";
  for (unsigned row = 0; row < N_ROWS; row++)
    if (count_of (r, row))
      {
	printf ("%s \"%s\": %zu", comma, row_name (row), count_of (r, row));
	comma = ",";
      }
  printf (" }%s\n", summary ? "" : ",");
  if (summary)
    {
      puts ("}");
      return;
    }
  fputs ("  \"findings\": [", stdout);
  for (size_t i = 0; i < r->n_findings; i++)
    {
      puts (i ? "," : "");
      print_json_finding (&r->findings[i]);
    }
  puts (r->n_findings ? "\n  ]\n}" : "]\n}");
}

static void
print_text_finding (const struct finding *f)
{
  char buf[256];
  if (!f->insn)
    {
      printf ("%s: %s: %s\n    %s\n", f->object->file, f->function,
	      kinds[f->kind].text, f->text);
      return;
    }
  const char *library = library_of (f);
  printf ("%s: %s: %s+0x%llx: %s%s%s%s\n    %s", f->object->file, f->function,
	  f->object->sections[f->insn->at.section].name,
	  (unsigned long long) f->insn->at.offset,
	  message (f, buf, sizeof buf), library ? " [" : "",
	  library ? library : "", library ? "]" : "", f->insn->text);
  if (f->insn->source)
    printf ("  (%s)", f->insn->source);
  putchar ('\n');
  if (f->kind == MISSING_WAIT_STATES)
    printf ("    after %s+0x%llx: %s\n",
	    f->object->sections[f->origin->at.section].name,
	    (unsigned long long) f->origin->at.offset, f->origin->text);
  else if (m0_written_p (f))
    printf ("    written at 0x%llx: %s\n",
	    (unsigned long long) f->origin->at.offset, f->origin->text);
  else if (f->kind <= FOREIGN_M0_RETURN)
    puts ("    never written since the kernel started");
}

/* Prints R for people to read; with SUMMARY counts alone.  */

void
print_text (const struct report *r, bool summary)
{
  for (size_t i = 0; i < r->n_findings && !summary; i++)
    print_text_finding (&r->findings[i]);
  for (unsigned row = 0; row < N_ROWS && summary; row++)
    if (count_of (r, row))
      printf ("%6zu %s: %s\n", count_of (r, row), row_name (row),
	      row_text (row));
  for (unsigned i = 0; i < r->n_unchecked; i++)
    printf ("note: hazards not checked for %s\n", r->unchecked[i]);
  if (r->n_unknown)
    printf ("note: %u words are no known instruction: hazards are not looked "
	    "for behind them\n", r->n_unknown);
  if (r->n_jumps)
    printf ("note: %u jumps through registers: hazards are not looked for "
	    "behind them\n", r->n_jumps);
  printf ("%zu findings in %u functions of %u objects: %u instructions, "
	  "%u LDS and FLAT accesses, %u writes of M0, %u LDS variables of %u "
	  "units\n", r->n_findings, r->n_functions, r->n_objects, r->n_insns,
	  r->n_accesses, r->n_m0_writes, r->n_variables, r->n_units);
}

/* Puts F into the SARIF document OUT.  */

static void
sarif_finding (FILE *out, const struct sarif_rule *rules,
	       const struct finding *f)
{
  char buf[256], at[200] = "", first[400] = "", source[600] = "";
  unsigned line = 0;
  if (f->insn)
    snprintf (at, sizeof at, "%s+0x%llx: %s",
	      f->object->sections[f->insn->at.section].name,
	      (unsigned long long) f->insn->at.offset, f->insn->text);
  if (m0_written_p (f) || f->kind == MISSING_WAIT_STATES)
    snprintf (first, sizeof first, "%s+0x%llx: %s",
	      f->object->sections[f->origin->at.section].name,
	      (unsigned long long) f->origin->at.offset, f->origin->text);
  if (f->insn && f->insn->source)
    {
      snprintf (source, sizeof source, "%s", f->insn->source);
      char *colon = strrchr (source, ':');
      if (colon)
	{
	  line = strtoul (colon + 1, NULL, 10);
	  *colon = 0;
	}
    }
  const struct sarif_property props[] =
    {
      { "instruction", *at ? at : NULL },
      { f->kind == MISSING_WAIT_STATES ? "after" : "m0WrittenBy",
	*first ? first : NULL },
      { "manual", f->kind == MISSING_WAIT_STATES
		  ? gcn_hazard_rules[f->rule].manual : NULL },
      { "cpu", f->object->cpu },
      { "library", library_of (f) },
      { "variables", f->insn ? NULL : f->text }
    };
  const struct sarif_result result =
    {
      .rule = row_of (f), .text = message (f, buf, sizeof buf),
      .file = *source ? source : NULL, .line = line,
      .code_file = f->object->file, .code_is = "the code object",
      .function = f->function, .props = props,
      .n_props = sizeof props / sizeof *props
    };
  sarif_result (out, rules, &result);
}

/* Writes R to FILE in SARIF; OK says whether all files could be read.  Returns
   false, with errno set, where that cannot be.  */

bool
write_sarif (const struct report *r, const char *file, const char *version,
	     bool ok)
{
  struct sarif_rule rules[N_ROWS];
  struct simt_file *to = simt_file_open (file, -1);
  if (!to)
    return false;
  FILE *out = simt_file_stream (to);
  for (unsigned row = 0; row < N_ROWS; row++)
    {
      unsigned kind = row < MISSING_WAIT_STATES ? row : MISSING_WAIT_STATES;
      rules[row].id = row_name (row);
      rules[row].level = kinds[kind].level;
      rules[row].text = row_text (row);
      rules[row].noun = NULL;
    }
  sarif_start (out, "gcncheck", version, rules, N_ROWS);
  for (size_t i = 0; i < r->n_findings; i++)
    {
      if (i)
	fputs (",\n", out);
      sarif_finding (out, rules, &r->findings[i]);
    }
  sarif_end (out, ok, NULL);
  return simt_file_close (to);
}
