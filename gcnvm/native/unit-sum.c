/* Native code: what a unit's text depends on.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* To write a unit takes twenty times as long as to read its operations.  What these are
   made of, the machine's options that they show, and which build of the library writes say
   what the text would be.  */

#include <string.h>

#include "native/unit.h"
#include "simt/base/build-id.h"

/* Of an operation, without addresses.  The instruction is what it was decoded from.  */
struct op_facts
{
  uint8_t kind, counted, one_lane, makes_exec, exec, returns;
  uint16_t fn;
  uint32_t at;
  int32_t target;
  uint16_t op, a, b, d, ua, ub, row, sdst, src[3];
  uint8_t ka, kb, n_src, undef, words, lanes_vcc, regs[4];
  uint32_t n, states;
  uint64_t ia, ib, pc;
  uint32_t word[2], literal;
  uint32_t constant[3][2];
};

static void
get_facts (const struct unit *t, const struct op *o, struct op_facts *f)
{
  const struct uop *u = o->u;
  memset (f, 0, sizeof *f);
  f->kind = o->kind;
  f->counted = o->counted;
  f->one_lane = o->one_lane;
  f->makes_exec = o->makes_exec;
  f->exec = o->exec;
  f->returns = o->returns;
  f->fn = o->fn;
  f->at = o->at;
  f->target = o->target;
  f->op = u->op;
  f->a = u->a;
  f->b = u->b;
  f->d = u->d;
  f->ua = u->ua;
  f->ub = u->ub;
  f->row = u->row;
  f->sdst = u->sdst;
  f->ka = u->ka;
  f->kb = u->kb;
  f->n_src = u->n_src;
  f->undef = u->undef;
  f->words = u->words;
  f->lanes_vcc = u->lanes_vcc;
  memcpy (f->src, u->src, sizeof f->src);
  memcpy (f->regs, u->regs, sizeof f->regs);
  f->n = u->n;
  f->states = u->states;
  /* Those of entries, of what looks for faults and of a function's end are addresses, which no
     text has.  */
  f->ia = u->op == UOP_NATIVE || (u->op == UOP_CALL && !u->in) ? 0 : u->ia;
  f->ib = u->ib;
  f->pc = u->pc - t->fns[o->fn]->start;
  if (u->in)
    {
      memcpy (f->word, u->in->word, sizeof f->word);
      f->literal = u->in->literal;
    }
  for (int i = 0; i < 3; i++)
    if (u->konst[i])
      {
	f->constant[i][0] = u->konst[i][0];
	f->constant[i][1] = u->konst[i][LANES];
      }
}

bool
unit_sum (const struct unit *t, bool force, bool newer, struct simt_native_key *sum)
{
  size_t n;
  const void *build = simt_build_id (&n);
  const uint32_t options[] = { t->vm->opt.cpu, t->mode, force, newer, t->n_fns };
  *sum = (struct simt_native_key) { 0, 0 };
  if (!build)
    return false;
  simt_native_sum (sum, build, n);
  simt_native_sum (sum, options, sizeof options);
  for (uint32_t k = 0; k < t->n; k++)
    {
      struct op_facts f;
      get_facts (t, &t->ops[k], &f);
      simt_native_sum (sum, &f, sizeof f);
    }
  return true;
}
