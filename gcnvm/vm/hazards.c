/* Wait states that are missing.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

/* When a function is translated, each pair of instructions that may come too
   near to each other on some path is looked for.  Before the first one is put
   an operation that notes when it was done and what its register held, before
   the second one an operation that counts the wait states between the two.
   Paths through calls and returns are not followed.  */

#include <stdlib.h>
#include <string.h>

#include "hazards.h"

/* What the two instructions of a pair have in common.  */
struct shared
{
  unsigned code, regs;		/* Operand code; zero registers: none.  */
};

static unsigned
regs_of (const struct gcn_insn *in, enum gcn_type t)
{
  return gcn_type_regs (t, in->row->flags & GCN_F_D16 ? GCN_GFX803
			: GCN_GFX906);
}

static bool
valu_p (const struct gcn_insn *in)
{
  return in->row->enc >= GCN_ENC_VOP1 && in->row->enc <= GCN_ENC_VINTRP3;
}

static bool
vmem_p (const struct gcn_insn *in)
{
  return in->row->enc >= GCN_ENC_FLAT && in->row->enc <= GCN_ENC_MIMG;
}

/* Whether [A, A + N) and [B, B + M) have a register in common.  */

static bool
overlap (unsigned a, unsigned n, unsigned b, unsigned m)
{
  return n && m && a != GCN_NO_OPERAND && b != GCN_NO_OPERAND
	 && a < b + m && b < a + n;
}

/* ---- The first instruction of each rule: true with what is at stake.  */

static bool
wide_store_p (const struct gcn_insn *in, struct shared *s)
{
  unsigned n = regs_of (in, in->row->s[1]);
  bool buffer = (in->row->enc == GCN_ENC_MUBUF
		 || in->row->enc == GCN_ENC_MTBUF);
  /* Images with descriptors of 256 bits are not among them.  */
  bool image = in->row->enc == GCN_ENC_MIMG && !in->r128;
  if (!vmem_p (in) || n < 3 || !(in->row->flags & (GCN_F_ST | GCN_F_ATOM))
      || (buffer && in->soffset < GCN_INT_0) || image)
    return false;
  s->code = in->src[1];
  s->regs = n;
  return true;
}

static bool
valu_writes_sgpr_p (const struct gcn_insn *in, struct shared *s)
{
  if (!valu_p (in))
    return false;
  if (in->row->flags & GCN_F_SDST)
    {
      s->code = in->dst;
      s->regs = 1;
      return true;
    }
  s->code = in->sdst;
  s->regs = 2;
  return in->sdst != GCN_NO_OPERAND;
}

static bool
valu_writes_vcc_p (const struct gcn_insn *in, struct shared *s)
{
  return valu_writes_sgpr_p (in, s) && overlap (s->code, s->regs, GCN_VCC, 2);
}

static bool
valu_writes_exec_p (const struct gcn_insn *in, struct shared *s)
{
  if (!valu_p (in))
    return false;
  bool cmpx = in->row->flags & GCN_F_WEXEC;
  if (!cmpx && !(valu_writes_sgpr_p (in, s)
		 && overlap (s->code, s->regs, GCN_EXEC, 2)))
    return false;
  s->code = GCN_EXEC;
  s->regs = 2;
  return true;
}

static bool
valu_writes_vgpr_p (const struct gcn_insn *in, struct shared *s)
{
  if (!valu_p (in) || in->row->flags & GCN_F_SDST
      || in->dst == GCN_NO_OPERAND)
    return false;
  s->code = in->dst;
  s->regs = regs_of (in, in->row->d);
  return true;
}

static bool
salu_writes_m0_p (const struct gcn_insn *in, struct shared *s)
{
  if (in->row->enc > GCN_ENC_SOPK || in->dst != GCN_M0)
    return false;
  s->code = GCN_M0;
  s->regs = 1;
  return true;
}

static bool
setreg_p (const struct gcn_insn *in, struct shared *s)
{
  enum gcn_op op = in->row - gcn_rows;
  s->code = in->simm & 63;
  s->regs = 0;
  return op == GCN_OP_s_setreg_b32 || op == GCN_OP_s_setreg_imm32_b32;
}

/* ---- The second one: whether it uses what S says.  */

static bool
writes_data_p (const struct gcn_insn *in, const struct shared *s)
{
  struct shared d;
  return valu_writes_vgpr_p (in, &d)
	 && overlap (d.code, d.regs, s->code, s->regs);
}

