/* A program's reports as one SARIF document.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef SIMT_RUN_SARIF_H
#define SIMT_RUN_SARIF_H

#include "report.h"

/* Prepare for the processes to come to leave their reports, of TOOL, for FILE.
   False, with errno set and the file that cannot be written in *BAD, if that
   cannot be.  */
extern bool simt_run_sarif_start (const char *file, const struct simt_tool *tool,
				  const char **bad);

/* When they are done: write FILE, of TOOL in VERSION, as SARIF 2.1.0: whether it was
   a SUCCESS, and if not the reason WHY, or NULL.  False, with errno set, if it cannot
   be written.  */
extern bool simt_run_sarif_end (const struct simt_tool *tool,
				const char *version, bool success,
				const char *why);

#endif /* SIMT_RUN_SARIF_H */
