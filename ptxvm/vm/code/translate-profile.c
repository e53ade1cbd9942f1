/* The PTX machine: counting by source line, for --profile.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A counter tells how many warps and lanes come to a run of instructions: to a
   basic block, or to what is after a call or a meeting, after which other lanes
   may be on.  An instruction with a guard has one more, for the lanes whose
   predicate is as it wants it.  */

#include "code/translate.h"
#include "code/where.h"
#include "simt/profile/profile.h"

/* Say that I, of F, is counted by ISSUED and DONE, in its translation CODE.  */

static void
describe (const struct vfunc *f, const struct ptx_insn *i, uint32_t code,
	  uint32_t issued, uint32_t done)
{
  struct simt_profile_insn d
    = { .code = code, .issued = issued, .done = done,
	.parts = done != issued ? done : 0, .width = WARP_SIZE };
  unsigned bytes = ((unsigned) ptx_type_size (i->type[0])
		    * (i->vec ? i->vec : 1u));
  insn_place (f, i, &d.place);
  switch (i->op)
    {
    case PTX_OP_LD: case PTX_OP_LDU:
      d.read = i->space != PTX_PARAM ? bytes : 0;
      break;
    case PTX_OP_ST:
      d.written = i->space != PTX_PARAM ? bytes : 0;
      break;
    case PTX_OP_ATOM: case PTX_OP_RED:
      d.read = d.written = bytes;
      break;
    case PTX_OP_CP_ASYNC:
      d.read = d.written = (i->operand[2].kind == PTX_O_IMM
			    ? (unsigned) i->operand[2].imm : 0);
      break;
    default:
      break;
    }
  simt_profile_insn (&d);
}

void
profile_run (struct tr *t)
{
  t->counter = simt_profile_counter ();
  emit (t, OP_profile)->rel = (int32_t) t->counter;
}

void
profile_start (struct tr *t)
{
  struct simt_profile_place place;
  if (!t->p->n_insns)
    return;
  t->profile_code = t->counter;
  insn_place (t->f, &t->p->insns[0], &place);
  simt_profile_function (&place, t->counter);
}

void
profile_insn (struct tr *t, const struct ptx_insn *i, bool control)
{
  uint32_t done = t->counter;
  if (i->guard >= 0)
    {
      struct uop *u = emit (t, OP_profile);
      done = simt_profile_counter ();
      u->n = (uint16_t) (i->op == PTX_OP_BRA ? PROFILE_BRANCH
			 : control ? PROFILE_PART : PROFILE_GUARD);
      u->a = reg_slot (t, i->guard);
      u->b = i->guard_neg;
      u->rel = (int32_t) done;
    }
  if (i->op == PTX_OP_BRX)
    {
      done = simt_profile_counter ();
      uint32_t a = src (t, &i->operand[0], SLOT_4);
      struct uop *u = emit (t, OP_profile);
      u->n = PROFILE_INDEX;
      u->a = a;
      u->rel = (int32_t) done;
    }
  describe (t->f, i, t->profile_code, t->counter, done);
}

void
profile_module (struct vm_module *m)
{
  for (uint32_t k = 0; k < m->n_funcs; k++)
    {
      const struct ptx_function *p = m->funcs[k]->ptx;
      struct simt_profile_place place;
      for (uint32_t i = 0; p && i < p->n_insns; i++)
	describe (m->funcs[k], &p->insns[i], 0, 0, 0);
      if (!p || !p->n_insns)
	continue;
      insn_place (m->funcs[k], &p->insns[0], &place);
      simt_profile_function (&place, 0);
    }
}