static bool
vmem_reads_p (const struct gcn_insn *in, const struct shared *s)
{
  if (!vmem_p (in))
    return false;
  return overlap (s->code, s->regs, in->saddr,
		  in->row->enc == GCN_ENC_GLOBAL ? 2 : 1)
	 || overlap (s->code, s->regs, in->srsrc,
		     in->row->enc == GCN_ENC_MIMG ? 8 : 4)
	 || overlap (s->code, s->regs, in->ssamp, 4)
	 || overlap (s->code, s->regs, in->soffset, 1);
}

static bool
lane_select_p (const struct gcn_insn *in, const struct shared *s)
{
  return in->row->flags & GCN_F_LANESEL
	 && overlap (s->code, s->regs, in->src[1], 1);
}

static bool
div_fmas_p (const struct gcn_insn *in, const struct shared *s)
{
  enum gcn_op op = in->row - gcn_rows;
  (void) s;
  return op == GCN_OP_v_div_fmas_f32 || op == GCN_OP_v_div_fmas_f64;
}

static bool
valu_reads_p (const struct gcn_insn *in, unsigned code)
{
  return valu_p (in) && (in->src[0] == code || in->src[1] == code
			 || in->src[2] == code);
}

static bool
reads_vccz_p (const struct gcn_insn *in, const struct shared *s)
{
  (void) s;
  return valu_reads_p (in, GCN_VCCZ);
}

static bool
reads_execz_p (const struct gcn_insn *in, const struct shared *s)
{
  (void) s;
  return valu_reads_p (in, GCN_EXECZ);
}

static bool
dpp_p (const struct gcn_insn *in, const struct shared *s)
{
  (void) s;
  return valu_p (in) && in->form == GCN_DPP_FORM;
}

static bool
dpp_reads_p (const struct gcn_insn *in, const struct shared *s)
{
  return dpp_p (in, s) && overlap (s->code, s->regs, in->src[0], 1);
}

static bool
message_p (const struct gcn_insn *in, const struct shared *s)
{
  enum gcn_op op = in->row - gcn_rows;
  (void) s;
  return (in->gds || in->row->flags & GCN_F_GDS || op == GCN_OP_s_sendmsg
	  || op == GCN_OP_s_sendmsghalt || op == GCN_OP_s_ttracedata);
}

static bool
indexes_p (const struct gcn_insn *in, const struct shared *s)
{
  (void) s;
  return (in->row->flags & (GCN_F_MOVREL | GCN_F_TOLDS | GCN_F_ADDTID)
	  || in->lds || in->row->enc == GCN_ENC_VINTRP
	  || in->row->enc == GCN_ENC_VINTRP3);
}

static bool
same_hwreg_p (const struct gcn_insn *in, const struct shared *s)
{
  enum gcn_op op = in->row - gcn_rows;
  return (op == GCN_OP_s_setreg_b32 || op == GCN_OP_s_setreg_imm32_b32
	  || op == GCN_OP_s_getreg_b32) && (in->simm & 63u) == s->code;
}

/* ---- The rules.  */

enum effect { EFFECT_NONE, EFFECT_OLD, EFFECT_AGAIN };

