/* Which process of a run this is, for reports.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_PROCESS_H
#define SIMT_PROCESS_H

#include <stdio.h>

/* The rank of this process among those that mpirun or srun started, as a number in
   digits; NULL if they did not say one.  */
extern const char *simt_rank (void);

/* Put the members of a JSON object that say which process it is from, after others:
   "program", "rank" if there is one, and "pid".  */
extern void simt_process_json (FILE *out);

#endif /* SIMT_PROCESS_H */
