/* Run a linked nvptx executable without nvptx-none-run.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef PTX_LOAD_H
#define PTX_LOAD_H

/* Run ARGV[0] with the driver in the folder DIR; the result is the exit
   status.  Own errors are told, and end the process with status 127.  */
extern int ptx_load (const char *dir, int argc, char **argv);

#endif /* PTX_LOAD_H */
