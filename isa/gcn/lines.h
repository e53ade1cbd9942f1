/* Source lines of code addresses, from DWARF.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCN_LINES_H
#define GCN_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A run of bytes, as a section's; null for one that is not there.  */
struct gcn_bytes
{
  const unsigned char *data;
  size_t size;
};

struct gcn_lines;

/* Reads the line number programs in DEBUG_LINE (DWARF 2 to 5), whose strings
   may be in LINE_STR and STR, and adds BASE to each address.  Never fails: of
   a damaged section it keeps what came before the damage.  The strings are
   copied.  */
extern struct gcn_lines *gcn_lines_read (struct gcn_bytes debug_line,
					 struct gcn_bytes line_str,
					 struct gcn_bytes str, uint64_t base);
extern void gcn_lines_free (struct gcn_lines *);

/* The source of ADDRESS: sets *FILE, which lives as long as LINES, and *LINE,
   and returns true if it is known.  */
extern bool gcn_lines_find (const struct gcn_lines *lines, uint64_t address,
			    const char **file, unsigned *line);

/* A run of code of one place in the source: [START, END).  */
struct gcn_line_row
{
  const char *file;		/* Lives as long as LINES.  */
  unsigned line, column;	/* COLUMN: 0 if it is not known.  */
  uint64_t start, end;
};

/* The one that ADDRESS is in.  False if there is none.  */
extern bool gcn_lines_row (const struct gcn_lines *lines, uint64_t address,
			   struct gcn_line_row *row);

#endif /* GCN_LINES_H */
