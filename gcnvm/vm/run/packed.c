/* Packed operations on two words of 32 bits (gfx90a).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* "Packed math" and the VOP3P instructions in the manual of MI200 (CDNA 2), 12.
   Each half of the result is computed by the kernel of the operation on single
   words, of halves of the sources that OP_SEL (for the lower) and OP_SEL_HI
   select; NEG and NEG_HI negate them.  v_pk_mov_b32 has its lower half from the
   first source and its upper half from the second, both by OP_SEL.  */

#include "run/float-ops.h"
#include "run/vector.h"

/* The operation on single words that OP does twice; v_mov_b32 is
   v_pk_mov_b32's.  */

static enum gcn_op
single_op (enum gcn_op op)
{
  switch (op)
    {
    case GCN_OP_v_pk_fma_f32:
      return GCN_OP_v_fma_f32;
    case GCN_OP_v_pk_mul_f32:
      return GCN_OP_v_mul_f32;
    case GCN_OP_v_pk_add_f32:
      return GCN_OP_v_add_f32;
    default:
      return GCN_OP_v_mov_b32;
    }
}

/* Puts word SEL of source I of U into T, negated if NEG.  *UNDEF gets the lanes
   in which it has undefined bits, VV those bits.  */

static void
half_source (struct wave *w, const struct uop *u, int i, unsigned sel,
	     bool neg, uint32_t *t, uint64_t *undef, uint32_t *vv)
{
  unsigned code = u->src[i];
  uint32_t flip = neg ? UINT32_C (1) << 31 : 0;
  *undef = 0;
  if (code >= GCN_VGPR)
    {
      unsigned r = code - GCN_VGPR + sel;
      *undef = w->vu[r];
      for (int k = 0; k < LANES; k++)
	{
	  t[k] = w->v[r][k] ^ flip;
	  vv[k] = w->vu[r] >> k & 1 ? w->vv[r][k] : 0;
	}
      return;
    }
  uint32_t value = u->konst[i] ? u->konst[i][sel * LANES] : w->s[code + sel];
  uint32_t bits = u->konst[i] ? 0 : w->sv[code + sel];
  if (bits)
    *undef = ~UINT64_C (0);
  for (int k = 0; k < LANES; k++)
    {
      t[k] = value ^ flip;
      vv[k] = bits;
    }
}

/* X between 0 and 1; a NaN is 0 if DX10_CLAMP says so.  */

static uint32_t
clamped (const struct wave *w, uint32_t x)
{
  float f = f32_of (x);
  if (f != f)
    return MODE_DX10_CLAMP (w->mode) ? 0 : x;
  return f > 1 ? bits_of (1.0f) : f > 0 ? x : 0;
}

/* Writes T to register R in the lanes of EXEC; VV are its undefined bits in the
   lanes UNDEF.  */

static void
put_half (struct wave *w, unsigned r, uint64_t exec, const uint32_t *t,
	  uint64_t undef, const uint32_t *vv)
{
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned k = __builtin_ctzll (e);
      w->v[r][k] = t[k];
      if (undef >> k & 1)
	w->vv[r][k] = vv[k];
    }
  w->vu[r] = (w->vu[r] & ~exec) | (undef & exec);
}

const struct uop *
vec_packed (const struct uop *u, struct wave *w)
{
  const struct gcn_insn *in = u->in;
  enum gcn_op op = u->row;
  bool move = op == GCN_OP_v_pk_mov_b32;
  uint64_t exec = wave_exec (w), undef[2] = { 0, 0 };
  uint32_t s[3][LANES] __attribute__ ((aligned (64)));
  uint32_t out[2][LANES] __attribute__ ((aligned (64)));
  uint32_t vv[2][LANES], t[LANES];
  unsigned from = u->src[0];
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  w->now = u;
  if (!exec)
    return u + 1;
  for (int half = 0; half < 2; half++)
    {
      if (move)
	{
	  half_source (w, u, half, in->op_sel >> half & 1, false, out[half],
		       &undef[half], vv[half]);
	  continue;
	}
      memset (vv[half], 0xff, sizeof vv[half]);
      for (int i = 0; i < u->n_src; i++)
	{
	  unsigned sel = (half ? in->op_sel_hi : in->op_sel) >> i & 1;
	  bool neg = (half ? in->neg_hi : in->neg) >> i & 1;
	  uint64_t bad;
	  half_source (w, u, i, sel, neg, s[i], &bad, t);
	  if (UNLIKELY (bad & exec)
	      && w->vm->watch->undef_from_memory (w, u->src[i], 2))
	    {
	      undef[half] |= bad & exec;
	      from = u->src[i];
	    }
	  else if (UNLIKELY (bad & exec)
		   && !w->vm->watch->undef_use (w, u, NULL, u->src[i], 2,
						__builtin_ctzll (bad & exec)))
	    return NULL;
	}
      w->vm->handlers->vops[single_op (op)].kernel (w, out[half], s[0], s[1],
						    s[2], 0,
					  LANES);
      for (int k = 0; in->clamp && k < LANES; k++)
	out[half][k] = clamped (w, out[half][k]);
    }
  for (unsigned half = 0; half < 2; half++)
    {
      put_half (w, u->d - GCN_VGPR + half, exec, out[half], undef[half],
		vv[half]);
      if (UNLIKELY (undef[half] & exec))
	w->vm->watch->undef_moved (w, u->d + half, from, 2);
    }
  return u + 1;
}
