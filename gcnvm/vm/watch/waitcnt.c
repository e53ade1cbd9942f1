/* s_waitcnt that is missing.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* This machine does each access at once; on hardware a load's registers must
   not be touched before s_waitcnt says that they are there ("Data dependency
   resolution" in both manuals, 4.4).  Compilers see to that; programs in
   assembler may not.  As with wait states, pairs of a load and an instruction
   that may come too early are looked for when a function is translated, and
   counted when they are executed.  Paths through calls are not followed.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/sites.h"
#include "watch/parts.h"

/* Before the load.  */

const struct uop *
wait_arm (const struct uop *u, struct wave *w)
{
  struct hazard_site *s = (struct hazard_site *) (uintptr_t) u->ia;
  struct wave_wait *a = &w->waits[s->code % WAVE_WAITS];
  a->pc = u->pc;
  a->code = s->code;
  a->vm = w->accesses.issued_vm + 1;
  a->lgkm = w->accesses.issued_lgkm + 1;
  return u + 1;
}

const struct uop *
wait_check (const struct uop *u, struct wave *w)
{
  struct hazard_site *s = (struct hazard_site *) (uintptr_t) u->ia;
  struct wave_wait *a = &w->waits[s->code % WAVE_WAITS];
  if (a->pc == s->first_pc && a->code == s->code
      && ((s->vm && a->vm > w->accesses.done_vm) || (s->lgkm && a->lgkm > w->accesses.done_lgkm)))
    {
      char name[32];
      const char *kind = (s->code >= GCN_AGPR ? "a"
			  : s->code >= GCN_VGPR ? "v" : "s");
      unsigned n = (s->code >= GCN_AGPR ? s->code - GCN_AGPR
		    : s->code >= GCN_VGPR ? s->code - GCN_VGPR : s->code);
      if (s->regs > 1)
	snprintf (name, sizeof name, "%s[%u:%u]", kind, n, n + s->regs - 1);
      else
	snprintf (name, sizeof name, "%s%u", kind, n);
      w->now = u;
      wave_report (w, u, GCNVM_R_WAITCNT, false, -1, 0, name,
		   "%s used before s_waitcnt has waited for its load", name);
      a->pc = 0;
    }
  return u + 1;
}
