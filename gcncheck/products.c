/* Products of vectors of 64-bit integers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC 11 to 16 multiply vectors of 64-bit integers, A by B, as pairs of registers, the
   lower half first (mul<mode>3 for V_DI in gcn-valu.md):

	v_mul_lo_u32	d0, a0, b0
	v_mul_hi_u32	d1, a0, b0
	v_mul_lo_u32	t, a1, b0
	v_add_u32	d1, t, d1
	v_mul_lo_u32	t, a0, b1
	v_add_u32	d1, t, d1
	v_mul_lo_u32	t, a1, b1
	v_add_u32	d1, t, d1

   The last two add the product of the upper halves, which has the weight 2**64, to the
   upper half of the result.  No code that multiplies rightly does that, so it is looked
   for in all functions.  The repair leaves the last addition out.  */

#include <string.h>

#include "gcncheck.h"
#include "insn.h"
#include "isa/gcn/isa.h"

/* The steps of such a product.  */
enum { LOW, HIGH, CROSS_1, SUM_1, CROSS_2, SUM_2, BEYOND, SUM_3, N_STEPS };

/* A sum or a product of two operands.  */
struct step
{
  bool product;
  bool high;			/* Its upper half.  */
  unsigned to, a, b;		/* Operand codes.  */
};

/* What IN of O computes, in *S; false if it is neither.  */

static bool
read_step (const struct object *o, const struct insn *insn, struct step *s)
{
  struct gcn_insn in;
  bool sum = (starts (insn->mnemonic, "v_add_u32")
	      || starts (insn->mnemonic, "v_add_nc_u32")
	      || starts (insn->mnemonic, "v_add_co_u32"));
  *s = (struct step)
    { .product = starts (insn->mnemonic, "v_mul_lo_u32"),
      .high = starts (insn->mnemonic, "v_mul_hi_u32") };
  if ((!sum && !s->product && !s->high)
      || gcn_decode (insn->word, insn->length < 8 ? 1 : 2,
		     gcn_cpu_like (o->cpu), &in))
    return false;
  s->product |= s->high;
  s->to = in.dst;
  s->a = in.src[0];
  s->b = in.src[1];
  return true;
}

/* Whether S adds X and Y.  */

static bool
adds_p (const struct step *s, unsigned x, unsigned y)
{
  return (!s->product
	  && ((s->a == x && s->b == y) || (s->a == y && s->b == x)));
}

/* Whether S is a half of the product of X and Y.  */

static bool
multiplies_p (const struct step *s, bool high, unsigned x, unsigned y)
{
  return (s->product && s->high == high
	  && ((s->a == x && s->b == y) || (s->a == y && s->b == x)));
}

/* The operand that has the upper half of what OPERAND has the lower half of, if that is
   not 0; else NO_OPERAND.  A constant of an instruction is extended by its sign.  */

static unsigned
upper (unsigned operand)
{
  enum { MINUS_16 = GCN_INT_M1 + 15 };
  if (operand >= GCN_VGPR || operand < GCN_M0)
    return operand + 1;
  return (operand >= GCN_INT_M1 && operand <= MINUS_16 ? GCN_INT_M1
	  : GCN_NO_OPERAND);
}

/* Whether S, N_STEPS of them, multiply the pairs of registers, or constants, that begin
   with A and B, and do too much.  A later pass may have renamed the registers between.  */

static bool
wrong_p (const struct step *s, unsigned a, unsigned b)
{
  unsigned a1 = upper (a), b1 = upper (b);
  return (a1 != GCN_NO_OPERAND && b1 != GCN_NO_OPERAND
	  && multiplies_p (&s[LOW], false, a, b)
	  && multiplies_p (&s[HIGH], true, a, b)
	  && multiplies_p (&s[CROSS_1], false, a1, b)
	  && adds_p (&s[SUM_1], s[CROSS_1].to, s[HIGH].to)
	  && multiplies_p (&s[CROSS_2], false, a, b1)
	  && adds_p (&s[SUM_2], s[CROSS_2].to, s[SUM_1].to)
	  && multiplies_p (&s[BEYOND], false, a1, b1)
	  && adds_p (&s[SUM_3], s[BEYOND].to, s[SUM_2].to));
}

