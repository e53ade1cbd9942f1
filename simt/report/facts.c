/* Facts of a report.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "report.h"

static struct simt_fact *
add (struct simt_report *r, const char *json, const char *sarif,
     enum simt_fact_type type)
{
  static _Thread_local struct simt_fact none;
  struct simt_fact *f = (r->n_facts < SIMT_MAX_FACTS ? &r->facts[r->n_facts++]
			 : &none);
  *f = (struct simt_fact) { .json = json, .sarif = sarif, .type = type };
  return f;
}

void
simt_fact_text (struct simt_report *r, const char *json, const char *sarif,
		const char *text)
{
  if (text)
    add (r, json, sarif, SIMT_TEXT)->text = text;
}

void
simt_fact_number (struct simt_report *r, const char *json, const char *sarif,
		  uint64_t n)
{
  add (r, json, sarif, SIMT_NUMBER)->n[0] = n;
}

void
simt_fact_vector (struct simt_report *r, const char *json, const char *sarif,
		  const unsigned n[3])
{
  struct simt_fact *f = add (r, json, sarif, SIMT_VECTOR);
  for (int k = 0; k < 3; k++)
    f->n[k] = n[k];
}

void
simt_fact_address (struct simt_report *r, const char *json, const char *sarif,
		   uint64_t address)
{
  add (r, json, sarif, SIMT_ADDRESS)->n[0] = address;
}

void
simt_fact_source (struct simt_report *r)
{
  if (!r->path)
    return;
  const char *slash = strrchr (r->path, '/');
  simt_fact_text (r, "file", NULL, slash ? slash + 1 : r->path);
  simt_fact_number (r, "line", NULL, r->line);
}
