/* NAME-run --schedules: the program several times.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_RUN_AGAIN_H
#define SIMT_RUN_AGAIN_H

#include "simt/report/report.h"

struct simt_tally;

/* Call simt_run_child (RUN, CLOSURE, STATUS) TIMES times, for TOOL.  The first
   has the --schedule that was given, S, which is 0 if none was; then come S + 1, S
   + 2 and so on.  The later ones get standard input from where it was, if it is a
   file, and none otherwise; their standard output is thrown away.  A run that a
   signal from outside ends is the last.  *STATUS is the first that is not 0.
   PROGRAM is for messages.  False, with errno set, if a process could not be
   started.  */
extern bool simt_run_times (const struct simt_tool *tool, unsigned times,
			    const char *program,
			    const struct simt_tally *tally,
			    int (*run) (void *closure), void *closure,
			    int *status);

#endif /* SIMT_RUN_AGAIN_H */
