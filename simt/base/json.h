/* JSON text.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_JSON_H
#define SIMT_JSON_H

#include <stdio.h>

/* Put S to OUT as a JSON string (RFC 8259, section 7).  S may have any bytes:
   those that are no UTF-8 become U+FFFD.  Errors are left to ferror (OUT).  */
extern void json_string (FILE *out, const char *s);

/* Put member NAME of an object, after others: a comma, NAME and VALUE as
   strings.  Nothing where VALUE is NULL.  */
extern void json_member (FILE *out, const char *name, const char *value);

#endif /* SIMT_JSON_H */
