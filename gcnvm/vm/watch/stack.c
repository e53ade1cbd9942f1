/* Call stacks of waves.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Nothing in a frame says who called: GCC has the return address in s[18:19] and may
   save it anywhere.  So calls are noted where they are executed, s_swappc_b64 and
   s_call_b64, and a jump by s_setpc_b64 to where one of them returns to ends it and
   those inside of it.  Other jumps by it, of a switch and to a function in place of a
   return, leave the calls as they are.  */

#include "vm-int.h"
#include "watch/parts.h"

/* Put where PC is into *P.  */

static void
put_place (struct gcnvm *vm, uint64_t pc, struct simt_place *p)
{
  const struct gcnvm_code *c = code_of (vm, pc);
  *p = (struct simt_place) { code_function (c, pc), NULL, 0, false };
  if (c && c->desc.line)
    c->desc.line (c->desc.closure, pc, &p->path, &p->line);
}

size_t
wave_stack (struct wave *w, uint64_t pc, struct simt_place *p, size_t n)
{
  size_t used = 0;
  uint64_t depth = w->depth;
  if (n)
    put_place (w->vm, pc, &p[used++]);
  for (; used < n && depth; depth--)
    {
      const struct wave_call *c = &w->calls[depth % WAVE_CALLS];
      if (c->depth != depth)
	break;
      put_place (w->vm, c->address - 4, &p[used++]);
    }
  return used;
}
