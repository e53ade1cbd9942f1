/* Special registers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <string.h>

#include "ptx-int.h"

struct sreg_row
{
  const char *name;
  uint8_t type;
};

static const struct sreg_row sregs[PTX_N_SREGS] =
{
#define PTX_SREG_DEF(ID, NAME, TYPE) { NAME, TYPE },
#include "sregs.def"
#undef PTX_SREG_DEF
};

/* The special register called NAME, of LEN bytes, or -1.  The table is sorted
   by strcmp order.  */

int
ptx_find_sreg (const char *name, size_t len)
{
  int lo = 0, hi = PTX_N_SREGS - 1;

  while (lo <= hi)
    {
      int mid = (lo + hi) / 2;
      int c = strncmp (name, sregs[mid].name, len);

      if (c == 0 && sregs[mid].name[len] != '\0')
	c = -1;
      if (c == 0)
	return mid;
      if (c < 0)
	hi = mid - 1;
      else
	lo = mid + 1;
    }
  return -1;
}

enum ptx_type
ptx_sreg_type (enum ptx_sreg s)
{
  return sregs[s].type;
}

const char *
ptx_sreg_name (enum ptx_sreg s)
{
  return sregs[s].name;
}

/* True for the whole of a special register that has parts .x, .y, .z.  */

bool
ptx_sreg_vector_p (enum ptx_sreg s)
{
  size_t len = strlen (sregs[s].name);

  return (s + 1 < PTX_N_SREGS
	  && strncmp (sregs[s + 1].name, sregs[s].name, len) == 0
	  && strcmp (sregs[s + 1].name + len, ".x") == 0);
}
