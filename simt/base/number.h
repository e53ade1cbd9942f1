/* Decimal numbers, read alike in every locale: interface.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_NUMBER_H
#define SIMT_NUMBER_H

/* The number at S as strtod reads it in the "C" locale, so that 2.5 is two and
   a half whatever locale the program has chosen.  *END, unless END is NULL,
   is set to what follows it, or to S if there is none.  Errors as strtod.  */
extern double simt_strtod (const char *s, char **end);

#endif /* SIMT_NUMBER_H */
