/* Where memory was allocated and freed, as places of a report.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_ORIGINS_H
#define SIMT_ORIGINS_H

#include "simt/memory/mem.h"
#include "simt/report/report.h"
#include "simt/dwarf/where.h"

/* Where something was done, for a report.  It is not to be moved.  */
struct simt_origin
{
  char text[100];		/* "mapped here by `enter data'".  */
  struct simt_where at;
  struct simt_place place;	/* Points into AT.  */
};

/* Make *RELATED, of ROLE, say where BY has VERB ("mapped"), with *O to point into.
   False if the place is not known.  */
extern bool simt_maker_related (const struct simt_maker *by, const char *role,
				const char *verb, struct simt_origin *o,
				struct simt_related *related);

/* Say in TEXT, of N bytes, what ADDR is if it is memory of the host's, which the
   device of MEM does not have; false if there is nothing at ADDR.  */
extern bool simt_mem_describe_host (struct simt_mem *mem, uint64_t addr,
				    char *text, size_t n);

/* A simt_report_fn: simt_report_add, with where the memory that R is about was
   allocated and freed, and where the program launched the kernel, before what R
   is related to.  CLOSURE is not used.  */
extern void simt_report_found (void *closure, const struct simt_report *r);

#endif /* SIMT_ORIGINS_H */
