/* Findings that the user does not want, and those of the compiler's libraries.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* A file of suppressions has a line for each:

     KIND FUNCTION FILE

   patterns as the shell's (fnmatch), with blanks between, of the kind of
   finding, the function that it is in and the source file, with or without its
   folders.  What is left out at the end is anything.  Lines that are empty or
   begin with # are comments.  */

#ifndef SIMT_SUPPRESS_H
#define SIMT_SUPPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Read FILE as well.  False, with one sentence in WHY, of SIZE bytes, if it
   cannot be read or has something else in it.  */
extern bool simt_suppress_read (const char *file, char *why, size_t size);

/* True if a finding of RULE in FUNCTION, at a line of PATH, is not wanted.  The
   latter two may be NULL.  */
extern bool simt_suppressed (const char *rule, const char *function,
			     const char *path);

/* Put the line that suppresses it to BUF, of SIZE bytes, without its end.  */
extern void simt_suppression (const char *rule, const char *function,
			      const char *path, char *buf, size_t size);

/* The compiler's library, as in "libgomp", that what is in FUNCTION, at a line
   of PATH, in UNIT, is from, known by an archive's name in UNIT, the source's
   folder or libgomp's prefixes; NULL if it is the program's.  All may be
   NULL.  */
extern const char *simt_library_of (const char *function, const char *path,
				    const char *unit);

#endif /* SIMT_SUPPRESS_H */
