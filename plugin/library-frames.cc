/* What functions of the shipped libraries take of the soft stack.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "functions.h"

/* The table is made when the plugin is built, by library-frames.sh, from the
   libraries of the very compiler that it is for.  Copies of them that ptxcheck
   --fix made have the same frames.  */

struct row
{
  const char *name;
  unsigned bytes;
  bool unknown;
};

/* In the order of strcmp.  */
static const struct row table[] =
{
#include "library-frames.inc"
  /* So that it is never empty.  */
  { "~", 0, true }
};

static int
compare (const void *name, const void *r)
{
  return strcmp ((const char *) name, ((const struct row *) r)->name);
}

/* See functions.h.  */

bool
find_library_frame (const char *name, struct library_frame *frame)
{
  const struct row *r
    = (const struct row *) bsearch (name, table, ARRAY_SIZE (table),
				    sizeof table[0], compare);
  if (!r)
    return false;
  frame->bytes = r->bytes;
  frame->unknown = r->unknown;
  return true;
}
