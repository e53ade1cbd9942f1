/* Decimal numbers, read alike in every locale.
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

#include <locale.h>
#include <pthread.h>
#include <stdlib.h>

#include "number.h"

static locale_t c_locale;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
make_locale (void)
{
  c_locale = newlocale (LC_ALL_MASK, "C", (locale_t) 0);
}

double
simt_strtod (const char *s, char **end)
{
  pthread_once (&once, make_locale);
  /* The C library has its "C" locale without memory of its own.  */
  return c_locale ? strtod_l (s, end, c_locale) : strtod (s, end);
}
