/* Names of C++ as the source has them.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */


#ifndef SIMT_DEMANGLE_H
#define SIMT_DEMANGLE_H

/* TEXT with "grid::fill()._omp_fn.0" where it has "_ZN4grid4fillEv._omp_fn.0",
   and so on for each name that the linker knows a C++ function by; to be freed.
   NULL if there is none, or no libstdc++.so.6, which is loaded when there is
   one (its __cxa_demangle: Itanium C++ ABI, section 3.4).  */
extern char *simt_demangled (const char *text);

#endif /* SIMT_DEMANGLE_H */
