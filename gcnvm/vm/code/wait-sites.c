/* Loads whose registers may be used too early.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "code/sites.h"

enum { FARTHEST = 400 };	/* Instructions of a path.  */

/* Whether [A, A + N) and [B, B + M) have a register in common.  */

static bool
overlap (unsigned a, unsigned n, unsigned b, unsigned m)
{
  return n && m && a != GCN_NO_OPERAND && b != GCN_NO_OPERAND
	 && a < b + m && b < a + n;
}

/* Whether IN, for CPU, reads or writes one of the REGS registers from CODE
   on.  */

static bool
touches (const struct gcn_insn *in, enum gcn_cpu cpu, unsigned code,
	 unsigned regs)
{
  const struct gcn_row *r = in->row;
  if (overlap (code, regs, in->dst, gcn_type_regs (r->d, cpu))
      || overlap (code, regs, in->sdst, 2)
      || overlap (code, regs, in->saddr, r->enc == GCN_ENC_GLOBAL ? 2 : 1)
      || overlap (code, regs, in->soffset, 1)
      || overlap (code, regs, in->srsrc, r->enc == GCN_ENC_MIMG ? 8 : 4)
      || overlap (code, regs, in->ssamp, 4))
    return true;
  bool narrow = (r->enc == GCN_ENC_GLOBAL && in->saddr != GCN_NO_OPERAND);
  for (int i = 0; i < 3; i++)
    {
      unsigned n = r->s[i] < GCN_T_simm16 ? gcn_type_regs (r->s[i], cpu) : 1;
      if (!n)
	n = 1;
      if (i == 0 && narrow)
	n = 1;
      if (i == 2 && !r->s[2])
	n = 2;			/* A carry, a mask.  */
      if (overlap (code, regs, in->src[i], n))
	return true;
    }
  return false;
}

/* What wait IN on CPU leaves open: -1 where it does not wait.  RDNA has
   instructions for one counter each, to whose constant a register is added,
   usually null.  Stores, which vscnt counts, have no registers to be awaited.  */

void
wait_limits (const struct gcn_insn *in, enum gcn_cpu cpu, unsigned *vm,
	     unsigned *lgkm)
{
  struct gcn_waits w;
  enum gcn_op op = in->row - gcn_rows;
  if (op != GCN_OP_s_waitcnt)
    {
      /* Null is read as zero.  */
      bool plain = in->src[0] == GCN_NULL || in->src[0] == GCN_INT_0;
      unsigned n = plain ? in->simm : -1u;
      *vm = op == GCN_OP_s_waitcnt_vmcnt ? n : -1u;
      *lgkm = op == GCN_OP_s_waitcnt_lgkmcnt ? n : -1u;
      return;
    }
  gcn_waitcnt (in->simm, cpu, &w);
  *vm = w.vm == w.vm_max ? -1u : w.vm;
  *lgkm = w.lgkm == w.lgkm_max ? -1u : w.lgkm;
}

/* Whether IN waits for accesses.  */

static bool
wait_p (const struct gcn_insn *in)
{
  switch (in->row - gcn_rows)
    {
    case GCN_OP_s_waitcnt: case GCN_OP_s_waitcnt_vmcnt:
    case GCN_OP_s_waitcnt_lgkmcnt:
      return true;
    default:
      return false;
    }
}

/* Whether s_waitcnt IN leaves no access open.  */

bool
waits_for_all_p (const struct gcn_insn *in, enum gcn_cpu cpu)
{
  unsigned vm, lgkm;
  wait_limits (in, cpu, &vm, &lgkm);
  return vm == 0 && lgkm == 0;
}

/* A load whose registers are awaited, and how many accesses came after it.  */
struct open_load
{
  unsigned first, code, regs;
  bool vm, lgkm, any_order;
};

struct wait_walk
{
  const struct gcn_insn *insns;
  size_t n;
  enum gcn_cpu cpu;
  const uint32_t *index_of, *word_of;
  size_t words;
  struct hazard_sites *sites;
  uint8_t *seen;
};

static void
add_site (struct hazard_sites *h, const struct open_load *l, unsigned then)
{
  struct hazard_site *q = realloc (h->sites, (h->n + 1) * sizeof *q);
  if (!q)
    return;
  h->sites = q;
  h->sites[h->n++] = (struct hazard_site)
    { .rule = WAIT_RULE, .first = l->first, .then = then, .code = l->code,
      .regs = l->regs, .vm = l->vm, .lgkm = l->lgkm };
}

