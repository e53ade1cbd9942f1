/* Which process of a run this is, for reports.
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
