/* What functions of the shipped libraries take of the soft stack.
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
