/* Files that the user names: what we write there harms nothing else.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* A report, or anything else that a tool of ours makes, goes to the file that
   the user names in one of three ways:

   - A regular file, or one that is not there yet, gets its new content at once,
     by rename: nobody sees half of it, and a failure leaves the old content.
     Symbolic links are followed first, so the link stays a link.
   - Anything else (a device, a FIFO, a socket) is written to and stays what it
     is.
   - A name for an open descriptor (/dev/stdout, /dev/fd/N, /proc/self/fd/N) is
     that descriptor, so that nothing that others write there is lost.  */

#ifndef SIMT_FILE_H
#define SIMT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct simt_file;

/* Begin to write file NAME.  Its content is collected in memory; whether NAME
   can be written is known now.  MODE is its permissions, or -1 for those of
   the file that is there, or, where there is none, what the umask leaves.
   NULL, with errno set, if NAME cannot be written.  */
extern struct simt_file *simt_file_open (const char *name, int mode);

/* Where the content goes.  */
extern FILE *simt_file_stream (struct simt_file *);

/* Write the content to the file and free F.  False, with errno set, if that
   fails; a regular file is then what it was.  */
extern bool simt_file_close (struct simt_file *f);

/* Free F and write nothing.  */
extern void simt_file_abandon (struct simt_file *f);

/* Give file NAME the N bytes at P and permissions MODE, as above.  */
extern bool simt_file_write (const char *name, const void *p, size_t n,
			     int mode);

/* A new descriptor for appending to NAME, which is made if it is not there;
   -1 with errno set if that cannot be.  */
extern int simt_file_append (const char *name);

/* Write all N bytes at P to FD; no SIGPIPE comes of it.  False with errno
   set if that fails.  */
extern bool simt_write_all (int fd, const void *p, size_t n);

#endif /* SIMT_FILE_H */
