/* Names of C++ as the source has them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef SIMT_DEMANGLE_H
#define SIMT_DEMANGLE_H

/* TEXT with "grid::fill()._omp_fn.0" where it has "_ZN4grid4fillEv._omp_fn.0",
   and so on for each name that the linker knows a C++ function by; to be freed.
   NULL if there is none, or no libstdc++.so.6, which is loaded when there is
   one (its __cxa_demangle: Itanium C++ ABI, section 3.4).  */
extern char *simt_demangled (const char *text);

#endif /* SIMT_DEMANGLE_H */
