/* What earlier runs of a program have found.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* With --schedules a program runs several times, each with another order of
   warps or waves.  What one run has reported, the later ones do not.  A finding
   is known again by its kind and source lines; addresses, threads and which of
   two accesses came first differ from run to run.  */

#ifndef SIMT_SEEN_H
#define SIMT_SEEN_H

#include <stdbool.h>

struct simt_report;
struct simt_tool;

/* In NAME-run: make the file that the runs of a program share and name it in the
   environment.  False with errno set if there cannot be one.  */
extern bool simt_seen_create (const struct simt_tool *);

/* In NAME-run: remove it.  */
extern void simt_seen_end (void);

/* In a run: read what the earlier ones have found.  */
extern void simt_seen_read (const struct simt_tool *);

/* Whether an earlier run has reported R; if not, later ones will know.  Always
   false where a program runs once.  */
extern bool simt_seen (const struct simt_tool *, const struct simt_report *r);

/* The seed of this run, if it is not the first of several; otherwise null.  */
extern const char *simt_seen_seed (void);

#endif /* SIMT_SEEN_H */
