/* What libraries' functions do that is wrong by the letter and harmless.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_NEWLIB_H
#define SIMT_NEWLIB_H

#include <stdbool.h>

/* Newlib's string functions look for the end of a string by whole aligned
   words, and so read after it.  That is harmless, since an aligned word does
   not cross what hardware protects.  True if NAME, as in the object file, is
   such a function.  */
extern bool simt_newlib_reads_words (const char *name);
/* libatomic and libgcc do atomic operations on one or two bytes by a compare-and-swap of
   the word that these are in, and leave the others as they are.  True if NAME, as in the
   object file, is such a function.  */
extern bool simt_atomic_by_words_p (const char *name);
/* True if NAME, as in the object file, is a function of libgomp or libgfortran, or
   one of newlib's locks or ends.  They read some of their variables plainly that
   they write with atomic operations or under a lock, to see whether a lock is worth
   taking (GOMP_task, __malloc_lock); and a thread that is not wanted for a small
   team looks for what to do while the initial thread may already give the next
   order (gomp_thread_start).  abort and exit store the program's status, whoever
   calls them.  Those are races, but not the program's.  */
extern bool simt_runtime_function_p (const char *name);

#endif /* SIMT_NEWLIB_H */
