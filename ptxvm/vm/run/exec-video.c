/* The PTX machine: video instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "run/lanes.h"
#include "run/rare.h"

/* The part of X that SEL selects, extended by TYPE's sign ("Scalar Video
   Instructions").  */
static int64_t
part (uint32_t x, unsigned sel, enum ptx_type type)
{
  bool sign = type == PTX_S32;
  if (sel >= 1 && sel <= 4)
    {
      x >>= 8 * (sel - 1);
      return sign ? (int8_t) x : (uint8_t) x;
    }
  if (sel == 5 || sel == 6)
    {
      x >>= 16 * (sel - 5);
      return sign ? (int16_t) x : (uint16_t) x;
    }
  return sign ? (int64_t) (int32_t) x : (int64_t) x;
}

static int64_t
clamp (int64_t x, int64_t lo, int64_t hi)
{
  return x < lo ? lo : x > hi ? hi : x;
}

static int64_t
saturate (int64_t x, bool sign, unsigned sel)
{
  unsigned bits = sel >= 1 && sel <= 4 ? 8 : sel >= 5 && sel <= 6 ? 16 : 32;
  int64_t one = 1;
  return (sign ? clamp (x, -(one << (bits - 1)), (one << (bits - 1)) - 1)
	  : clamp (x, 0, (one << bits) - 1));
}

static bool
compare (unsigned cmp, int64_t a, int64_t b)
{
  switch (cmp)
    {
    case PTX_CMP_EQ: return a == b;
    case PTX_CMP_NE: return a != b;
    case PTX_CMP_LT: case PTX_CMP_LO: return a < b;
    case PTX_CMP_LE: case PTX_CMP_LS: return a <= b;
    case PTX_CMP_GT: case PTX_CMP_HI: return a > b;
    default: return a >= b;
    }
}

/* The secondary operation, or the merge of a part into C.  */
static uint32_t
second (const struct ptx_insn *x, int64_t v, bool sign, uint32_t c)
{
  unsigned sel = x->operand[0].sel;
  switch (x->sub)
    {
    case PTX_SUB_ADD: return (uint32_t) v + c;
    case PTX_SUB_MIN: case PTX_SUB_MAX:
      {
	bool less = (sign ? (int32_t) v < (int32_t) c
		     : (uint32_t) v < c);
	return less == (x->sub == PTX_SUB_MIN) ? (uint32_t) v : c;
      }
    default: break;
    }
  if (sel >= 1 && sel <= 4)
    {
      unsigned s = 8 * (sel - 1);
      return ((uint32_t) v & 0xff) << s | (c & ~((uint32_t) 0xff << s));
    }
  if (sel == 5 || sel == 6)
    {
      unsigned s = 16 * (sel - 5);
      return ((uint32_t) v & 0xffff) << s | (c & ~((uint32_t) 0xffff << s));
    }
  return (uint32_t) v;
}

static uint32_t
vmad (const struct ptx_insn *x, uint32_t a, uint32_t b, uint32_t c)
{
  const struct ptx_operand *o = x->operand;
  int64_t ta = part (a, o[1].sel, x->type[1]);
  int64_t tb = part (b, o[2].sel, x->type[2]);
  bool sign = (x->type[1] == PTX_S32 || x->type[2] == PTX_S32
	       || o[1].negated != o[2].negated || o[3].negated);
  int64_t tc = sign ? (int64_t) (int32_t) c : (int64_t) c;
  __int128 t = (__int128) ta * tb;
  if (o[1].negated != o[2].negated)
    t = -t;
  else if (o[3].negated)
    tc = -tc;
  t += tc;
  if ((x->flags & PTX_F_PO) && !o[1].negated && !o[2].negated)
    t += 1;
  if (x->flags & PTX_F_SHR7)
    t >>= 7;
  if (x->flags & PTX_F_SHR15)
    t >>= 15;
  if (x->flags & PTX_F_SAT)
    {
      __int128 lo = sign ? INT32_MIN : 0;
      __int128 hi = sign ? INT32_MAX : UINT32_MAX;
      t = t < lo ? lo : t > hi ? hi : t;
    }
  return (uint32_t) t;
}

static uint32_t
scalar (const struct ptx_insn *x, uint32_t a, uint32_t b, uint32_t c)
{
  const struct ptx_operand *o = x->operand;
  bool vset = x->op == PTX_OP_VSET;
  enum ptx_type dt = vset ? PTX_U32 : x->type[0];
  enum ptx_type at = x->type[vset ? 0 : 1], bt = x->type[vset ? 1 : 2];
  if (x->op == PTX_OP_VMAD)
    return vmad (x, a, b, c);
  int64_t ta = part (a, o[1].sel, at), tb = part (b, o[2].sel, bt), v;
  bool sign = dt == PTX_S32;
  switch (x->op)
    {
    case PTX_OP_VADD: v = ta + tb; break;
    case PTX_OP_VSUB: v = ta - tb; break;
    case PTX_OP_VABSDIFF: v = ta < tb ? tb - ta : ta - tb; break;
    case PTX_OP_VMIN: v = ta < tb ? ta : tb; break;
    case PTX_OP_VMAX: v = ta > tb ? ta : tb; break;
    case PTX_OP_VSET: v = compare (x->cmp, ta, tb); break;
    default:
      {
	uint64_t n = (uint64_t) tb;
	n = x->flags & PTX_F_WRAP ? n & 31 : n > 32 ? 32 : n;
	if (x->op == PTX_OP_VSHR)
	  v = ta >> n;
	else
	  v = (int64_t) ((uint64_t) ta << n);
	/* By 32 a .u32 fills 64 bits, which are no negative number.  */
	if (x->op == PTX_OP_VSHL && (x->flags & PTX_F_SAT) && ta > 0 && v < 0)
	  v = INT64_MAX;
      }
    }
  if ((x->flags & PTX_F_SAT) && !vset)
    v = saturate (v, sign, o[0].sel);
  return second (x, v, sign, c);
}

