/* Input files: PTX text, archives, linked programs.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef PTX_INPUT_H
#define PTX_INPUT_H

#include "ptx.h"

/* Read FILE: PTX text, a linked executable with NUL-separated pieces, an `ar'
   archive of either, or a host program (ELF) that GCC linked with offloading,
   which has such an executable in its data.  Append each unit to *UNITS.  Return false, with
   messages given to DIAG, when the file cannot be read or parsed.  */
struct ptx_units
{
  struct ptx_unit **unit;
  size_t n, alloc;
};
extern bool ptx_read_file (const char *file, struct ptx_units *units,
			   struct ptx_diag *diag);
/* The same for LEN bytes at DATA that were read from FILE.  */
extern bool ptx_read_data (const char *file, const char *data, size_t len,
			   struct ptx_units *units, struct ptx_diag *diag);

/* The layers of that.  ptx_slurp returns the bytes of FILE (free them), or
   NULL with a message given.  ptx_for_each_piece calls FN for each
   NUL-separated piece that is not blank, with the number of lines before it;
   ptx_for_each_member for each archive member, its symbol table and table of
   names (special) included.  Both return false if FN did, or after an
   error.  */
extern char *ptx_slurp (const char *file, size_t *len, struct ptx_diag *diag);
typedef bool (*ptx_piece_fn) (void *closure, const char *text, size_t len,
			      unsigned line_base);
extern bool ptx_for_each_piece (const char *data, size_t len, ptx_piece_fn fn,
				void *closure);
struct ptx_ar_member
{
  char name[256];
  size_t header;		/* Offset of the header in the archive.  */
  size_t data, size;		/* The contents, without a BSD name.  */
  size_t name_at_start;		/* Length of a BSD name before them.  */
  bool special;
};
typedef bool (*ptx_member_fn) (void *closure, const struct ptx_ar_member *);
extern bool ptx_archive_p (const char *data, size_t len);
extern bool ptx_for_each_member (const char *file, const char *data,
				 size_t len, ptx_member_fn fn, void *closure,
				 struct ptx_diag *diag);

#endif /* PTX_INPUT_H */
