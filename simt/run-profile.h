/* The documents of counts by source line, of a whole program.
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

#ifndef SIMT_RUN_PROFILE_H
#define SIMT_RUN_PROFILE_H

#include <limits.h>

#include "file.h"
#include "profile-rows.h"

struct simt_run_profile
{
  const char *callgrind, *coverage;	/* Files of documents, or NULL.  */
  bool wanted;			/* One of these, or the page of HTML, needs
				   counts.  */
  /* The rest is this file's.  */
  char name[PATH_MAX];		/* The temporary file.  */
  struct simt_file *out[2];
  struct simt_profile counts;
  struct simt_profile *sum;	/* &COUNTS once they are there, else NULL.  */
};

/* If P is wanted, open its documents, and make a temporary file known to the
   processes to come, for what they count.  False, with errno set and the file that
   cannot be written in *BAD, if that cannot be.  */
extern bool simt_run_profile_start (struct simt_run_profile *p,
				    const struct simt_tool *tool,
				    const char **bad);
/* Write the documents; P->sum is the counts then.  The same if that cannot be.  */
extern bool simt_run_profile_end (struct simt_run_profile *p,
				  const struct simt_tool *tool,
				  const char *version, const char *program,
				  const char **bad);
/* Instead of the latter: write nothing.  */
extern void simt_run_profile_abandon (struct simt_run_profile *p);

#endif /* SIMT_RUN_PROFILE_H */