static const struct rule
{
  unsigned states, gens;
  bool (*first) (const struct gcn_insn *, struct shared *);
  bool (*then) (const struct gcn_insn *, const struct shared *);
  enum effect effect;
  const char *text;
} rules[] =
{
#define GENS_A (GCN_GFX803 | GCN_GFX900 | GCN_GFX906)
#define GENS_N (GCN_GFX900 | GCN_GFX906)
#define HAZARD(ID, GENS, STATES, FIRST, THEN, EFFECT, TEXT) \
  { STATES, GENS_##GENS, FIRST, THEN, EFFECT_##EFFECT, TEXT },
#include "hazards.def"
};
enum { N_RULES = sizeof rules / sizeof *rules };

/* Wait states that IN is worth.  */

unsigned
hazard_states (const struct gcn_insn *in)
{
  return in->row && in->row - gcn_rows == GCN_OP_s_nop ? (in->simm & 15) + 1u
	 : 1;
}

static void
add_site (struct hazard_sites *h, unsigned rule, unsigned first,
	  unsigned then, const struct shared *s)
{
  for (size_t i = 0; i < h->n; i++)
    if (h->sites[i].rule == rule && h->sites[i].first == first
	&& h->sites[i].then == then)
      return;
  struct hazard_site *q = realloc (h->sites, (h->n + 1) * sizeof *q);
  if (!q)
    return;
  h->sites = q;
  h->sites[h->n++] = (struct hazard_site)
    { .rule = rule, .first = first, .then = then, .code = s->code,
      .regs = s->regs };
}

/* Where a walk is.  */
struct walk
{
  const struct gcn_insn *insns;
  const uint32_t *index_of;	/* Instruction at each word, plus one.  */
  const uint32_t *word_of;
  size_t n, words;
  struct hazard_sites *sites;
};

/* Whether scalar instruction IN writes all of S's scalar registers: what reads
   them later waits for it by itself.  */

static bool
overwrites_p (const struct gcn_insn *in, const struct shared *s)
{
  const struct gcn_row *r = in->row;
  return r->enc <= GCN_ENC_SOPK && r->d && in->dst != GCN_NO_OPERAND
	 && s->regs && in->dst <= s->code
	 && s->code + s->regs <= in->dst + regs_of (in, r->d);
}

/* Follows the code from instruction I on, LEFT wait states being lacking after
   FIRST, for RULE.  */

static void
follow (const struct walk *k, unsigned rule, unsigned first, unsigned i,
	int left, const struct shared *s)
{
  while (left > 0 && i < k->n)
    {
      const struct gcn_insn *in = &k->insns[i];
      if (!in->row)
	return;
      if (rules[rule].then (in, s))
	add_site (k->sites, rule, first, i, s);
      if (rules[rule].effect == EFFECT_OLD && overwrites_p (in, s))
	return;
      left -= hazard_states (in);
      uint64_t f = in->row->flags;
      if (f & GCN_F_BRANCH && in->row->s[0] == GCN_T_label
	  && !(f & GCN_F_CALL) && left > 0)
	{
	  int64_t to = (int64_t) k->word_of[i] + in->length / 4
		       + (int16_t) in->simm;
	  if (to >= 0 && (size_t) to < k->words && k->index_of[to])
	    follow (k, rule, first, k->index_of[to] - 1, left, s);
	}
      if (f & (GCN_F_JUMP | GCN_F_END | GCN_F_CALL))
	return;
      i++;
    }
}

/* Finds the pairs among the N instructions at INSNS, of CPU, into H.  */

void
hazards_find (const struct gcn_insn *insns, size_t n, enum gcn_cpu cpu,
	      struct hazard_sites *h)
{
  size_t words = 0;
  h->sites = NULL;
  h->n = 0;
  for (size_t i = 0; i < n; i++)
    words += insns[i].length / 4;
  uint32_t *index_of = calloc (words + 1, sizeof *index_of);
  uint32_t *word_of = calloc (n + 1, sizeof *word_of);
  if (index_of && word_of)
    {
      size_t w = 0;
      for (size_t i = 0; i < n; i++)
	{
	  index_of[w] = i + 1;
	  word_of[i] = w;
	  w += insns[i].length / 4;
	}
      struct walk k = { insns, index_of, word_of, n, words, h };
      for (size_t i = 0; i < n; i++)
	for (unsigned r = 0; insns[i].row && r < N_RULES; r++)
	  {
	    struct shared s = { 0, 0 };
	    if (rules[r].gens & cpu && rules[r].first (&insns[i], &s))
	      follow (&k, r, i, i + 1, rules[r].states, &s);
	  }
    }
  free (index_of);
  free (word_of);
}

/* ---- While running.  */

/* The state of one rule in a wave.  */

static struct wave_hazard *
wave_hazard (struct wave *w, unsigned rule)
{
  if (!w->hazards)
    w->hazards = calloc (N_RULES, sizeof *w->hazards);
  if (!w->hazards)
    abort ();
  return &w->hazards[rule];
}

/* Before the first instruction: U->ia is the site.  */

const struct uop *
hazard_arm (const struct uop *u, struct wave *w)
{
  const struct hazard_site *s = (const struct hazard_site *) (uintptr_t) u->ia;
  struct wave_hazard *h = wave_hazard (w, s->rule);
  h->pc = u->pc;
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
  struct wave_hazard *h = wave_hazard (w, s->rule);
  const struct rule *r = &rules[s->rule];
  uint64_t now = w->states + u->states + 1;
  if (!h->states || h->pc != s->first_pc)
    return u + 1;
  /* What came between the two.  */
  uint64_t between = now - h->states - 1;
  if (now <= h->states || between >= r->states)
    return u + 1;
  w->now = u;
  wave_report (w, u, GCNVM_R_HAZARD, false, -1, 0, NULL,
	       "%u of %u wait states: %s", (unsigned) between, r->states,
	       r->text);
  if (w->vm->opt.hazards != GCNVM_HAZARDS_APPLY
      || r->effect == EFFECT_NONE)
    return u + 1;
  const struct uop *then = u + 1;
  while (then->op == UOP_CALL
	 && (then->fn == hazard_check || then->fn == hazard_arm
	     || then->fn == wait_check || then->fn == wait_arm))
    then++;
  if (r->effect == EFFECT_AGAIN)
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
