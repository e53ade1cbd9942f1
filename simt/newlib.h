/* What newlib's functions do that is wrong by the letter and harmless.
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

#ifndef SIMT_NEWLIB_H
#define SIMT_NEWLIB_H

#include <stdbool.h>

/* Newlib's string functions look for the end of a string by whole aligned
   words, and so read behind it.  That is harmless, since an aligned word does
   not cross what hardware protects.  True if NAME, as in the object file, is
   such a function.  */
extern bool simt_newlib_reads_words (const char *name);

#endif /* SIMT_NEWLIB_H */
