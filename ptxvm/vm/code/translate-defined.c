/* The PTX machine: registers that some path reads unwritten, and the checks for
   them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "code/translate.h"
#include "ptx-int.h"

struct flow
{
  struct tr *t;
  uint64_t *use, *def;
  bool guarded;
};

static void
flow_reg (void *closure, int32_t reg, int part, bool write)
{
  struct flow *f = closure;
  uint64_t bit = (uint64_t) 1 << (reg & 63);
  (void) part;
  if (reg < 0)
    return;
  if (!write && !(f->def[reg >> 6] & bit))
    f->use[reg >> 6] |= bit;
  if (write && !f->guarded)
    f->def[reg >> 6] |= bit;
}

/* Find the registers of T that some path reads unwritten, and give each a word with a
   bit for each lane that has written it.  */
void
find_undefined (struct tr *t)
{
  struct ptx_function *p = t->p;
  struct ptx_cfg *cfg = t->cfg;
  size_t words = (p->n_regs + 63) / 64, n = cfg->n_blocks;
  t->undef_of = ptx_xrealloc (NULL, (p->n_regs + 1) * sizeof *t->undef_of);
  uint64_t *use = ptx_xcalloc (words * n * 2 + 1, sizeof *use);
  uint64_t *def = use + words * n;
  for (size_t b = 0; b < n; b++)
    {
      struct flow f = { t, use + b * words, def + b * words, false };
      for (int32_t i = cfg->blocks[b].first; i <= cfg->blocks[b].last; i++)
	{
	  f.guarded = p->insns[i].guard >= 0;
	  ptx_insn_regs (p, &p->insns[i], flow_reg, &f);
	}
    }
  /* Live at the beginning of each block, in USE.  */
  for (bool changed = true; changed;)
    {
      changed = false;
      for (size_t b = n; b-- > 0;)
	for (uint32_t s = 0; s < cfg->blocks[b].n_succ; s++)
	  {
	    const uint64_t *from = use + (size_t) cfg->blocks[b].succ[s] * words;
	    for (size_t k = 0; k < words; k++)
	      {
		uint64_t v = use[b * words + k]
			     | (from[k] & ~def[b * words + k]);
		if (v != use[b * words + k])
		  {
		    use[b * words + k] = v;
		    changed = true;
		  }
	      }
	  }
    }
  uint32_t count = 0;
  for (uint32_t r = 0; r < p->n_regs; r++)
    {
      bool live = use[r >> 6] >> (r & 63) & 1;
      /* Parameters declared as registers come with a value.  */
      for (uint32_t k = 0; k < p->proto->n_param && live; k++)
	if (p->proto->param[k]->space == PTX_REG && p->regs[r].scope == 0
	    && strcmp (p->proto->param[k]->name, p->regs[r].name) == 0)
	  live = false;
      t->undef_of[r] = live && t->slot[r] != NO_REG ? (int32_t) count++ : -1;
    }
  free (use);
  t->f->undef = tr_alloc (t, count * sizeof *t->f->undef);
  t->f->n_undef = count;
  for (uint32_t r = 0; r < p->n_regs; r++)
    if (t->undef_of[r] >= 0)
      {
	struct undef_reg *u = &t->f->undef[t->undef_of[r]];
	u->reg = r;
	u->off = t->slot[r];
	u->cls = t->cls[r];
      }
  t->f->def_off = t->top;
  t->top += (count * 4 + 63) / 64 * 64;
}

struct check
{
  struct tr *t;
  bool guard;			/* The guard register, or all others.  */
  int32_t guard_reg;
  bool write;
};

static void
check_reg (void *closure, int32_t reg, int part, bool write)
{
  struct check *c = closure;
  struct tr *t = c->t;
  (void) part;
  if (reg < 0 || t->undef_of[reg] < 0 || write != c->write)
    return;
  struct uop *u = emit (t, write ? OP_setdef : OP_chkdef);
  u->n = (uint16_t) t->undef_of[reg];
  u->a = t->f->def_off + 4 * (uint32_t) t->undef_of[reg];
}

/* Emit the checks of INSN's reads, or the marks of its writes.  */
void
emit_checks (struct tr *t, const struct ptx_insn *insn, bool write)
{
  struct check c = { t, false, -1, write };
  ptx_insn_regs (t->p, insn, check_reg, &c);
}
