/* Undefined values: what operations on registers do to them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/shadow.h"
#include "code/translate.h"
#include "simt/memory/undefined.h"

/* ---- What operations read and write.  */

/* Types of operands as lane-ops.def has them: bytes, signed.  */
#define T_u8 1
#define T_s8 (1 | T_SIGNED)
#define T_u16 2
#define T_s16 (2 | T_SIGNED)
#define T_u32 4
#define T_s32 (4 | T_SIGNED)
#define T_u64 8
#define T_s64 (8 | T_SIGNED)
#define T_f32 4
#define T_f64 8
#define T_SIGNED 0x40
#define T_PRED 0x80
#define T_SIZE 15

/* How the result comes about.  */
enum rule
{
  R_LAZY,			/* An undefined bit makes all undefined.  */
  R_LEFT,			/* It makes those to its left undefined.  */
  R_COPY,			/* Bits are copied; the type extends them.  */
  R_DEFINED,
  R_HI32, R_PACK32, R_PACK16,
  R_AND, R_OR, R_XOR, R_SHL, R_SHR, R_SHF_L, R_SHF_R, R_SHF_LC, R_SHF_RC,
  R_BREV, R_BFE, R_BFI, R_PRMT, R_ABS_F, R_COPYSIGN,
  R_EQ, R_LESS,			/* Comparisons of integers.  */
  R_SELECT, R_SELECT_IMM, R_SLCT,
  R_PAND, R_POR, R_PXOR, R_PMOV, R_PANDN
};

enum { READ_D = 1, READ_A = 2, READ_B = 4, READ_C = 8, READ_E = 16,
       READ_REL = 32 };
enum { DEST_0, DEST_4 = 4, DEST_8 = 8, DEST_16 = 16, DEST_P = T_PRED,
       DEST_P2 = T_PRED + 1, DEST_N = 0x21, DEST_T = 0x22 };
enum { PURE_EACH = 1, PURE_SREG = 1, PURE_LANES = 0, PURE_LOAD = 0,
       PURE_STORE = 0, PURE_WORDS = 1 };

