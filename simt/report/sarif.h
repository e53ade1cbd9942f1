/* SARIF 2.1.0: findings in the form that editors and code hosts read.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SARIF_H
#define SARIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "simt/base/places.h"

/* A kind of finding.  */
struct sarif_rule
{
  const char *id;
  const char *level;		/* "error", "warning" or "note".  */
  const char *text;		/* What it is, one sentence.  */
  const char *noun;		/* What to call it in a count; may be NULL.  */
};

/* Something else that is known of a finding; VALUE may be NULL for none.  */
struct sarif_property
{
  const char *name, *value;
};

/* One finding.  A file that is NULL and a line that is 0 are unknown.  */
struct sarif_result
{
  size_t rule;			/* Index into the rules.  */
  const char *text;
  const char *file;		/* Source file, as the compiler named it.  */
  unsigned line;		/* From 1.  */
  const char *code_file;	/* The code that was looked at.  */
  unsigned code_line;		/* From 1.  */
  const char *code_is;		/* What it is, as "the PTX"; may be NULL where
				   CODE_FILE is.  */
  const char *function;
  const struct sarif_property *props;
  size_t n_props;
  struct simt_places places;
};

/* Write the document to OUT: its start, for TOOL in VERSION with N_RULES
   RULES; results, each after a comma but the first; its end.  Paths below
   the working folder are written as relative ones.  Errors are left to
   ferror (OUT).  */
extern void sarif_start (FILE *out, const char *tool, const char *version,
			 const struct sarif_rule *rules, size_t n_rules);
extern void sarif_result (FILE *out, const struct sarif_rule *rules,
			  const struct sarif_result *);
/* WHY is what went wrong where the tool had no success; NULL if there is nothing
   to say.  */
extern void sarif_end (FILE *out, bool success, const char *why);

#endif /* SARIF_H */
