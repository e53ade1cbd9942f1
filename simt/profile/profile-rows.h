/* Counts by source line: a row for each, its texts, and documents of them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each process of a program appends its rows to a temporary file, as for --sarif
   (parts.h); NAME-run adds up those of one place and writes the documents that the
   user has asked for.  */

#ifndef SIMT_PROFILE_ROWS_H
#define SIMT_PROFILE_ROWS_H

#include <stdio.h>

#include "profile.h"

struct simt_profile_row
{
  struct simt_profile_place place;
  bool code;			/* Instructions are here.  */
  bool starts;			/* A function begins here.  */
  uint64_t executed;		/* By how many lanes, each time counted.  */
  uint64_t insns;		/* Instructions of warps.  */
  uint64_t slots, lanes;	/* Lanes that these could have had, and had.  */
  uint64_t read, written;	/* Bytes of memory.  */
  uint64_t splits;		/* How often lanes parted.  */
  uint64_t calls;		/* Of a function: by how many lanes.  */
  uint32_t code_seen;		/* For profile.c.  */
  uint64_t most;
};

struct simt_profile
{
  struct simt_profile_row *rows;	/* By path, function and line.  */
  size_t n;
  char *text;			/* Where their texts are.  */
};

/* Write R as a line of the temporary file.  */
extern void simt_profile_put_row (FILE *to, const struct simt_profile_row *r);

/* Read the lines of FILE into *P and add up those of one place.  A line that the
   program's death has cut off is left out.  False with errno set if FILE cannot be
   read.  */
extern bool simt_profile_read (const char *file, struct simt_profile *p);
extern void simt_profile_free (struct simt_profile *p);

/* The sum of the N rows at ROWS, without place.  */
extern struct simt_profile_row simt_profile_sum
  (const struct simt_profile_row *rows, size_t n);

/* As strcmp of A and B; one that is NULL comes last.  */
extern int simt_profile_compare (const char *a, const char *b);

/* How many percent of WHOLE are PART; 0 of nothing.  */
extern double simt_profile_percent (uint64_t part, uint64_t whole);

/* A file of the program's own: its rows, the compiler's libraries' among them, and its
   lines with code, each once, the sum of the program's functions, in their order.  */
struct simt_profile_file
{
  const char *path;
  const struct simt_profile_row *rows;
  size_t n;
  struct simt_profile_row *lines;
  size_t n_lines;
  uint64_t insns;		/* Without the libraries'.  */
};

/* True if R is the program's own, in a file.  */
extern bool simt_profile_own_p (const struct simt_profile_row *r);

/* The files that P has own rows of, by path, their number in *N.  NULL when out of
   memory.  */
extern struct simt_profile_file *simt_profile_files
  (const struct simt_profile *p, size_t *n);
extern void simt_profile_files_free (struct simt_profile_file *f, size_t n);

/* Write to TO the hottest of the N rows at ROWS, as a table for TOOL's users.  */
extern void simt_profile_text (FILE *to, const struct simt_tool *tool,
			       const struct simt_profile_row *rows, size_t n);

/* Write P to TO in the format of Callgrind's output ("Callgrind Format
   Specification" in Valgrind's manual), of PROGRAM, by TOOL's VERSION.  */
extern void simt_profile_callgrind (FILE *to, const struct simt_tool *tool,
				    const char *version, const char *program,
				    const struct simt_profile *p);

/* Write P to TO as a tracefile of lcov (geninfo (1), "FILES"), without the
   compiler's libraries.  */
extern void simt_profile_lcov (FILE *to, const struct simt_profile *p);

#endif /* SIMT_PROFILE_ROWS_H */