/* rel: the register of c, or NO_REG.  */
FN (video)
{
  const struct ptx_insn *x = u->ptr;
  uint32_t rc = (uint32_t) u->rel;
  EACH (i)
    *R4P (w, u->d, i) = scalar (x, *R4P (w, u->a, i), *R4P (w, u->b, i),
				rc == NO_REG ? 0 : *R4P (w, rc, i));
}

/* The lanes that O, a source of N lanes, takes of the 2 N in B and A, four bits
   each from the lowest on; FIRST is the default's lowest.  */
static uint32_t
lanes_of (const struct ptx_operand *o, unsigned n, unsigned first)
{
  uint32_t r = 0;
  if (o->kind == PTX_O_REG && o->sel == 12)
    return o->sreg & 0xffff;
  for (unsigned k = 0; k < n; k++)
    r |= (first + k) << 4 * k;
  return r;
}

/* A bit for each lane that O, a destination, has: all by default.  */
static unsigned
mask_of (const struct ptx_operand *o)
{
  unsigned m = 0;
  if (o->kind != PTX_O_REG || o->sel == 0)
    return 0xf;
  if (o->sel <= 6)
    return 1u << (o->sel - (o->sel <= 4 ? 1 : 5));
  for (unsigned k = 0; k < o->sreg >> 16; k++)
    m |= 1u << (o->sreg >> 4 * k & 15);
  return m;
}

/* Lane K of the halves (FIRST is 5) or bytes of B and A, B the upper.  */
static int64_t
lane_of (uint32_t a, uint32_t b, unsigned k, unsigned first,
	 enum ptx_type type)
{
  unsigned n = first == 1 ? 4 : 2;
  return part (k < n ? a : b, first + k % n, type);
}

/* Two halves or four bytes ("SIMD Video Instructions").  */
static uint32_t
simd (const struct ptx_insn *x, uint32_t a, uint32_t b, uint32_t c)
{
  bool quad = x->op >= PTX_OP_VADD4;
  bool vset = x->op == PTX_OP_VSET2 || x->op == PTX_OP_VSET4;
  unsigned first = quad ? 1 : 5, n = quad ? 4 : 2, bits = quad ? 8 : 16;
  enum ptx_type dt = vset ? PTX_U32 : x->type[0];
  enum ptx_type at = x->type[vset ? 0 : 1], bt = x->type[vset ? 1 : 2];
  uint32_t r = c, sum = c, one = ((uint32_t) 1 << bits) - 1;
  uint32_t la = lanes_of (&x->operand[1], n, 0);
  uint32_t lb = lanes_of (&x->operand[2], n, n);
  unsigned mask = mask_of (&x->operand[0]);
  for (unsigned k = 0; k < n; k++)
    {
      int64_t ta = lane_of (a, b, la >> 4 * k & 15, first, at), v;
      int64_t tb = lane_of (a, b, lb >> 4 * k & 15, first, bt);
      if (!(mask >> k & 1))
	continue;
      switch (x->op)
	{
	case PTX_OP_VADD2: case PTX_OP_VADD4: v = ta + tb; break;
	case PTX_OP_VSUB2: case PTX_OP_VSUB4: v = ta - tb; break;
	case PTX_OP_VAVRG2: case PTX_OP_VAVRG4:
	  v = ta + tb;
	  v = (v + (v >= 0)) >> 1;
	  break;
	case PTX_OP_VABSDIFF2: case PTX_OP_VABSDIFF4:
	  v = ta < tb ? tb - ta : ta - tb;
	  break;
	case PTX_OP_VMIN2: case PTX_OP_VMIN4: v = ta < tb ? ta : tb; break;
	case PTX_OP_VMAX2: case PTX_OP_VMAX4: v = ta > tb ? ta : tb; break;
	default: v = compare (x->cmp, ta, tb); break;
	}
      if (x->flags & PTX_F_SAT)
	v = saturate (v, dt == PTX_S32, first + k);
      sum += (uint32_t) v;
      r = (r & ~(one << bits * k)) | ((uint32_t) v & one) << bits * k;
    }
  return x->sub == PTX_SUB_ADD ? sum : r;
}

FN (simd_video)
{
  const struct ptx_insn *x = u->ptr;
  uint32_t rc = (uint32_t) u->rel;
  EACH (i)
    *R4P (w, u->d, i) = simd (x, *R4P (w, u->a, i), *R4P (w, u->b, i),
			      rc == NO_REG ? 0 : *R4P (w, rc, i));
}
