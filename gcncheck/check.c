/* The checks of one code object.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>

#include "gcncheck.h"

/* The disassembler that configure found.  */
#ifndef GCN_OBJDUMP
# define GCN_OBJDUMP ""
#endif

/* Whether PROGRAM runs and says that it knows amdgcn.  */

static bool
knows_amdgcn (const char *program)
{
  char command[256];
  snprintf (command, sizeof command,
	    "%s --version 2>/dev/null | grep -q amdgcn", program);
  return system (command) == 0;
}

/* A disassembler that knows amdgcn: configure's, or the newest of those with the
   usual names, as later ones know more processors.  NULL if there is none.  */

static const char *
find_objdump (void)
{
  static char found[32];
  enum { OLDEST = 13, NEWEST = 29 };
  if (*GCN_OBJDUMP && knows_amdgcn (GCN_OBJDUMP))
    return GCN_OBJDUMP;
  for (int v = NEWEST; !*found && v >= OLDEST; v--)
    {
      snprintf (found, sizeof found, "llvm-objdump-%d", v);
      if (!knows_amdgcn (found))
	*found = 0;
    }
  if (*found)
    return found;
  return knows_amdgcn ("llvm-objdump") ? "llvm-objdump" : NULL;
}

/* Reads the instructions of O, with OBJDUMP, or if that is null by this program
   where it can, and makes the checks that R wants.  Returns false and the reason
   in ERROR where that fails.  */

bool
check_object (struct object *o, const char *objdump, struct report *r,
	      char *error, size_t error_size)
{
  if (!objdump && can_decode (o))
    decode (o);
  else
    {
      const char *program = objdump ? objdump : find_objdump ();
      if (!program)
	snprintf (error, error_size, "no llvm-objdump found for %s: install the "
		  "package llvm, or name one with --objdump=PROGRAM", o->cpu);
      if (!program || !disassemble (o, program, error, error_size))
	return false;
    }
  analyse (o, r);
  if (r->checks & 1u << WRONG_DIVISION)
    check_division (o, r);
  if (r->checks & 1u << WRONG_PRODUCT)
    check_products (o, r);
  if (r->checks & 1u << MISSING_WAIT_STATES)
    check_hazards (o, r);
  return (!(r->checks & (1u << LDS_OVERLAP | 1u << LDS_BEYOND))
	  || check_lds (o, r, error, error_size));
}
