/* Archives of object files.
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


#ifndef ARCHIVE_H
#define ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

/* What is to become of member NAME, of SIZE bytes at DATA: sets *OUT to
   malloc'd new contents of *OUT_SIZE bytes, or to null where it stays.  Returns
   false after an error that it has reported.  */
typedef bool member_fn (void *closure, const char *name,
			const unsigned char *data, size_t size,
			unsigned char **out, size_t *out_size);

extern bool archive_p (const unsigned char *data, size_t size);
extern bool rewrite_archive (const char *file, const unsigned char *data,
			     size_t size, member_fn *fn, void *closure,
			     unsigned char **out, size_t *out_size,
			     char *error, size_t error_size);

#endif /* ARCHIVE_H */
