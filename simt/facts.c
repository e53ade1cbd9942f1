/* Facts of a report.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

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
