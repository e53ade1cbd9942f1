/* Places of a report: call stacks, and what else a finding is about.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_PLACES_H
#define SIMT_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A place in the program, one frame of a call stack.  What is not known is NULL
   or 0.  */
struct simt_place
{
  const char *function;
  const char *path;		/* Source file, as the compiler named it.  */
  unsigned line;		/* From 1.  */
  bool inlined;			/* The next place is where it was inlined, not
				   where it was called.  */
};

/* When something else happened than what a report is about.  */
enum simt_when
{
  SIMT_BEFORE,			/* Before it: an allocation, the launch.  */
  SIMT_BESIDE			/* By somebody else, at a time that nothing
				   orders: the other access of a race, threads
				   that wait elsewhere.  */
};

/* Something else that a finding is about: where memory was allocated, mapped or
   freed, the other access of a race, where other threads are.  */
struct simt_related
{
  const char *role;		/* One or two words for JSON: "allocation",
				   "free", "other access", "launch".  */
  const char *text;		/* A phrase for the user, before the place:
				   "allocated here, 64 bytes".  */
  enum simt_when when;
  const struct simt_place *stack;	/* Innermost first.  */
  size_t n_stack;		/* 0: the place is not known.  */
};

/* The call stack of a finding, innermost first, and the N_RELATED other places,
   the earliest first.  All zero says that nothing is known.  */
struct simt_places
{
  const struct simt_place *stack;
  size_t n_stack;
  const struct simt_related *related;
  size_t n_related;
};

/* Write P to OUT: "foo (f.c:9)".  */
extern void simt_place_text (FILE *out, const struct simt_place *p);

/* Write the callers in P and what is related to OUT, a line each that begins
   with PREFIX.  */
extern void simt_places_text (FILE *out, const char *prefix,
			      const struct simt_places *p);

/* Write the members "stack" and "related" of a JSON object to OUT, each after a
   comma, where there are any.  */
extern void simt_places_json (FILE *out, const struct simt_places *p);

#endif /* SIMT_PLACES_H */
