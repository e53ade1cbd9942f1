/* Packed operations on two words of 32 bits, of the reference.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* MI200 manual (CDNA 2), 6.7 and 12: each half of the result is that of the
   operation on single words, of halves that OP_SEL and OP_SEL_HI select.  The
   reference of those is asked, with a register of nobody's for the result.  */

#include <string.h>

#include "ref.h"

enum { FREE_VGPR = REF_VGPRS - 4 };

static bool
half (struct ref_wave *w, const struct gcn_insn *in, enum gcn_op op,
      unsigned n, bool high)
{
  struct gcn_insn one = *in;
  unsigned sel = high ? in->op_sel_hi : in->op_sel;
  one.row = &gcn_rows[op];
  one.dst = GCN_VGPR + FREE_VGPR + high;
  one.op_sel = one.op_sel_hi = one.neg_hi = 0;
  one.neg = high ? in->neg_hi : in->neg;
  for (unsigned i = 0; i < 3; i++)
    {
      bool constant = (in->src[i] >= GCN_INT_0 && in->src[i] < GCN_VGPR);
      if (i >= n)
	one.src[i] = GCN_NO_OPERAND;
      else if (!constant)
	one.src[i] += sel >> i & 1;
    }
  if (op == GCN_OP_v_mov_b32)
    {
      /* The upper half comes from the second source; no sign changes.  */
      one.neg = 0;
      one.src[0] = in->src[high];
      if (one.src[0] < GCN_INT_0 || one.src[0] >= GCN_VGPR)
	one.src[0] += in->op_sel >> high & 1;
      one.src[1] = GCN_NO_OPERAND;
    }
  return ref_vector (w, &one);
}

bool
ref_packed (struct ref_wave *w, const struct gcn_insn *in)
{
  static const struct { uint16_t op, one, n; } ops[] =
  {
    { GCN_OP_v_pk_fma_f32, GCN_OP_v_fma_f32, 3 },
    { GCN_OP_v_pk_mul_f32, GCN_OP_v_mul_f32, 2 },
    { GCN_OP_v_pk_add_f32, GCN_OP_v_add_f32, 2 },
    { GCN_OP_v_pk_mov_b32, GCN_OP_v_mov_b32, 2 }
  };
  uint64_t exec = ref_exec (w);
  for (unsigned k = 0; k < 4; k++)
    if (ops[k].op == ref_op (in))
      {
	unsigned d = in->dst - GCN_VGPR;
	for (int high = 0; high < 2; high++)
	  {
	    /* What is nearly known of lanes that are not written stays.  */
	    w->nearly[FREE_VGPR + high] = w->nearly[d + high];
	    if (!half (w, in, ops[k].one, ops[k].n, high))
	      return false;
	  }
	for (int high = 0; high < 2; high++)
	  {
	    w->nearly[d + high] = w->nearly[FREE_VGPR + high];
	    for (unsigned i = 0; i < REF_LANES; i++)
	      if (exec >> i & 1)
		w->v[d + high][i] = w->v[FREE_VGPR + high][i];
	  }
	return true;
      }
  return false;
}
