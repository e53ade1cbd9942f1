/* Options of NAME-run that are the same for all machines.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* NAME-run looks at them itself; a machine's library reads those that are about
   reports from the environment, as it reads its own.  */

#ifndef SIMT_RUN_OPTIONS_H
#define SIMT_RUN_OPTIONS_H

#include "options.h"

enum simt_require { SIMT_REQUIRE_DEFAULT, SIMT_REQUIRE_NO, SIMT_REQUIRE_YES };

struct simt_run_options
{
  enum simt_require require_launch;
  unsigned error_exitcode;	/* 0: the program's own.  */
  const char *suppressions;	/* A file (suppress.h), or NULL.  */
  bool gen_suppressions;
  bool library_reports;		/* Also those that one line counts else.  */
  unsigned schedules;		/* How often the program runs.  */
};

/* Ends with a null name; of a struct simt_run_options.  */
extern const struct simt_option simt_run_option_table[];

/* The exit status where nothing was launched and something should have been,
   and where the program cannot be run or a report cannot be written.  */
#define SIMT_STATUS_NO_LAUNCH 125
#define SIMT_STATUS_FAILED 127

#endif /* SIMT_RUN_OPTIONS_H */
