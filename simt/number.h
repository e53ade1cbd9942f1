/* Decimal numbers, read alike in every locale: interface.
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

#ifndef SIMT_NUMBER_H
#define SIMT_NUMBER_H

/* The number at S as strtod reads it in the "C" locale, so that 2.5 is two and
   a half whatever locale the program has chosen.  *END, unless END is NULL,
   is set to what follows it, or to S if there is none.  Errors as strtod.  */
extern double simt_strtod (const char *s, char **end);

#endif /* SIMT_NUMBER_H */