/* D, A, B and C are types; READS which of a to e, d and rel are registers.  */
static const struct form
{
  uint8_t pure, d, a, b, c, reads;
} forms[OP_N_FN] = {
#define L1(ID, OPC, SUB, K, D, A, EXPR) \
  [OP_##ID] = { 1, T_##D, T_##A, 0, 0, READ_A },
#define L2(ID, OPC, SUB, K, D, A, B, EXPR)				\
  [OP_##ID] = { 1, T_##D, T_##A, T_##B, 0, READ_A | READ_B },		\
  [OP_##ID##_i] = { 1, T_##D, T_##A, T_##B, 0, READ_A },
#define L3(ID, OPC, SUB, K, D, A, B, C, EXPR)				\
  [OP_##ID]								\
    = { 1, T_##D, T_##A, T_##B, T_##C, READ_A | READ_B | READ_C },	\
  [OP_##ID##_i] = { 1, T_##D, T_##A, T_##B, T_##C, READ_A | READ_C },
#define SP(ID, CMP, K, T, EXPR)						\
  [OP_##ID] = { 1, T_PRED, T_##T, T_##T, 0, READ_A | READ_B },		\
  [OP_##ID##_i] = { 1, T_PRED, T_##T, T_##T, 0, READ_A },
#define LI(ID, T) [OP_##ID] = { 1, T_##T, 0, 0, 0, 0 },
#define SL(ID, T) \
  [OP_##ID] = { 1, T_##T, T_##T, T_##T, T_PRED, READ_A | READ_B | READ_C },
#define SLI(ID, T) [OP_##ID] = { 1, T_##T, T_PRED, 0, 0, READ_A },
#define PW(ID, EXPR) \
  [OP_##ID] = { 1, T_PRED, T_PRED, T_PRED, 0, READ_A | READ_B },
#include "code/lane-ops.def"
#define D READ_D
#define A READ_A
#define B READ_B
#define C READ_C
#define E READ_E
#define REL READ_REL
#define RARE(ID, HOW, DEST, READS) \
  [OP_##ID] = { PURE_##HOW, DEST_##DEST, 0, 0, 0, (uint8_t) (READS) },
#include "code/rare-ops.def"
#undef D
#undef A
#undef B
#undef C
#undef E
#undef REL
};

/* Those of LANES that work on registers alone nevertheless; and the shadow's own,
   which do not.  */
static bool
pure_op (unsigned op)
{
  switch (op)
    {
    case OP_cvta_local: case OP_cvta_to_local: case OP_addcc_4:
    case OP_addcc_8: case OP_subcc_4: case OP_subcc_8: case OP_video:
    case OP_simd_video: case OP_half_setp: case OP_activemask:
      return true;
    case OP_shrun: case OP_shld: case OP_shst: case OP_shatom:
    case OP_shcopy: case OP_shstack: case OP_shalloca: case OP_shdefine:
    case OP_fence:
      return false;
    default:
      return op < OP_N_FN && forms[op].pure;
    }
}

#define BOTH(ID, RULE) [OP_##ID] = RULE, [OP_##ID##_i] = RULE
#define INTS(ID, RULE) \
  BOTH (ID##_u16, RULE), BOTH (ID##_u32, RULE), BOTH (ID##_u64, RULE)
#define BITS(ID, RULE) \
  BOTH (ID##_b16, RULE), BOTH (ID##_b32, RULE), BOTH (ID##_b64, RULE)
#define COMPARE(T)							\
  BOTH (setp_eq_##T, R_EQ), BOTH (setp_ne_##T, R_EQ),			\
  BOTH (setp_lt_##T, R_LESS), BOTH (setp_le_##T, R_LESS),		\
  BOTH (setp_gt_##T, R_LESS), BOTH (setp_ge_##T, R_LESS)
#define CVT(D)								\
  [OP_cvt_##D##_u8] = R_COPY, [OP_cvt_##D##_s8] = R_COPY,		\
  [OP_cvt_##D##_u16] = R_COPY, [OP_cvt_##D##_s16] = R_COPY,		\
  [OP_cvt_##D##_u32] = R_COPY, [OP_cvt_##D##_s32] = R_COPY,		\
  [OP_cvt_##D##_u64] = R_COPY, [OP_cvt_##D##_s64] = R_COPY

static const uint8_t rules[OP_N_FN] =
{
  [OP_mov_4] = R_COPY, [OP_mov_8] = R_COPY, [OP_trunc_48] = R_COPY,
  [OP_zext_84] = R_COPY, [OP_sext_84] = R_COPY, [OP_hi32] = R_HI32,
  BOTH (pack32, R_PACK32), BOTH (pack16, R_PACK16),
  INTS (add, R_LEFT), INTS (sub, R_LEFT), INTS (mul, R_LEFT),
  INTS (mad, R_LEFT),
  BOTH (mulw_u16, R_LEFT), BOTH (mulw_s16, R_LEFT), BOTH (mulw_u32, R_LEFT),
  BOTH (mulw_s32, R_LEFT), BOTH (madw_u16, R_LEFT), BOTH (madw_s16, R_LEFT),
  BOTH (madw_u32, R_LEFT), BOTH (madw_s32, R_LEFT),
  [OP_neg_s16] = R_LEFT, [OP_neg_s32] = R_LEFT, [OP_neg_s64] = R_LEFT,
  BITS (and, R_AND), BITS (or, R_OR), BITS (xor, R_XOR),
  [OP_not_b16] = R_COPY, [OP_not_b32] = R_COPY, [OP_not_b64] = R_COPY,
  BITS (shl, R_SHL),
  BOTH (shr_u16, R_SHR), BOTH (shr_s16, R_SHR), BOTH (shr_u32, R_SHR),
  BOTH (shr_s32, R_SHR), BOTH (shr_u64, R_SHR), BOTH (shr_s64, R_SHR),
  [OP_brev_b32] = R_BREV, [OP_brev_b64] = R_BREV,
  BOTH (bfe_u32, R_BFE), BOTH (bfe_s32, R_BFE), BOTH (bfe_u64, R_BFE),
  BOTH (bfe_s64, R_BFE),
  BOTH (shf_l_clamp, R_SHF_LC), BOTH (shf_r_clamp, R_SHF_RC),
  BOTH (shf_l_wrap, R_SHF_L), BOTH (shf_r_wrap, R_SHF_R),
  BOTH (slct_4_s32, R_SLCT), BOTH (slct_8_s32, R_SLCT),
  BOTH (slct_4_f32, R_SLCT), BOTH (slct_8_f32, R_SLCT),
  [OP_neg_f32] = R_COPY, [OP_neg_f64] = R_COPY,
  [OP_abs_f32] = R_ABS_F, [OP_abs_f64] = R_ABS_F,
  BOTH (copysign_f32, R_COPYSIGN), BOTH (copysign_f64, R_COPYSIGN),
  CVT (u8), CVT (s8), CVT (u16), CVT (s16), CVT (u32), CVT (s32), CVT (u64),
  CVT (s64),
  COMPARE (u16), COMPARE (s16), COMPARE (u32), COMPARE (s32), COMPARE (u64),
  COMPARE (s64),
  [OP_selp_4] = R_SELECT, [OP_selp_8] = R_SELECT,
  [OP_selpi_4] = R_SELECT_IMM,
  [OP_and_p] = R_PAND, [OP_or_p] = R_POR, [OP_xor_p] = R_PXOR,
  [OP_not_p] = R_PMOV, [OP_mov_p] = R_PMOV, [OP_andn_p] = R_PANDN,
  [OP_true_p] = R_DEFINED, [OP_false_p] = R_DEFINED,
  [OP_movi_4] = R_DEFINED, [OP_movi_8] = R_DEFINED,
  [OP_laddr] = R_DEFINED, [OP_sreg_4] = R_DEFINED, [OP_sreg_8] = R_DEFINED,
  [OP_activemask] = R_DEFINED,
  [OP_bfi_4] = R_BFI, [OP_bfi_8] = R_BFI, [OP_prmt] = R_PRMT
};

static const uint16_t unforwarded[OP_N_FN] =
{
#define V1(ID, ...) [OP_##ID##_fa] = 1 + OP_##ID,
#define V2(ID, ...) \
  V1 (ID) [OP_##ID##_fb] = 1 + OP_##ID, [OP_##ID##_i_fa] = 1 + OP_##ID##_i,
#define V3(ID, ...) \
  V2 (ID) [OP_##ID##_fc] = 1 + OP_##ID, [OP_##ID##_i_fc] = 1 + OP_##ID##_i,
#include "code/vec-ops.def"
};

unsigned
shadow_plain_op (const struct uop *u)
{
  if (u->op >= OP_FIRST_FUSED)
    return u->op - OP_FIRST_FUSED + OP_setp_eq_u16;
  return (u->op < OP_N_FN && unforwarded[u->op] ? unforwarded[u->op] - 1u
	  : u->op);
}

bool
shadow_pure_p (const struct uop *u)
{
  return pure_op (shadow_plain_op (u));
}

static bool
carry_p (unsigned op)
{
  return (op == OP_addcc_4 || op == OP_addcc_8 || op == OP_subcc_4
	  || op == OP_subcc_8);
}

/* The type of what U, whose form is F, writes.  */
static unsigned
dest_type (const struct form *f, const struct uop *u)
{
  if (f->d == DEST_N)
    return (u->n & 0xff) == 8 ? 8 : 4;
  if (f->d == DEST_T)
    return ptx_type_size (u->n & 255) == 8 ? 8 : 4;
  return f->d == DEST_P2 ? T_PRED : f->d;
}

static uint32_t
bytes_of (unsigned type)
{
  return type == T_PRED ? 64 : (type & T_SIZE) == 8 ? 256 : 128;
}

void
shadow_regs (const struct uop *u, uint32_t *read, unsigned *n_read,
	     struct shadow_reg *write, unsigned *n_write)
{
  unsigned op = shadow_plain_op (u);
  const struct form *f = &forms[op];
  const uint32_t field[6] = { u->d, u->a, u->b, u->c, u->e,
			      (uint32_t) u->rel };
  *n_read = *n_write = 0;
  if (!f->d || rules[op] == R_DEFINED)
    ;
  else
    for (unsigned k = 0; k < 6; k++)
      if (f->reads >> k & 1)
	read[(*n_read)++] = field[k];
  if (!f->d)
    return;
  write[(*n_write)++] = (struct shadow_reg) { u->d,
					      bytes_of (dest_type (f, u)) };
  if (f->d == DEST_P2)
    write[(*n_write)++] = (struct shadow_reg) { u->c, 64 };
  if (carry_p (op) && (u->n & 1))
    read[(*n_read)++] = u->c;
  if (carry_p (op) && (u->n & 2))
    write[(*n_write)++] = (struct shadow_reg) { u->c, 64 };
}

/* ---- What one of them does.  */

/* An operand: its value and undefined bits, extended as its type says, and where
   they came from.  */
struct operand { uint64_t x, v; uint16_t origin; };

static uint64_t
extend (uint64_t x, unsigned type)
{
  switch (type)
    {
    case T_u8: return (uint8_t) x;
    case T_s8: return (uint64_t) (int8_t) x;
    case T_u16: return (uint16_t) x;
    case T_s16: return (uint64_t) (int16_t) x;
    case T_u32: return (uint32_t) x;
    case T_s32: return (uint64_t) (int32_t) x;
    default: return x;
    }
}

/* The register OFF of TYPE; 0 if only its shadow is asked for.  */
static struct operand
operand (struct warp *w, uint32_t hdr, uint32_t off, unsigned type,
	 unsigned lane)
{
  struct operand o = { 0, 0, 0 };
  bool bad = SH_MASK (w->R, hdr, off) >> lane & 1;
  if (bad)
    o.origin = SH_ORIGIN (w->R, hdr, off, lane);
  if (type == T_PRED || type == 0)
    {
      o.x = type ? PREDW (w, off) >> lane & 1 : 0;
      o.v = bad;
      return o;
    }
  bool wide = (type & T_SIZE) == 8;
  o.x = extend (wide ? *R8P (w, off, lane) : *R4P (w, off, lane), type);
  o.v = extend (shadow_value (w->R, hdr, off, wide, lane), type);
  return o;
}

/* B of U, whose form is F, if it is a constant.  */
static struct operand
immediate (const struct form *f, const struct uop *u)
{
  struct operand o = { 0, 0, 0 };
  if (f->c)
    o.x = extend ((uint64_t) (int64_t) (int32_t) u->e, f->b);
  else
    o.x = extend ((uint64_t) u->imm, f->b);
  return o;
}

static uint64_t
left (uint64_t v)
{
  return v | -v;
}

static uint64_t
reverse (uint64_t v, unsigned bits)
{
  uint64_t r = 0;
  for (unsigned k = 0; k < bits; k++)
    r |= (v >> k & 1) << (bits - 1 - k);
  return r;
}

/* V shifted by N, of a type; the amount is clamped.  */
static uint64_t
shift (uint64_t v, uint64_t n, unsigned type, bool to_left)
{
  unsigned bits = 8 * (type & T_SIZE);
  if (to_left)
    return n >= bits ? 0 : v << n;
  if (type & T_SIGNED)
    return (uint64_t) ((int64_t) v >> (n >= 64 ? 63 : n));
  return n >= bits ? 0 : v >> n;
}

/* Bits POS to POS + LEN of V; with SIGN, the last one extended.  */
static uint64_t
field (uint64_t v, uint64_t pos, uint64_t len, unsigned type)
{
  unsigned bits = 8 * (type & T_SIZE);
  pos &= 255, len &= 255;
  if (len == 0 || pos >= bits)
    return 0;
  v >>= pos;
  if (len > bits - pos)
    len = bits - pos;
  return len >= 64 ? v : v & (((uint64_t) 1 << len) - 1);
}

/* Funnel shift of B:A by N <= 32.  */
static uint64_t
funnel (uint64_t a, uint64_t b, uint64_t n, bool to_left)
{
  uint64_t v = b << 32 | (uint32_t) a;
  return (uint32_t) (to_left ? v << n >> 32 : v >> n);
}

/* Bytes of B:A as the selector C has them ("prmt", its first mode).  */
static uint64_t
permute (uint64_t a, uint64_t b, uint64_t c)
{
  uint64_t v = b << 32 | (uint32_t) a, r = 0;
  for (unsigned k = 0; k < 4; k++)
    {
      uint64_t s = c >> (4 * k) & 15;
      uint64_t byte = v >> (8 * (s & 7)) & 0xff;
      if (s & 8)
	byte = byte & 0x80 ? 0xff : 0;
      r |= byte << (8 * k);
    }
  return r;
}

/* True if A and B, integers with some undefined bits, compare the same whatever those
   bits are.  */
static bool
order_known_p (const struct operand *a, const struct operand *b,
	       unsigned type)
{
  return simt_order_known_p ((struct simt_partly) { a->x, a->v },
			     (struct simt_partly) { b->x, b->v },
			     8 * (type & T_SIZE), type & T_SIGNED);
}

static uint64_t
step (unsigned op, const struct form *f, const struct uop *u,
      const struct operand *a, const struct operand *b,
      const struct operand *c)
{
  uint64_t any = a->v | b->v | c->v;
  unsigned type = f->a;
  switch (rules[op])
    {
    case R_DEFINED: return 0;
    case R_COPY: return a->v;
    case R_LEFT: return left (any);
    case R_HI32: return a->v >> 32;
    case R_PACK32: return a->v | b->v << 32;
    case R_PACK16: return a->v | b->v << 16;
    case R_AND:
      return (a->v | b->v) & (a->v | a->x) & (b->v | b->x);
    case R_OR:
      return (a->v | b->v) & (a->v | ~a->x) & (b->v | ~b->x);
    case R_XOR: return any;
    case R_SHL: return b->v ? UINT64_MAX : shift (a->v, b->x, type, true);
    case R_SHR: return b->v ? UINT64_MAX : shift (a->v, b->x, type, false);
    case R_SHF_L: case R_SHF_R: case R_SHF_LC: case R_SHF_RC:
      {
	bool clamp = rules[op] == R_SHF_LC || rules[op] == R_SHF_RC;
	uint64_t n = clamp ? (c->x > 32 ? 32 : c->x) : c->x & 31;
	return c->v ? UINT64_MAX
	       : funnel (a->v, b->v, n, (rules[op] == R_SHF_L
					 || rules[op] == R_SHF_LC));
      }
    case R_BREV: return reverse (a->v, 8 * (type & T_SIZE));
    case R_BFE:
      if (b->v || c->v)
	return UINT64_MAX;
      /* The sign is copied to the left.  */
      if (op == OP_bfe_s32 || op == OP_bfe_s64 || op == OP_bfe_s32_i
	  || op == OP_bfe_s64_i)
	return left (field (a->v, b->x, c->x, type));
      return field (a->v, b->x, c->x, type);
    case R_ABS_F:
      return a->v & ~((uint64_t) 1 << (8 * (type & T_SIZE) - 1));
    case R_COPYSIGN:
      {
	uint64_t sign = (uint64_t) 1 << (8 * (type & T_SIZE) - 1);
	return (b->v & ~sign) | (a->v & sign);
      }
    case R_EQ:
      return any && !((a->x ^ b->x) & ~any);
    case R_LESS:
      return any && !order_known_p (a, b, type);
    case R_SELECT:
      return c->v ? a->v | b->v | (a->x ^ b->x) : c->x ? a->v : b->v;
    case R_SELECT_IMM:
      return a->v ? u->c ^ u->e : 0;
    case R_SLCT:
      return (c->v ? a->v | b->v | (a->x ^ b->x)
	      : (int32_t) c->x >= 0 ? a->v : b->v);
    case R_PAND: return any && (a->v || a->x) && (b->v || b->x);
    case R_POR: return any && (a->v || !a->x) && (b->v || !b->x);
    case R_PANDN: return any && (a->v || a->x) && (b->v || !b->x);
    case R_PXOR: return any;
    case R_PMOV: return a->v;
    default: return any ? UINT64_MAX : 0;
    }
}

/* bfi and prmt, whose operands have no types in the table.  */
static uint64_t
step_rare (struct warp *w, uint32_t hdr, unsigned op, const struct uop *u,
	   unsigned lane, uint16_t *origin)
{
  unsigned t = op == OP_bfi_8 ? T_u64 : T_u32;
  struct operand a = operand (w, hdr, u->a, t, lane);
  struct operand b = operand (w, hdr, u->b, t, lane);
  struct operand c = operand (w, hdr, u->c, T_u32, lane);
  *origin = a.v ? a.origin : b.v ? b.origin : c.origin;
  if (op == OP_prmt)
    {
      if (c.v || u->n)
	return a.v | b.v | c.v ? UINT64_MAX : 0;
      return permute (a.v, b.v, c.x);
    }
  struct operand e = operand (w, hdr, u->e, T_u32, lane);
  if (c.v || e.v)
    {
      *origin = c.v ? c.origin : e.origin;
      return UINT64_MAX;
    }
  uint64_t pos = c.x & 255, len = e.x & 255, bits = op == OP_bfi_8 ? 64 : 32;
  if (len == 0 || pos >= bits)
    return b.v;
  uint64_t m = (len >= 64 ? UINT64_MAX : ((uint64_t) 1 << len) - 1) << pos;
  return (b.v & ~m) | (a.v << pos & m);
}

void
shadow_put (uint8_t *r, uint32_t hdr, uint32_t off, bool wide, unsigned lane,
	    uint64_t v, uint16_t origin)
{
  uint32_t bit = lane_bit (lane);
  if (!wide)
    v = (uint32_t) v;
  if (!v)
    {
      SH_MASK (r, hdr, off) &= ~bit;
      return;
    }
  SH_MASK (r, hdr, off) |= bit;
  SH_ORIGIN (r, hdr, off, lane) = origin;
  if (wide)
    SH_8 (r, hdr, off, lane) = v;
  else
    SH_4 (r, hdr, off, lane) = (uint32_t) v;
}

/* The result D of TYPE has the undefined bits V.  */
static void
put_result (struct warp *w, uint32_t hdr, uint32_t d, unsigned type,
	    unsigned lane, uint64_t v, uint16_t origin)
{
  if (type == T_PRED)
    {
      uint32_t *m = &SH_MASK (w->R, hdr, d);
      *m = v ? *m | lane_bit (lane) : *m & ~lane_bit (lane);
      SH_ORIGIN (w->R, hdr, d, lane) = origin;
      return;
    }
  if ((type & T_SIZE) < 4)
    v = extend (v, type);
  shadow_put (w->R, hdr, d, (type & T_SIZE) == 8, lane, v, origin);
}

/* An operation about whose operands only their registers are known: an undefined
   one makes all results undefined.  */
static void
step_lazy (struct warp *w, uint32_t hdr, const struct uop *u, unsigned lane)
{
  uint32_t read[8];
  struct shadow_reg write[2];
  unsigned n_read, n_write;
  uint16_t origin = 0;
  bool bad = false;
  shadow_regs (u, read, &n_read, write, &n_write);
  for (unsigned k = 0; k < n_read && !bad; k++)
    if (read[k] < hdr)
      {
	struct operand o = operand (w, hdr, read[k], 0, lane);
	bad = o.v;
	origin = o.origin;
      }
  for (unsigned k = 0; k < n_write; k++)
    put_result (w, hdr, write[k].off,
		write[k].size == 64 ? T_PRED : write[k].size / 32, lane,
		bad ? UINT64_MAX : 0, origin);
}

static void
step_lane (struct warp *w, uint32_t hdr, unsigned op, const struct uop *u,
	   unsigned lane)
{
  const struct form *f = &forms[op];
  unsigned type = dest_type (f, u);
  uint16_t origin;
  if (rules[op] == R_BFI || rules[op] == R_PRMT)
    {
      uint64_t v = step_rare (w, hdr, op, u, lane, &origin);
      put_result (w, hdr, u->d, type, lane, v, origin);
      return;
    }
  if (!f->a && rules[op] != R_DEFINED)
    {
      step_lazy (w, hdr, u, lane);
      return;
    }
  struct operand a = { 0, 0, 0 }, b = a, c = a;
  if (f->reads & READ_A)
    a = operand (w, hdr, u->a, f->a, lane);
  if (f->reads & READ_B)
    b = operand (w, hdr, u->b, f->b, lane);
  else if (f->b)
    b = immediate (f, u);
  if (f->reads & READ_C)
    c = operand (w, hdr, u->c, f->c, lane);
  uint64_t v = step (op, f, u, &a, &b, &c);
  put_result (w, hdr, u->d, type, lane, v,
	      a.v ? a.origin : b.v ? b.origin : c.origin);
}

void
shadow_step (struct warp *w, uint32_t hdr, const struct uop *u)
{
  unsigned op = shadow_plain_op (u);
  uint32_t read[8], any = 0;
  struct shadow_reg write[2];
  unsigned n_read, n_write;
  shadow_regs (u, read, &n_read, write, &n_write);
  for (unsigned k = 0; k < n_read; k++)
    if (read[k] < hdr)
      any |= SH_MASK (w->R, hdr, read[k]);
  any &= w->mask;
  for (unsigned k = 0; k < n_write; k++)
    SH_MASK (w->R, hdr, write[k].off) &= ~(w->mask & ~any);
  if (n_write)
    for (; any; any &= any - 1)
      step_lane (w, hdr, op, u, first_lane (any));
}
