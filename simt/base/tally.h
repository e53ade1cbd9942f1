/* What all processes of one run have done, for the one that waits for them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* NAME-run waits for its program and then says whether any of its processes, however
   deep, launched anything, and whether anything was found.  The processes count that
   in a file which they map; NAME-run makes it and hands its name on in the variable
   PREFIX_TALLY.  So nothing is lost when a process dies.  */

#ifndef SIMT_TALLY_H
#define SIMT_TALLY_H

#include <stdbool.h>
#include <stdint.h>

struct simt_tally
{
  uint64_t magic;
  _Atomic uint64_t processes;	/* That initialised the library.  */
  _Atomic uint64_t launches;
  _Atomic uint64_t findings;	/* Reports, but for those not counted.  */
  _Atomic uint64_t lost;	/* Reports that a file could not take.  */
  _Atomic uint64_t unified;	/* How often a device without unified memory was asked
				   for it.  */
  _Atomic uint64_t not_run;	/* NAME-run could not start the program.  */
};

/* In NAME-run: make a tally for the processes to come.  Gives it, or NULL with
   errno set.  */
extern struct simt_tally *simt_tally_create (const char *prefix);

/* In NAME-run, at the end: add what is in T to the tally of the NAME-run that
   this one ran under, if there is one, and remove T's file.  */
extern void simt_tally_end (struct simt_tally *t);

/* In a process of the run: the tally, or, outside of every run, one of the
   process's own.  Never NULL.  */
extern struct simt_tally *simt_tally (const char *prefix);

#endif /* SIMT_TALLY_H */
