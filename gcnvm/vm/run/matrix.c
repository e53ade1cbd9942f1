/* Matrix instructions of CDNA (MFMA).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* "Matrix arithmetic instructions" in the manuals of MI100, MI200 and MI300: D = A
   * B + C for one matrix of M rows and N = M columns, or several, the blocks.  EXEC
   does not matter.  A lane has P elements of A, one after the other in its
   registers; with B likewise, of column j:

     A[i][k] of block b: lane i + M * (k / P + K / P * b), element k % P
     C[i][j], D[i][j] of block b, of one register:
       M = 32: lane j + 32 * (i / 4 % 2), register i % 4 + 4 * (i / 8) + 16 b
       M = 16: lane j + 16 * (i / 4), register i % 4 + 4 b
       M = 4: lane j + 4 b, register i
     of doubles: M = 16: lane j + 16 * (i % 4), pair i / 4; M = 4: lane j + 16 i +
       4 b, and A[i][k] in lane i + 16 k + 4 b

   Products are added in the order of k, each with one rounding to the nearest, of
   denormals as they are: the manuals leave that open.  Broadcasts of blocks (CBSZ,
   ABID, BLGP) are not done.  */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "code/matrix-shape.h"
#include "run/float-ops.h"
#include "run/vector.h"

/* The lane that has element K of row, or column, I of a factor of block B.  */

static unsigned
factor_lane (const struct matrix_shape *s, unsigned i, unsigned k, unsigned b)
{
  if (s->kind == KIND_F64 && s->m == 4)
    return i + 16 * k + 4 * b;
  return i + s->m * (k / s->per + s->k / s->per * b);
}

/* Where an element of what is added and of the result is.  */

static void
place (const struct matrix_shape *s, unsigned i, unsigned j, unsigned b,
       unsigned *lane, unsigned *reg)
{
  if (s->kind == KIND_F64 && s->m == 4)
    {
      *lane = j + 16 * i + 4 * b;
      *reg = 0;
    }
  else if (s->kind == KIND_F64)
    {
      *lane = j + 16 * (i % 4);
      *reg = 2 * (i / 4);
    }
  else if (s->m == 32)
    {
      *lane = j + 32 * (i / 4 % 2);
      *reg = i % 4 + 4 * (i / 8) + 16 * b;
    }
  else if (s->m == 16)
    {
      *lane = j + 16 * (i / 4);
      *reg = i % 4 + 4 * b;
    }
  else
    {
      *lane = j + 4 * b;
      *reg = i;
    }
}

/* Element E of source I of U in LANE, whose registers begin at FIRST.  */

static double
element (const struct wave *w, const struct matrix_shape *s, unsigned first,
	 unsigned lane, unsigned e)
{
  const uint32_t (*v)[LANES] = &w->v[first];
  uint32_t x;
  switch (s->kind)
    {
    case KIND_F32:
      return f32_of (v[e][lane]);
    case KIND_F64:
      return f64_of (v[2 * e][lane] | (uint64_t) v[2 * e + 1][lane] << 32);
    case KIND_I8:
      return (int8_t) (v[e / 4][lane] >> e % 4 * 8);
    default:
      x = v[e / 2][lane] >> e % 2 * 16 & 0xffff;
      return s->kind == KIND_F16 ? f16_to_f32 (x) : f32_of (x << 16);
    }
}

/* Whether that has undefined bits.  */

static bool
element_undef_p (const struct wave *w, const struct matrix_shape *s, unsigned first,
		 unsigned lane, unsigned e)
{
  unsigned bits = s->kind == KIND_F64 ? 64 : s->kind == KIND_F32 ? 32
		  : s->kind == KIND_I8 ? 8 : 16;
  unsigned reg = first + e * bits / 32;
  for (unsigned k = 0; k < (bits > 32 ? 2 : 1); k++)
    if (w->vu[reg + k] >> lane & 1)
      return true;
  return false;
}

/* The sum for row I and column J of block B, which begins with C: the bits of
   it.  */

static uint64_t
sum_of (const struct wave *w, const struct matrix_shape *s, unsigned a, unsigned b_,
	unsigned i, unsigned j, unsigned b, uint64_t c)
{
  float f = f32_of ((uint32_t) c);
  double d = f64_of (c);
  int64_t n = (int32_t) c;
  for (unsigned k = 0; k < s->k; k++)
    {
      unsigned e = k % s->per;
      double x = element (w, s, a, factor_lane (s, i, k, b), e);
      double y = element (w, s, b_, factor_lane (s, j, k, b), e);
      if (s->kind == KIND_F64)
	d = fma (x, y, d);
      else if (s->kind == KIND_I8)
	n += (int64_t) x * (int64_t) y;
      else
	f = fmaf ((float) x, (float) y, f);
    }
  return s->kind == KIND_F64 ? bits_of_64 (d)
	 : s->kind == KIND_I8 ? (uint32_t) n : bits_of (f);
}

const struct uop *
vec_matrix (const struct uop *u, struct wave *w)
{
  struct matrix_shape s = matrix_shape_of ((enum gcn_op) u->row);
  unsigned a = u->src[0] - GCN_VGPR, b = u->src[1] - GCN_VGPR;
  unsigned wide = s.kind == KIND_F64 ? 2 : 1;
  uint32_t (*out)[LANES] = calloc (u->regs[0], sizeof *out);
  uint64_t *undef = calloc (u->regs[0], sizeof *undef);
  if (!out || !undef)
    abort ();
  w->vinsns++;
  w->lanes += LANES;
  for (unsigned block = 0; block < s.blocks; block++)
    for (unsigned i = 0; i < s.m; i++)
      for (unsigned j = 0; j < s.m; j++)
	{
	  unsigned lane, reg, c = u->src[2] - GCN_VGPR;
	  bool constant = u->konst[2] != NULL, bad = false;
	  place (&s, i, j, block, &lane, &reg);
	  uint64_t x = constant ? u->konst[2][lane] : w->v[c + reg][lane];
	  if (wide == 2)
	    x |= (uint64_t) (constant ? u->konst[2][LANES + lane]
			     : w->v[c + reg + 1][lane]) << 32;
	  for (unsigned k = 0; k < wide && !constant; k++)
	    bad |= w->vu[c + reg + k] >> lane & 1;
	  for (unsigned k = 0; k < s.k; k++)
	    {
	      unsigned e = k % s.per;
	      bad |= (element_undef_p (w, &s, a, factor_lane (&s, i, k, block),
				       e)
		      || element_undef_p (w, &s, b,
					  factor_lane (&s, j, k, block), e));
	    }
	  x = sum_of (w, &s, a, b, i, j, block, x);
	  for (unsigned k = 0; k < wide; k++)
	    {
	      out[reg + k][lane] = (uint32_t) (x >> 32 * k);
	      undef[reg + k] |= (uint64_t) bad << lane;
	    }
	}
  for (unsigned r = 0; r < u->regs[0]; r++)
    {
      unsigned d = u->d - GCN_VGPR + r;
      memcpy (w->v[d], out[r], sizeof out[r]);
      w->vu[d] = undef[r];
      if (UNLIKELY (undef[r]))
	{
	  memset (w->vv[d], 0xff, sizeof w->vv[d]);
	  w->vm->watch->undef_moved (w, u->d + r, u->src[0], 1);
	}
    }
  free (out);
  free (undef);
  return u + 1;
}
