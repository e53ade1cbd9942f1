/* Shared objects that are beside a machine's library.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_BESIDE_H
#define SIMT_BESIDE_H

/* Load the shared object FILE from the folder that this code is in, or, as the build's
   own tests are one below it, from the one above: what dlopen gives, NULL if it is not
   there.  What executes code for GPUs has nothing by itself to start programs with; what
   does so is in such objects, which are loaded where that is wanted.  */
extern void *simt_beside (const char *file);

#endif /* SIMT_BESIDE_H */
