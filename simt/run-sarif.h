/* A program's reports as one SARIF document.
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


#ifndef SIMT_RUN_SARIF_H
#define SIMT_RUN_SARIF_H

#include "report.h"

/* Prepare for the processes to come to leave their reports, of TOOL, for FILE.
   False, with errno set and the file that cannot be written in *BAD, if that
   cannot be.  */
extern bool simt_run_sarif_start (const char *file, const struct simt_tool *tool,
				  const char **bad);

/* When they are done: write FILE, of TOOL in VERSION, as SARIF 2.1.0, with
   SUCCESS and, where there is none, the reason WHY or NULL.  False, with errno
   set, if it cannot be written.  */
extern bool simt_run_sarif_end (const struct simt_tool *tool,
				const char *version, bool success,
				const char *why);

#endif /* SIMT_RUN_SARIF_H */
