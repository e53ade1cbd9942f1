/* Wait states that are missing.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The rules are those of isa/gcn/hazards.def.  When a function is translated, each
   pair of instructions that may come too near to each other on some path is
   looked for.  Before the first one is put an operation that notes when it was
   done and what its register held, before the second one an operation that
   counts the wait states between the two.  Paths through calls and returns are
   not followed.  */

#include <stdlib.h>
#include <string.h>

#include "code/sites.h"
#include "watch/parts.h"

/* The state of the rule of S in W.  Several first instructions of an endless
   rule may be open.  */

static struct wave_hazard *
wave_hazard (struct wave *w, const struct hazard_site *s)
{
  enum { MORE = 16 };
  unsigned at = s->rule * GCN_HAZARD_USES + s->use;
  if (gcn_hazard_endless_p (s->rule))
    at = GCN_N_HAZARDS * GCN_HAZARD_USES + (s->first + s->use) % MORE;
  if (!w->hazards)
    w->hazards = calloc (GCN_N_HAZARDS * GCN_HAZARD_USES + MORE,
			 sizeof *w->hazards);
  if (!w->hazards)
    abort ();
  return &w->hazards[at];
}

/* Before the first instruction: U->ia is the site.  */

const struct uop *
hazard_arm (const struct uop *u, struct wave *w)
{
  const struct hazard_site *s = (const struct hazard_site *) (uintptr_t) u->ia;
  struct wave_hazard *h = wave_hazard (w, s);
  h->pc = u->pc;
  h->rule = s->rule;
  h->states = w->states + u->states + 1;
  h->mode = w->mode;
  for (unsigned k = 0; k < s->regs && k < 4; k++)
    if (s->code >= GCN_VGPR)
      memcpy (h->vector[k], w->v[s->code - GCN_VGPR + k],
	      sizeof h->vector[k]);
    else
      h->scalar[k] = w->s[s->code + k];
  return u + 1;
}

/* Exchanges the register of S with what H has of it.  */

static void
exchange (struct wave *w, const struct hazard_site *s, struct wave_hazard *h)
{
  for (unsigned k = 0; k < s->regs && k < 4; k++)
    if (s->code >= GCN_VGPR)
      for (int i = 0; i < LANES; i++)
	{
	  uint32_t *p = &w->v[s->code - GCN_VGPR + k][i], t = *p;
	  *p = h->vector[k][i];
	  h->vector[k][i] = t;
	}
    else
      {
	uint32_t t = w->s[s->code + k];
	w->s[s->code + k] = h->scalar[k];
	h->scalar[k] = t;
      }
  if (!s->regs)
    {
      uint32_t t = w->mode;
      w->mode = h->mode;
      h->mode = t;
    }
}

/* Runs the one instruction of U, if that is a function.  */

static bool
step (const struct uop *u, struct wave *w)
{
  return u->op == UOP_CALL && u->fn (u, w) != NULL;
}

/* Before the second instruction: U->ia is the site; the instruction is the next
   operation that is no check.  */

const struct uop *
hazard_check (const struct uop *u, struct wave *w)
{
  const struct hazard_site *s = (const struct hazard_site *) (uintptr_t) u->ia;
  struct wave_hazard *h = wave_hazard (w, s);
  const struct gcn_hazard_rule *r = &gcn_hazard_rules[s->rule];
  uint64_t now = w->states + u->states + 1;
  if (!h->states || h->pc != s->first_pc || h->rule != s->rule)
    return u + 1;
  /* What came between the two.  */
  uint64_t between = now - h->states - 1;
  if (gcn_hazard_endless_p (s->rule))
    {
      if (now <= h->states || between >= FARTHEST_ENDLESS
	  || !(s->distances >> between & 1))
	return u + 1;
      between = s->between;
    }
  else if (now <= h->states || between >= s->states)
    return u + 1;
  w->now = u;
  wave_report (w, u, GCNVM_R_HAZARD, false, -1, 0, NULL,
	       "%u of %u wait states: %s", (unsigned) between, s->states,
	       r->text);
  if (w->vm->opt.hazards != GCNVM_HAZARDS_APPLY
      || r->effect == GCN_EFFECT_NONE)
    return u + 1;
  const struct uop *then = u + 1;
  while (then->op == UOP_CALL
	 && (then->fn == hazard_check || then->fn == hazard_arm
	     || then->fn == wait_check || then->fn == wait_arm))
    then++;
  if (r->effect == GCN_EFFECT_AGAIN)
    {
      const struct uop *first = s->first_uop;
      if (!step (then, w) || !step (first, w))
	return w->stop == STOP_NONE ? then : NULL;
      return then + 1;
    }
  exchange (w, s, h);
  bool ok = step (then, w);
  /* What the second one wrote itself stays.  */
  exchange (w, s, h);
  return ok ? then + 1 : w->stop == STOP_NONE ? then : NULL;
}
