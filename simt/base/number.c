/* Decimal numbers, read alike in every locale.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
