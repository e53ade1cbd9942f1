/* NAME-run's child: the program, in a process of its own.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef SIMT_RUN_CHILD_H
#define SIMT_RUN_CHILD_H

#include <stdbool.h>

/* Call RUN with CLOSURE in a process of its own, which may become another
   program, and wait for it.  Signals that another process sends to this one go
   on to it; those of a terminal reach it anyway.  It dies if this process
   does.  Gives false, with errno set, if there can be no process; else its
   *STATUS, as of waitpid.  */
extern bool simt_run_child (int (*run) (void *closure), void *closure,
			    int *status);

/* Whether signal SIG comes from outside, rather than from what a program does.  */
extern bool simt_from_outside_p (int sig);

/* Die of signal SIG, as the child did, but without a core file.  */
extern void simt_die_of (int sig);

/* Put into PATH, of SIZE bytes, where PROGRAM is, as execvp looks for it.  False
   if it is nowhere.  */
extern bool simt_find_program (const char *program, char *path, size_t size);

/* Why the loader will not look at LD_LIBRARY_PATH for PROGRAM, which is to be
   run: "set-user-ID", "set-group-ID" or "a program with capabilities"; NULL if
   it will (ld.so(8), "Secure-execution mode"; capabilities(7)).  */
extern const char *simt_secure_program (const char *program);

/* True if PROGRAM, an ELF file, has no dynamic loader.  */
extern bool simt_static_program_p (const char *program);

#endif /* SIMT_RUN_CHILD_H */
