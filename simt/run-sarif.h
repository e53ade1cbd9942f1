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

/* Call RUN with CLOSURE in a process of its own, which may become another
   program, and write what TOOL in VERSION reports there to FILE, as SARIF
   2.1.0, when it is done.  Returns the exit status, or dies of the signal that
   the process died of.  If FILE cannot be written, says so and returns 127,
   before the run if that can be known.  */
extern int simt_run_with_sarif (const char *file, const struct simt_tool *tool,
				const char *version,
				int (*run) (void *closure), void *closure);

#endif /* SIMT_RUN_SARIF_H */
