/* Where code is in its source.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>

#include "vm-int.h"

void
where_is (struct gcnvm *vm, uint64_t pc, char *place, size_t size,
	  struct access_site *o)
{
  const struct gcnvm_code *c = code_of (vm, pc);
  const char *path = NULL;
  uint64_t start = 0, length = 0;
  o->pc = pc;
  o->function = o->file = NULL;
  o->line = 0;
  if (c && c->desc.symbol)
    c->desc.symbol (c->desc.closure, pc, &o->function, &start, &length);
  if (c && c->desc.line)
    c->desc.line (c->desc.closure, pc, &path, &o->line);
  o->offset = pc - start;
  o->path = path;
  if (path)
    {
      o->file = strrchr (path, '/');
      o->file = o->file ? o->file + 1 : path;
    }
  if (o->function && o->file)
    snprintf (place, size, "%s (%s:%u)", o->function, o->file, o->line);
  else if (o->function)
    snprintf (place, size, "%s+0x%llx", o->function,
	      (unsigned long long) (pc - start));
  else
    snprintf (place, size, "0x%llx", (unsigned long long) pc);
}
