/* Native code: what the files of the cache share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_NATIVE_INT_H
#define SIMT_NATIVE_INT_H

#include <stdbool.h>
#include <stddef.h>

#include "native.h"

/* A file's name, for that of KEY, ends with SUFFIX.  */
enum { NATIVE_NAME = 48 };
extern void simt_native_name (char name[NATIVE_NAME], const struct simt_native_key *key,
			      const char *suffix);
/* Open the folder, which is made if MAKE.  A negative number if there is none, or this
   process may have no native code.  */
extern int simt_native_folder (bool make);
/* Make *KEY depend on the compiler.  False if there is none.  */
extern bool simt_native_add_compiler (struct simt_native_key *key);

#endif /* SIMT_NATIVE_INT_H */
