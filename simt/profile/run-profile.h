/* The documents of counts by source line, of a whole program.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_RUN_PROFILE_H
#define SIMT_RUN_PROFILE_H

#include <limits.h>

#include "simt/base/file.h"
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
