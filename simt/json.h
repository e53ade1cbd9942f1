/* JSON text.
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
