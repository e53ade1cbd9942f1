/* ptxcheck's findings, and how they are printed.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef FINDING_H
#define FINDING_H

#include "check.h"

enum kind { K_MAYBE, K_NEVER, K_FALLS_OFF, K_DEAD_END, K_UNDEFINED,
	    K_DUPLICATE, K_TYPE, K_UNDECLARED, K_SIMD_STACK, N_KINDS };

struct finding
{
  enum kind kind;
  const char *unit;
  unsigned line;
  const char *function;		/* NULL for none.  */
  const char *reg;		/* Likewise.  */
  const char *parts;		/* ".x", "" for all.  */
  const char *src;		/* Source file of .loc, or NULL.  */
  unsigned src_line;
  const char *text;
  const struct flow *flow;	/* For the path.  */
  const int32_t *path;
  size_t path_len;
};

/* How findings are printed.  */
extern bool finding_json;	/* As JSON.  */
extern bool finding_quiet;	/* Counted only.  */

/* Of the file at hand.  */
extern const char *finding_file;
extern bool finding_first;	/* None was printed yet.  */
extern unsigned long finding_count[N_KINDS];
extern bool finding_gen;	/* Print suppressions too.  */
extern bool finding_library_file;	/* The file is a library by itself: do not
					   say so of each finding.  */
/* Left out, by a suppression; in the compiler's libraries.  Of all files.  */
extern unsigned long finding_suppressed, finding_in_libraries;

extern const char *const finding_kind[N_KINDS];	/* Their names.  */
extern void print_json_string (const char *);
extern void print_finding (const struct finding *);
/* Say in F that it is at INSN of FUNC, or with INSN below 0 at its end.  */
extern void place_finding (struct finding *, const struct ptx_function *,
			   int32_t insn);
/* Write findings to FILE in SARIF as well.  Both return false, with errno set,
   when that cannot be done; OK: all files could be read.  */
extern bool open_sarif (const char *file);
extern bool close_sarif (bool ok);

#endif /* FINDING_H */
