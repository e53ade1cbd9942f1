/* Archives of object files.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


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
