/* Which GPU programs have code for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_FIND_CODE_H
#define GCNVM_FIND_CODE_H

#include <stdbool.h>

/* The GPU that FILE is for, a code object, or, if ANYWHERE, that the first code object in it
   is for: an offloading program has those in its data.  NULL if there is none, or FILE
   cannot be read; "" if there is no machine for it.  */
extern const char *code_of_file (const char *file, bool anywhere);

/* The release of GCC that compiled FILE, a code object; 0 if it does not say.  */
extern unsigned code_release (const char *file);

/* The same as code_of_file for what this process has loaded: the program and its
   libraries.  If none of them has code, but libgomp is among them, a GPU that each release
   of it knows.  */
extern const char *code_of_process (void);

#endif /* GCNVM_FIND_CODE_H */