/* Whether register OPERAND is 0 before instruction FIRST of section S of O, as it was set
   so not long before.  */

static bool
zero_p (const struct object *o, const struct section *s, size_t first,
	unsigned operand)
{
  enum { NEAR = 32 };
  for (size_t i = first; i > 0 && i + NEAR > first; i--)
    {
      const struct insn *insn = &s->insns[i - 1];
      struct gcn_insn in;
      if (gcn_decode (insn->word, insn->length < 8 ? 1 : 2,
		      gcn_cpu_like (o->cpu), &in)
	  || in.row->flags & (GCN_F_BRANCH | GCN_F_JUMP | GCN_F_CALL))
	return false;
      if (in.dst <= operand && in.dst + 4u > operand)
	return (in.dst == operand && strcmp (insn->mnemonic, "v_mov_b32") == 0
		&& in.src[0] == GCN_INT_0);
    }
  return false;
}

/* Whether the instructions of section S of O that end with LAST are such a product.
   Between them there may be s_nop alone.  Where an upper half is 0, all is right.  */

static bool
product_p (const struct object *o, const struct section *s, size_t last)
{
  struct step steps[N_STEPS];
  int k = N_STEPS;
  size_t i = last + 1;
  while (k > 0 && i > 0)
    if (strcmp (s->insns[--i].mnemonic, "s_nop") != 0
	&& !read_step (o, &s->insns[i], &steps[--k]))
      return false;
  if (k > 0)
    return false;
  unsigned a = steps[LOW].a, b = steps[LOW].b;
  /* The cross products may come in the other order.  */
  return ((wrong_p (steps, a, b) || wrong_p (steps, b, a))
	  && !zero_p (o, s, i, upper (a)) && !zero_p (o, s, i, upper (b)));
}

void
check_products (const struct object *o, struct report *report)
{
  for (size_t i = 0; i < o->n_symbols; i++)
    {
      const struct symbol *f = &o->symbols[i];
      const struct section *s = &o->sections[f->at.section];
      if (!f->function || !f->at.section || !s->code)
	continue;
      for (size_t k = 0; k < s->n_insns; k++)
	{
	  const struct insn *in = &s->insns[k];
	  if (in->at.offset < f->at.offset
	      || in->at.offset >= f->at.offset + f->size
	      || !starts (in->mnemonic, "v_add") || !product_p (o, s, k))
	    continue;
	  report->findings = xgrow (report->findings, report->n_findings + 1,
				    sizeof *report->findings);
	  report->findings[report->n_findings++] = (struct finding)
	    { .kind = WRONG_PRODUCT, .object = o, .function = f->name, .insn = in };
	}
    }
}

/* Puts the code that is to stand in the place of INSN of O, the last addition of a wrong
   product, into WORDS: v_nop, or a move if the sum has a register of its own.  */

void
product_repair (const struct object *o, const struct insn *insn,
		uint32_t words[2])
{
  enum { V_NOP = 0x7e000000, V_MOV_B32 = 0x7e000200, VGPR_SOURCE = 256 };
  const struct section *s = &o->sections[insn->at.section];
  const struct insn *before = insn - 1;
  struct step last, sum = { .to = 0 }, beyond = { .to = GCN_NO_OPERAND };
  words[0] = words[1] = V_NOP;
  read_step (o, insn, &last);
  /* The product before it, to know which of the two is the rest of the sum.  */
  while (before > s->insns && !read_step (o, before, &beyond))
    before--;
  sum.to = last.a == beyond.to ? last.b : last.a;
  if (sum.to != last.to)
    words[0] = (V_MOV_B32 | (last.to - GCN_VGPR) << 17
		| (VGPR_SOURCE + sum.to - GCN_VGPR));
}