/* Follows the code from instruction I on, where LATER_VM and LATER_LGKM
   accesses came after L.  */

static void
follow (struct wait_walk *k, const struct open_load *l, unsigned i,
	unsigned later_vm, unsigned later_lgkm, unsigned far)
{
  bool vm = l->vm, lgkm = l->lgkm;
  for (; i < k->n && far < FARTHEST; i++, far++)
    {
      const struct gcn_insn *in = &k->insns[i];
      if (!in->row || k->seen[i])
	return;
      k->seen[i] = 1;
      uint64_t f = in->row->flags;
      if (wait_p (in))
	{
	  unsigned max_vm, max_lgkm;
	  wait_limits (in, k->cpu, &max_vm, &max_lgkm);
	  if (max_vm <= later_vm)
	    vm = false;
	  if (max_lgkm == 0 || (max_lgkm <= later_lgkm && !l->any_order))
	    lgkm = false;
	  if (!vm && !lgkm)
	    return;
	  continue;
	}
      if (touches (in, k->cpu, l->code, l->regs))
	{
	  add_site (k->sites, l, i);
	  return;
	}
      /* RDNA has vscnt for what gives nothing back.  */
      later_vm += (f & GCN_F_VM && !(k->cpu & GCN_RDNA
				     && in->dst == GCN_NO_OPERAND));
      later_lgkm += (f & GCN_F_LGKM) != 0 || in->row->enc == GCN_ENC_SMEM;
      if (f & GCN_F_BRANCH && in->row->s[0] == GCN_T_label
	  && !(f & GCN_F_CALL) && vm == l->vm && lgkm == l->lgkm)
	{
	  int64_t to = (int64_t) k->word_of[i] + in->length / 4
		       + (int16_t) in->simm;
	  if (to >= 0 && (size_t) to < k->words && k->index_of[to])
	    follow (k, l, k->index_of[to] - 1, later_vm, later_lgkm, far + 1);
	}
      if (f & (GCN_F_JUMP | GCN_F_END | GCN_F_CALL))
	return;
    }
}

/* Whether IN is a load, then what of it is awaited.  */

static bool
load_p (const struct gcn_insn *in, enum gcn_cpu cpu, struct open_load *l)
{
  uint64_t f = in->row->flags;
  bool smem = in->row->enc == GCN_ENC_SMEM;
  if (in->dst == GCN_NO_OPERAND || !(smem || f & (GCN_F_VM | GCN_F_LGKM)))
    return false;
  l->code = in->dst;
  l->regs = gcn_type_regs (in->row->d, cpu);
  l->vm = f & GCN_F_VM;
  l->lgkm = smem || f & GCN_F_LGKM;
  l->any_order = smem || in->row->enc == GCN_ENC_FLAT;
  return true;
}

/* Finds the loads among the N instructions at INSNS, for CPU, whose registers
   may be touched too early, and adds them to H.  */

void
waits_find (const struct gcn_insn *insns, size_t n, enum gcn_cpu cpu,
	    struct hazard_sites *h)
{
  size_t words = 0, w = 0;
  for (size_t i = 0; i < n; i++)
    words += insns[i].length / 4;
  uint32_t *index_of = calloc (words + 1, sizeof *index_of);
  uint32_t *word_of = calloc (n + 1, sizeof *word_of);
  uint8_t *seen = calloc (n + 1, 1);
  if (index_of && word_of && seen)
    {
      for (size_t i = 0; i < n; i++)
	{
	  index_of[w] = i + 1;
	  word_of[i] = w;
	  w += insns[i].length / 4;
	}
      struct wait_walk k = { insns, n, cpu, index_of, word_of, words, h,
			     seen };
      for (size_t i = 0; i < n; i++)
	{
	  struct open_load l;
	  if (!insns[i].row || !load_p (&insns[i], cpu, &l))
	    continue;
	  /* The usual case: it is waited for at once.  */
	  unsigned vm, lgkm;
	  if (i + 1 < n && insns[i + 1].row
	      && wait_p (&insns[i + 1]))
	    {
	      wait_limits (&insns[i + 1], cpu, &vm, &lgkm);
	      if ((!l.vm || !vm) && (!l.lgkm || !lgkm))
		continue;
	    }
	  l.first = i;
	  memset (seen, 0, n);
	  follow (&k, &l, i + 1, 0, 0, 0);
	}
    }
  free (index_of);
  free (word_of);
  free (seen);
}
