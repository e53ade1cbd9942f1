/* What tells this build of the library from all others.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_BUILD_ID_H
#define SIMT_BUILD_ID_H

#include <stddef.h>

/* The build ID that the linker has put into the shared library or program that this code is
   part of (ld's --build-id), *N bytes: it is another one where anything of it is.  NULL if
   there is none.  */
extern const void *simt_build_id (size_t *n);

#endif /* SIMT_BUILD_ID_H */
